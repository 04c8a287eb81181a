import { clip, some } from '../bounds.ts';
import { html } from '../html.ts';
import { objectsOf, type Show, textOf } from './shown.ts';

const marks: ReadonlyMap<string, readonly [sign: string, words: string]> = new Map([
  ['done', ['☑', 'done']],
  ['in_progress', ['▸', 'in progress']],
]);

/** The agent's own list, as it set it. */
export const todo: Show = ({ args }, _result, at) => {
  const items = objectsOf(args['items']);
  const done = items.filter(({ status }) => status === 'done').length;
  const rows = some(
    items,
    at.bounds.items,
    ({ text, status }) => {
      const [sign, words] = marks.get(textOf(status)) ?? ['☐', 'to do'];
      return html`<li><span class="sign" role="img" aria-label="${words}">${sign}</span> ${clip(textOf(text), 1000)}</li>`;
    },
    (words) => html`<li>${words}</li>`,
  );
  return {
    title: 'Plan',
    state: `${done} of ${items.length} done`,
    body: items.length > 0 ? html`<ul class="todo">${rows}</ul>` : null,
  };
};

/** Its words are told where the work stopped. */
export const finish: Show = ({ args }) => ({
  title: html`Said that it is done: ${clip(textOf(args['title']), 300)}`,
  state: null,
  body: null,
});
