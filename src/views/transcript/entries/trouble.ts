import type { Problem } from '../../../core/errors.ts';
import { clip } from '../bounds.ts';
import { type Content, html } from '../html.ts';
import { code, note, type Place, type Renderer } from '../place.ts';
import { duration, paid } from '../words.ts';

export const attemptFailed: Renderer<'attempt.failed'> = ({ problem, usage, waitSeconds }, at) => {
  const price = usage.input + usage.output > 0 ? note(paid(usage)) : null;
  const next =
    waitSeconds === null ? 'No further attempt.' : `Tried again after ${duration(waitSeconds * 1000)}.`;
  return html`<div class="alert"><p><strong>An attempt to ask the model failed.</strong> ${words(problem, at)} ${next}</p>
${price}</div>`;
};

export const problemMet: Renderer<'problem.met'> = ({ problem }, at) =>
  html`<div class="alert bad"><p><strong>Something went wrong.</strong> ${words(problem, at)}</p></div>`;

export const words = ({ code: name, happened, advice }: Problem, at: Place): Content => [
  clip(`${happened} ${advice}`, at.bounds.characters),
  ' ',
  code(name),
];
