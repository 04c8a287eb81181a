import type { Item } from '../../../core/model.ts';
import { callId } from '../../../core/tool.ts';
import { clip, some } from '../bounds.ts';
import { type Content, html } from '../html.ts';
import { block, code, fold, note, type Place, prose, type Renderer, size } from '../place.ts';
import { dotted, duration, paid, trimmed } from '../words.ts';

/** What came of it says all. */
export const modelAsked: Renderer<'model.asked'> = () => null;

export const modelReplied: Renderer<'model.replied'> = ({ seq, reply }, at) => {
  const calls = reply.items.filter(({ kind }) => kind === 'call' || kind === 'garbled');
  const ran = (item: Item): boolean => at.known.has(callId(seq, calls.indexOf(item)));
  const took = duration(at.took.get(seq) ?? Number.NaN);
  return [
    html`<p class="meter">${dotted(took && `answered after ${took}`, paid(reply.usage))}</p>`,
    some(reply.items, at.bounds.items, (item) => said(item, ran, at)),
    reply.cut ? html`<p class="alert">The provider cut this answer off at its length limit.</p>` : null,
  ];
};

/** A call that ran is told where it ran. */
function said(item: Item, ran: (item: Item) => boolean, at: Place): Content {
  switch (item.kind) {
    case 'text':
      return prose(item.text, at);
    case 'thinking':
      if (trimmed(item.text) === '') return null;
      return fold(
        html`Thought <small>${size(item.text)}</small>`,
        html`<div class="thought">${clip(trimmed(item.text), at.bounds.characters)}</div>`,
      );
    case 'call':
      if (ran(item)) return null;
      return [note('A call that never ran: ', code(item.name)), json(item.args, at)];
    case 'garbled':
      return [note('A call that could not be read: ', code(item.name)), block('Its arguments', item.raw, at)];
    case 'opaque':
      return note('Reasoning that only the provider can read.');
  }
}

const json = (args: unknown, at: Place): Content => block('Its arguments', JSON.stringify(args, null, 2), at);

/** What the harness said to the model of its own accord, e.g. that an answer had the wrong form. */
export const modelTold: Renderer<'model.told'> = ({ text }, at) => [
  note('The model was told:'),
  block('Words', text, at),
];
