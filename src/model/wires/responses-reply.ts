import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import {
  type Delta,
  type Item,
  type Prompt,
  parseCall,
  type ToolCard,
  type Usage,
} from '../../core/model.ts';
import type { Trouble } from '../problems.ts';
import { readRefusal } from '../refusals.ts';
import { isCall, nameCalls } from './name-calls.ts';
import type { Assembly } from './protocol.ts';
import {
  type OutputItem,
  type ResponsesEvent,
  type ResponseUsage,
  responsesEvent,
  type WholeResponse,
} from './responses-event.ts';

/** `id` names the model in what only it can read again. */
type Asked = { id: string; tools: readonly ToolCard[] };

/** An item as far as it has come. */
type Slot = { item: OutputItem; streamed: string; done: boolean };

/** Puts an answer together from its events, or from one whole answer. */
export function assembleResponse(
  id: string,
  { messages, tools }: Prompt,
  onDelta: (delta: Delta) => void,
): Assembly {
  const slots = new Map<number | string, Slot>();
  let ended: WholeResponse | null = null;

  const slotOf = (key: number | string): Slot => {
    const slot = slots.get(key) ?? { item: {}, streamed: '', done: false };
    slots.set(key, slot);
    return slot;
  };
  const isCut = () => ended?.status === 'incomplete';
  const items = (): Item[] => {
    const all = [...slots].sort(byIndex).map(([, slot]) => wholeOf(slot));
    return all.flatMap((item) => itemsOf(item, { id, tools }, isCut() && item === all.at(-1)));
  };

  const stream = ({ type, output_index, item_id, item, delta }: ResponsesEvent): void => {
    const begins = type === 'response.output_item.added' && item;
    const newest = [...slots.keys()].at(-1);
    const open = newest !== undefined && !begins && !slots.get(newest)?.done;
    const unnamed = open ? newest : `item ${slots.size}`;
    const key = output_index ?? item_id ?? item?.id ?? unnamed;
    const piece = pieceOf(type);
    if (begins) {
      slotOf(key).item = item;
      if (item.name) onDelta({ kind: 'call', text: item.name });
    } else if (type === 'response.output_item.done' && item) {
      Object.assign(slotOf(key), { item, done: true });
    } else if (piece && typeof delta === 'string') {
      const slot = slotOf(key);
      slot.item.type ??= piece.item;
      slot.streamed += delta;
      onDelta({ kind: piece.kind, text: delta });
    }
  };
  const end = (response: WholeResponse): Trouble | null => {
    ended = response;
    // What the stream gave no place to is told again here.
    const placed = [...slots.keys()].every((key) => typeof key === 'number');
    if (!placed && response.output?.length) slots.clear();
    for (const [index, item] of (response.output ?? []).entries()) {
      if (!slots.get(index)?.done) Object.assign(slotOf(index), { item, done: true });
    }
    return response.error ? refused(response.error) : null;
  };

  return {
    add(json) {
      const event = responsesEvent.safeParse(json);
      if (!event.success) return { code: 'model.cut', cause: event.error };
      const { type, response, output } = event.data;
      if (type === 'error') return refused(json as Json);
      if (response && endings.has(type ?? '')) return end(response);
      if (output) return end(event.data);
      stream(event.data);
      return null;
    },
    isWhole: (body) => 'output' in body,
    done: () => ended !== null,
    judge: (closed) => (ended || closed ? judge(ended, slots, items()) : { code: 'model.cut' }),
    usage: () => (ended?.usage ? usageOf(ended.usage) : null),
    reply: () => ({ items: nameCalls(items(), messages.length), cut: isCut() }),
  };
}

const refused = (error: Json): Trouble => readRefusal({ status: 0, html: false, body: { error } });

function judge(
  ended: WholeResponse | null,
  slots: ReadonlyMap<unknown, Slot>,
  items: readonly Item[],
): Trouble | null {
  const { status, incomplete_details } = ended ?? {};
  if (incomplete_details?.reason === 'content_filter') return { code: 'model.filtered' };
  if (status === 'failed' || status === 'cancelled') return { code: 'model.unavailable' };
  const refusal = [...slots.values()].map(({ item }) => textOf(item.content, 'refusal')).join('');
  if (refusal.trim()) return { code: 'model.refused', said: refusal.trim() };
  const says = items.some((item) => isCall(item) || (item.kind === 'text' && item.text.trim() !== ''));
  return says || status === 'incomplete' ? null : { code: 'model.empty' };
}

const endings = new Set(['response.completed', 'response.incomplete', 'response.failed']);

const byIndex = ([one]: [number | string, Slot], [other]: [number | string, Slot]): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : 0;

/** What a piece is of, by the event that brings it. */
function pieceOf(type: ResponsesEvent['type']): { item: string; kind: Delta['kind'] } | null {
  switch (type) {
    case 'response.output_text.delta':
      return { item: 'message', kind: 'text' };
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      return { item: 'reasoning', kind: 'thinking' };
    case 'response.function_call_arguments.delta':
      return { item: 'function_call', kind: 'call' };
    case 'response.custom_tool_call_input.delta':
      return { item: 'custom_tool_call', kind: 'call' };
    default:
      return null;
  }
}

/** An item that was not closed holds what was streamed of it; what of it is encrypted may not be whole. */
function wholeOf({ item: begun, streamed, done }: Slot): OutputItem {
  if (done) return begun;
  const item = { ...begun, encrypted_content: null };
  if (streamed === '') return item;
  switch (item.type) {
    case 'function_call':
      return { ...item, arguments: streamed };
    case 'custom_tool_call':
      return { ...item, input: streamed };
    case 'reasoning':
      return { ...item, summary: [{ type: 'summary_text', text: streamed }] };
    default:
      return { ...item, content: [{ type: 'output_text', text: streamed }] };
  }
}

/** A tool without parameters is often called with no text at all; cut off, the same emptiness means nothing. */
function itemsOf(item: OutputItem, asked: Asked, cut: boolean): Item[] {
  switch (item.type) {
    case 'message':
      return said({
        kind: 'text',
        text: textOf(item.content, 'text'),
        ...(item.phase && { phase: item.phase }),
      });
    case 'reasoning':
      return [...said({ kind: 'thinking', text: thoughtsIn(item) }), ...encrypted(item, asked)];
    case 'function_call':
      return [parseCall(item.call_id ?? '', item.name ?? '', rawOf(item.arguments) || (cut ? '' : '{}'))];
    case 'custom_tool_call':
      return [rawCall(item, asked)];
    default:
      return [];
  }
}

const said = (item: Extract<Item, { text: string }>): Item[] => (item.text === '' ? [] : [item]);

const thoughtsIn = ({ summary, content }: OutputItem): string =>
  [...(summary ?? []), ...(content ?? [])].flatMap(({ text }) => (text ? [text] : [])).join('\n\n');

/**
 * Reasoning that only the server can read. Nothing goes back with an id: by ids the server finds out that an item lacks the
 * reasoning that led to it, which another model cannot be given. So did Codex (codex-rs/protocol/src/models.rs of openai/codex
 * at 001cb8e), before it sent each with its own.
 */
function encrypted({ id: _, status: __, content: ___, ...kept }: OutputItem, { id: model }: Asked): Item[] {
  if (!kept.encrypted_content) return [];
  return [{ kind: 'opaque', wire: 'responses', model, json: kept as JsonObject }];
}

function rawCall({ call_id, name, input }: OutputItem, { tools }: Asked): Item {
  const parameter = tools.find((tool) => tool.name === name)?.freeform?.parameter ?? 'input';
  return { kind: 'call', id: call_id ?? '', name: name ?? '', args: { [parameter]: rawOf(input) } };
}

const textOf = (parts: OutputItem['content'], field: 'text' | 'refusal'): string =>
  (parts ?? []).map((part) => part[field] ?? '').join('');

const rawOf = (value: unknown): string =>
  typeof value === 'string' ? value : isJsonObject(value as Json) ? JSON.stringify(value) : '';

const usageOf = (told: ResponseUsage): Usage => ({
  input: told.input_tokens ?? 0,
  cached: told.input_tokens_details?.cached_tokens ?? 0,
  output: told.output_tokens ?? 0,
  usd: told.cost ?? null,
});
