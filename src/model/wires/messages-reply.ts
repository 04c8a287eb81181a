import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { type Delta, type Item, type Prompt, parseCall, type Usage } from '../../core/model.ts';
import type { Trouble } from '../problems.ts';
import {
  type MessagesBlock,
  type MessagesEvent,
  type MessagesUsage,
  messagesEvent,
  messagesTypes,
} from './messages-event.ts';
import { isCall, nameCalls } from './name-calls.ts';
import { isOtherEvent } from './other-event.ts';
import type { Assembly } from './protocol.ts';

/** A block as far as it has come; `args` is the JSON of a call's input. Servers that copy the API forget the place, or count wrongly. */
type Slot = { place: number; block: MessagesBlock; args: string };

/** Puts an answer together from its events, or from one whole answer. `id` names the model in what only it can read again. */
export function assembleMessage(id: string, { messages }: Prompt, onDelta: (delta: Delta) => void): Assembly {
  const slots: Slot[] = [];
  let usage: MessagesUsage | null = null;
  let stop: string | null = null;
  let explanation = '';
  let closed = false;

  const open = (place: number, block: MessagesBlock): Slot => {
    const slot = { place, block: { ...block }, args: '' };
    slots.push(slot);
    return slot;
  };
  const begin = (index: number, block: MessagesBlock): void => {
    open(index, block);
    if (block.type === 'tool_use') onDelta({ kind: 'call', text: block.name ?? '' });
  };
  const grow = (index: number | null | undefined, delta: NonNullable<MessagesEvent['delta']>): void => {
    const at = index ?? slots.at(-1)?.place ?? 0;
    const slot = slots.findLast(({ place }) => place === at) ?? open(at, { type: blockOf(delta.type) });
    const { block } = slot;
    for (const field of ['text', 'thinking'] as const) {
      const piece = delta[field];
      if (!piece) continue;
      block[field] = (block[field] ?? '') + piece;
      onDelta({ kind: field, text: piece });
    }
    if (delta.signature) block.signature = (block.signature ?? '') + delta.signature;
    slot.args += delta.partial_json ?? '';
    if (delta.partial_json) onDelta({ kind: 'call', text: delta.partial_json });
  };
  const take = (event: MessagesEvent): void => {
    const { type, index, content_block, delta, content, message } = event;
    if (type === 'content_block_start' && content_block) begin(index ?? slots.length, content_block);
    if (type === 'content_block_delta' && delta) grow(index, delta);
    for (const [at, block] of (content ?? []).entries()) begin(at, block);
    stop = delta?.stop_reason ?? event.stop_reason ?? stop;
    explanation = (delta?.stop_details ?? event.stop_details)?.explanation ?? explanation;
    usage = merged(usage, message?.usage ?? event.usage);
    closed ||= type === 'message_stop';
  };
  const isCut = (): boolean => stop === 'max_tokens';
  const blocks = (): Slot[] => slots.toSorted((one, other) => one.place - other.place);
  const items = (): Item[] => {
    const all = blocks();
    return all.flatMap((slot) => itemsOf(slot, id, isCut() && slot === all.at(-1)));
  };

  return {
    add(json) {
      if (isOtherEvent(json, messagesTypes)) return null;
      const event = messagesEvent.safeParse(json);
      if (!event.success) return { code: 'model.cut', cause: event.error };
      take(event.data);
      return null;
    },
    isWhole: (body) => Array.isArray(body['content']),
    done: () => closed,
    judge: (ended) => judge(stop, explanation, items(), closed || ended),
    // What it costs to read the question is told first, and what the answer costs at its end.
    usage: () => usage && { ...usageOf(usage), ...(stop === null && !closed && { partly: true }) },
    reply: () => ({ items: nameCalls(items(), messages.length), cut: isCut() }),
  };
}

/** The block that a delta belongs to where nobody told its beginning. */
const blockOf = (delta: string | null | undefined): string =>
  delta === 'input_json_delta' ? 'tool_use' : delta === 'text_delta' ? 'text' : 'thinking';

/** What is told at the end wins: it is the sum so far. */
function merged(known: MessagesUsage | null, told: MessagesUsage | null | undefined): MessagesUsage | null {
  if (!told) return known;
  const given = Object.entries(told).filter(([, count]) => typeof count === 'number');
  return { ...known, ...Object.fromEntries(given) };
}

/** Stop reasons: https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
function judge(
  stop: string | null,
  explanation: string,
  items: readonly Item[],
  closed: boolean,
): Trouble | null {
  if (stop === 'refusal') return { code: 'model.refused', said: explanation || textOf(items) };
  if (stop === 'model_context_window_exceeded') return { code: 'model.overflow', said: 'the window is full' };
  if (stop === null && !closed) return { code: 'model.cut' };
  const says = items.some((item) => isCall(item) || (item.kind === 'text' && item.text.trim() !== ''));
  return says || stop === 'max_tokens' ? null : { code: 'model.empty' };
}

const textOf = (items: readonly Item[]): string =>
  items.flatMap((item) => (item.kind === 'text' ? [item.text] : [])).join('');

function itemsOf({ block, args }: Slot, model: string, cut: boolean): Item[] {
  switch (block.type) {
    case 'text':
      return block.text ? [{ kind: 'text', text: block.text }] : [];
    case 'thinking':
      return [...said(block.thinking), ...(block.signature ? [opaque(block, model)] : [])];
    case 'redacted_thinking':
      return [opaque(block, model)];
    case 'tool_use':
      return [parseCall(block.id ?? '', block.name ?? '', rawOf(block.input, args.trim(), cut))];
    default:
      return [];
  }
}

const said = (text: string | null | undefined): Item[] => (text ? [{ kind: 'thinking', text }] : []);

/** Signed or encrypted: the server takes it back only as it was. */
const opaque = (block: MessagesBlock, model: string): Item => ({
  kind: 'opaque',
  wire: 'messages',
  model,
  json: block as unknown as JsonObject,
});

/** A tool without parameters is called with no text at all; cut off, the same emptiness means nothing. */
function rawOf(input: unknown, streamed: string, cut: boolean): string {
  if (streamed !== '') return streamed;
  const whole = typeof input === 'string' ? input : JSON.stringify(input ?? {});
  const isEmpty = whole === '' || (isJsonObject(input as Json) && Object.keys(input as object).length === 0);
  return isEmpty ? (cut ? '' : '{}') : whole;
}

function usageOf(told: MessagesUsage): Usage {
  const cached = told.cache_read_input_tokens ?? 0;
  const written = told.cache_creation_input_tokens ?? 0;
  return {
    input: (told.input_tokens ?? 0) + cached + written,
    cached,
    ...(written > 0 && { written }),
    output: told.output_tokens ?? 0,
    usd: null,
  };
}
