import type { Item, Message, Reply, Said } from '../core/model.ts';
import { type Call, callId, failure } from '../core/tool.ts';
import { isCall, type ModelTurn } from './conversation.ts';
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

/** A part of an answer that was given in another harness: what is told as it was, or a call that was made. */
export type Piece = Said | { kind: 'made'; call: Call };

/**
 * Such an answer in its order, its words before its calls: its reasoning as far as it may be told, and the calls that were made.
 * What was asked for in vain is left out, and reasoning that nothing comes of: a wire may refuse one that stands alone.
 */
export function piecesOf({ reply, calls, step }: ModelTurn, chosen: Chosen): Piece[] {
  const pieces: Piece[] = [];
  let index = 0;
  for (const item of reply.items) {
    if (isCall(item)) {
      const id = callId(step, index++);
      const call = calls.find((made) => made.id === id && made.quote === null);
      if (call) pieces.push({ kind: 'made', call });
    } else if (item.kind !== 'text' && mayReplay(item, chosen)) pieces.push(item);
  }
  for (const call of calls) if (call.quote !== null) pieces.push({ kind: 'made', call });
  const words = prose(reply, calls);
  const first = pieces.findIndex(({ kind }) => kind === 'made');
  if (words !== '') pieces.splice(first < 0 ? pieces.length : first, 0, { kind: 'text', text: words });
  return pieces.slice(0, pieces.findLastIndex(({ kind }) => kind === 'text' || kind === 'made') + 1);
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

/** How a codec whose calls are words puts one of another harness's: the words that ask for it, and what came of it. */
export type InWords = { words: string; answer: string };

/** An answer of another harness's where calls are words: each call as one answer of its own, with what came of it. */
export function inWords(turn: ModelTurn, chosen: Chosen, tell: (call: Call) => InWords): Message[] {
  const messages: Message[] = [];
  let items: Said[] = [];
  for (const piece of piecesOf(turn, chosen)) {
    if (piece.kind !== 'made') {
      items.push(piece);
      continue;
    }
    const { words, answer } = tell(piece.call);
    const before = items.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
    const text = [...before, words].join('\n\n');
    items = [...items.filter(({ kind }) => kind !== 'text'), { kind: 'text', text }];
    messages.push({ role: 'assistant', items }, { role: 'user', text: answer });
    items = [];
  }
  return [...messages, ...assistant(items)];
}
