import { passed } from '../../../core/check.ts';
import { html } from '../html.ts';
import { block, code, fold, note, type Renderer } from '../place.ts';
import { count, dotted, duration } from '../words.ts';

export const changeFound: Renderer<'change.found'> = ({ change, left, barred = [], patch }, at) => {
  const files = change.files.map(({ path, now }) => html`<li>${code(path)}${now ? '' : ' (removed)'}</li>`);
  const [rest, held] = [left, barred].map((some) =>
    some.length === 0
      ? null
      : html`<ul>${some.map(({ path, why }) => html`<li>${code(path)} ${why}</li>`)}</ul>`,
  );
  const text = patch === null ? null : at.blob(patch);
  return html`<div class="alert"><p><strong>The change:</strong> ${count(files.length, 'file')}, from ${code(change.base)}.</p>
${fold('Files', html`<ul>${files}</ul>`)}${rest ? fold('Left out', rest) : null}${held ? fold('Not to be published', held) : null}
${text === null ? null : fold('Patch', block('Patch', text, at))}</div>`;
};

export const checksPlanned: Renderer<'checks.planned'> = ({ checks, why }) => html`<div class="alert">
<p><strong>Checks.</strong> ${why}</p>
${checks.length === 0 ? null : html`<ul>${checks.map((check) => html`<li>${code(check.command)} ${check.why}</li>`)}</ul>`}</div>`;

export const checkRan: Renderer<'check.ran'> = ({ check, on, ran, scripts }, at) => {
  const { head, omitted, tail } = ran.output;
  const printed = omitted > 0 ? `${head}\n[${omitted} characters left out]\n${tail}` : head;
  const end = ran.killed ?? `exit ${ran.code}`;
  return html`<div class="call${passed(ran) ? '' : ' bad'}"><h4>${code(check)} ${on === 'base' ? 'before the change' : 'with the change'}</h4>
<p class="meter">${dotted(end, duration(ran.milliseconds))}</p>
${scripts.length === 0 ? null : note('Changed behind it: ', scripts.join(', '))}${block('Output', printed, at)}</div>`;
};

export const evidenceFound: Renderer<'evidence.found'> = ({ findings }) =>
  findings.length === 0
    ? note('Nothing in the change weakens the checks.')
    : html`<div class="alert bad"><p><strong>The change touches what its own checks prove.</strong></p>
<ul>${findings.map(({ path, sentence }) => html`<li>${code(path)} ${sentence}</li>`)}</ul></div>`;

export const roundJudged: Renderer<'round.judged'> = ({ again, why, tell }, at) => [
  note(again ? `Back to work: ${why}` : why),
  tell === null ? null : block('Told to the model', tell, at),
];
