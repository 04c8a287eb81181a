import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { clip, hole } from '../bounds.ts';
import { type Content, html } from '../html.ts';
import { block, code, fold, note, type Place, size } from '../place.ts';
import { dotted } from '../words.ts';
import { fieldsOf, numberOf, objectsOf, type Show, textOf } from './shown.ts';

export const exec: Show = ({ args }, result, at) => {
  const folder = textOf(args['folder']);
  return {
    title: html`<code class="command">${clip(textOf(args['command']), at.bounds.characters)}</code>`,
    state: dotted(folder && `in ${short(folder)}`, ended(fieldsOf(result))),
    fair: unhappy(fieldsOf(result)),
    body: printed(fieldsOf(result)['output'], at),
  };
};

export const poll: Show = ({ args }, result, at) => ({
  title: html`Looked at command ${code(textOf(args['handle']))}`,
  state: ended(fieldsOf(result)),
  body: printed(fieldsOf(result)['output'], at),
});

export const input: Show = ({ args }, result, at) => ({
  title: html`Typed into command ${code(textOf(args['handle']))}`,
  state: ended(fieldsOf(result)),
  body: [block('What was typed', textOf(args['text']), at), printed(fieldsOf(result)['output'], at)],
});

export const stop: Show = ({ args }, result, at) => ({
  title: html`Stopped command ${code(textOf(args['handle']))}`,
  state: ended(fieldsOf(result)),
  body: printed(fieldsOf(result)['output'], at),
});

export const terminal: Show = ({ args }, result, at) => {
  const fields = fieldsOf(result);
  const keys = objectsOf(args['keys']).map(({ text }) => textOf(text));
  return {
    title: 'Typed into the terminal',
    state: fields['lost'] === true ? 'it was gone, nothing was typed' : ended({ ...fields, handle: null }),
    body: [
      keys.length > 0 ? block('What was typed', keys.join(''), at) : null,
      printed(fields['output'], at),
    ],
  };
};

const kills: { readonly [why: string]: string } = {
  timeout: 'killed: its time was over',
  cancelled: 'killed: the run was cancelled',
  flood: 'killed: it printed without end',
  stopped: 'killed: it was stopped',
};

function ended({ code: exit, killed, handle }: JsonObject): string | null {
  const status = numberOf(exit);
  if (status !== null) return `exit ${status}`;
  if (typeof killed === 'string') return kills[killed] ?? 'killed';
  return typeof handle === 'string' ? `goes on in the background as ${short(handle)}` : null;
}

/** It exited with another code than 0, or was killed. */
const unhappy = ({ code: exit, killed }: JsonObject): boolean =>
  typeof killed === 'string' || (numberOf(exit) ?? 0) !== 0;

const short = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** What a command printed: all of it, or both ends where it was long. */
function printed(output: Json | undefined, at: Place): Content {
  if (!isJsonObject(output)) return null;
  const [head, tail, file] = [textOf(output['head']), textOf(output['tail']), textOf(output['file'])];
  const omitted = numberOf(output['omitted']) ?? 0;
  if (head + tail === '') return note('It printed nothing.');
  if (omitted === 0) return block('Output', head + tail, at);
  const half = at.bounds.characters / 2;
  const body = html`<pre>${[clip(head, half), hole(omitted), clip(tail, half)]}</pre>`;
  return [
    fold(`Both ends of the output, ${size(head + tail)}`, body),
    file === '' ? null : note('All of it was in ', code(file), ' of the sandbox.'),
  ];
}
