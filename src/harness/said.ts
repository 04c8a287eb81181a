import type { Item, Message, Reply, Said } from '../core/model.ts';
import { type Call, failure } from '../core/tool.ts';
import type { ModelTurn } from './conversation.ts';
import type { Chosen } from './messages.ts';
import type { Returned } from './render.ts';

export const textOf = (reply: Reply): string =>
  reply.items
    .flatMap((item) => (item.kind === 'text' ? [item.text] : []))
    .join('\n')
    .trim();

/** What was said, without the words that a text protocol read as calls. */
export const prose = (reply: Reply, calls: readonly Call[]): string =>
  calls
    .reduce((text, { quote }) => (quote === null ? text : text.split(quote).join('')), textOf(reply))
    .trim();

/** Whether an item may go to the model that is asked now: opaque ones only to the wire and model they came from. */
export function mayReplay(item: Item, chosen: Chosen): item is Said {
  if (item.kind === 'opaque') return item.wire === chosen?.wire && item.model === chosen.model;
  return item.kind !== 'garbled';
}

/** An answer of the model's, unless it says nothing: no wire takes a message without words or calls. */
export function assistant(items: readonly Said[]): Message[] {
  const says = items.some(
    (item) => item.kind === 'call' || (item.kind === 'text' && item.text.trim() !== ''),
  );
  return says ? [{ role: 'assistant', items }] : [];
}

/** What came of a call. One that was cut off or not begun is answered too: no protocol allows a call without answer. */
export const outcome = (turn: ModelTurn, call: string, interrupted: string): Returned =>
  turn.returned(call) ?? { call, took: 0, ran: false, result: failure(interrupted) };

/** A call of another harness's in plain text, where this one has no such tool. */
export const plainCall = ({ tool, args }: Call): string => `(I used ${tool} with ${JSON.stringify(args)}.)`;
export const plainResult = (text: string): string => `The result was: ${text}`;
