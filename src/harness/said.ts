import type { Item, Message, Reply, Said } from '../core/model.ts';
import { type Call, callId, failure } from '../core/tool.ts';
import { isCall, type ModelTurn } from './conversation.ts';
import type { HarnessData } from './data.ts';
import type { Chosen } from './messages.ts';
import { type Returned, read } from './render.ts';

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
 * What was asked for in vain is left out.
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
  return pieces;
}

/** An answer of the model's, unless it says nothing: no wire takes a message without words or calls. */
export function assistant(items: readonly Said[]): Message[] {
  const says = items.some(
    (item) => item.kind === 'call' || (item.kind === 'text' && item.text.trim() !== ''),
  );
  return says ? [{ role: 'assistant', items }] : [];
}

/** The same without reasoning behind all else: a wire may refuse one that nothing came of. */
export function endingInWords(items: readonly Said[]): Message[] {
  const end = items.findLastIndex(({ kind }) => kind === 'text' || kind === 'call');
  return assistant(items.slice(0, end + 1));
}

/** What came of a call. One that was cut off or not begun is answered too: no protocol allows a call without answer. */
export const outcome = (turn: ModelTurn, call: string, interrupted: string): Returned =>
  turn.returned(call) ?? { call, took: 0, ran: false, result: failure(interrupted) };

/**
 * A call of another harness's in plain text, where this one has no tool that says the same. Not as words of the model's: it would
 * go on to write such words in place of calls.
 */
export const remark = (data: HarnessData, { tool, args }: Call, returned: Returned): Message => ({
  role: 'user',
  text: `Earlier, ${tool} was used with ${JSON.stringify(args)}. The result was: ${read(data, undefined, returned)}`,
});

/** How a codec whose calls are words puts one of another harness's: the words that ask for it, and what came of it. */
export type InWords = { words: string; answer: string };

/**
 * An answer of another harness's where calls are words: each call as one answer of its own, with what came of it, or a remark where
 * `tell` has no words for it.
 */
export function inWords(
  data: HarnessData,
  turn: ModelTurn,
  chosen: Chosen,
  tell: (call: Call, returned: Returned) => InWords | null,
): Message[] {
  const messages: Message[] = [];
  let items: Said[] = [];
  for (const piece of piecesOf(turn, chosen)) {
    if (piece.kind !== 'made') {
      items.push(piece);
      continue;
    }
    const returned = outcome(turn, piece.call.id, data.interrupted);
    const told = tell(piece.call, returned);
    if (told) {
      const words = [...items.flatMap((item) => (item.kind === 'text' ? [item.text] : [])), told.words];
      const reasoning = items.filter(({ kind }) => kind !== 'text');
      messages.push({ role: 'assistant', items: [...reasoning, { kind: 'text', text: words.join('\n\n') }] });
      messages.push({ role: 'user', text: told.answer });
    } else messages.push(...endingInWords(items), remark(data, piece.call, returned));
    items = [];
  }
  return [...messages, ...endingInWords(items)];
}
