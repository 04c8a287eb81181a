import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { type Delta, type Item, parseCall, type Reply, type ToolCard, type Usage } from '../../core/model.ts';
import { nothingUsed } from '../wire.ts';
import type { OutputItem, ResponsesEvent, WholeResponse } from './responses-event.ts';

/** `id` names the model in what only it can read again. */
export type Asked = { id: string; turn: number; tools: readonly ToolCard[] };

export type ResponsesAssembly = {
  /** Says that an answer has begun: from here on it costs something, if not known what. */
  begin(): void;
  begun(): boolean;
  add(event: ResponsesEvent): void;
  /** Takes the answer in one piece. */
  end(response: WholeResponse): void;
  /** The answer as the server closed it; null until it did. */
  ended(): WholeResponse | null;
  usage(): Usage;
  /** What the model says in place of an answer, where it declines to give one. */
  refusal(): string;
  /** Whether there is a text or a call. */
  empty(): boolean;
  reply(): Reply;
};

/** An item as far as it has come. */
type Slot = { item: OutputItem; streamed: string; done: boolean };

/** Puts an answer together from its events. */
export function assembleResponse(asked: Asked, onDelta: (delta: Delta) => void): ResponsesAssembly {
  const slots = new Map<number | string, Slot>();
  let ended: WholeResponse | null = null;
  let begun = false;

  const slotOf = (key: number | string): Slot => {
    const slot = slots.get(key) ?? { item: {}, streamed: '', done: false };
    slots.set(key, slot);
    return slot;
  };
  const isCut = () => ended?.status === 'incomplete';
  const items = () => {
    const all = [...slots].sort(byIndex).map(([, slot]) => wholeOf(slot));
    return all.flatMap((item) => itemsOf(item, asked, isCut() && item === all.at(-1)));
  };

  return {
    begin() {
      begun = true;
    },
    begun: () => begun,
    add({ type, output_index, item_id, item, delta, response }) {
      const key = output_index ?? item_id ?? item?.id ?? 0;
      if (type === 'response.output_item.added' && item) {
        slotOf(key).item = item;
        if (item.name) onDelta({ kind: 'call', text: item.name });
      } else if (type === 'response.output_item.done' && item) {
        Object.assign(slotOf(key), { item, done: true });
      } else if (type?.endsWith('.delta') && typeof delta === 'string') {
        const piece = pieceOf(type);
        if (!piece) return;
        const slot = slotOf(key);
        slot.item.type ??= piece.item;
        slot.streamed += delta;
        onDelta({ kind: piece.kind, text: delta });
      } else if (response && type && endings.has(type)) this.end(response);
    },
    end(response) {
      ended = response;
      for (const [index, item] of (response.output ?? []).entries()) {
        if (!slots.get(index)?.done) Object.assign(slotOf(index), { item, done: true });
      }
    },
    ended: () => ended,
    usage: () => usageOf(ended, begun),
    refusal: () =>
      [...slots.values()]
        .map(({ item }) => textOf(item.content, 'refusal'))
        .join('')
        .trim(),
    empty: () => !items().some((item) => isCall(item) || (item.kind === 'text' && item.text.trim() !== '')),
    reply: () => ({ items: named(items(), asked.turn), cut: isCut(), usage: usageOf(ended, true) }),
  };
}

const endings = new Set(['response.completed', 'response.incomplete', 'response.failed']);

const byIndex = ([one]: [number | string, Slot], [other]: [number | string, Slot]): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : 0;

/** What a piece is of, by the event that brings it. */
function pieceOf(type: string): { item: string; kind: Delta['kind'] } | null {
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

/** An item that was not closed holds what was streamed of it. */
function wholeOf({ item, streamed, done }: Slot): OutputItem {
  if (done || streamed === '') return item;
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
      return [...phaseOf(item, asked), ...said('text', textOf(item.content, 'text'))];
    case 'reasoning':
      return [...said('thinking', thoughtsIn(item)), ...encrypted(item, asked)];
    case 'function_call':
      return [parseCall(item.call_id ?? '', item.name ?? '', rawOf(item.arguments) || (cut ? '' : '{}'))];
    case 'custom_tool_call':
      return [rawCall(item, asked)];
    default:
      return [];
  }
}

const said = (kind: 'text' | 'thinking', text: string): Item[] => (text === '' ? [] : [{ kind, text }]);

const thoughtsIn = ({ summary, content }: OutputItem): string =>
  [...(summary ?? []), ...(content ?? [])].flatMap(({ text }) => (text ? [text] : [])).join('\n\n');

/**
 * Reasoning that only the server can read. It goes back without its id: with one, the server looks for the items that
 * followed it under theirs, and keeps none (`store: false`). So does Codex: codex-rs/protocol/src/models.rs of
 * openai/codex at 001cb8e.
 */
function encrypted({ id: _, status: __, content: ___, ...kept }: OutputItem, { id: model }: Asked): Item[] {
  if (!kept.encrypted_content) return [];
  return [{ kind: 'opaque', wire: 'responses', model, json: kept as JsonObject }];
}

/** Whether a text is a remark on the way or the answer; newer models want to be told again. It stands before its text. */
const phaseOf = ({ phase }: OutputItem, { id: model }: Asked): Item[] =>
  phase ? [{ kind: 'opaque', wire: 'responses', model, json: { type: 'message', phase } }] : [];

function rawCall({ call_id, name, input }: OutputItem, { tools }: Asked): Item {
  const parameter = tools.find((tool) => tool.name === name)?.freeform?.parameter ?? 'input';
  return { kind: 'call', id: call_id ?? '', name: name ?? '', args: { [parameter]: rawOf(input) } };
}

const textOf = (parts: OutputItem['content'], field: 'text' | 'refusal'): string =>
  (parts ?? []).map((part) => part[field] ?? '').join('');

const rawOf = (value: unknown): string =>
  typeof value === 'string' ? value : isJsonObject(value as Json) ? JSON.stringify(value) : '';

const isCall = (item: Item): item is Extract<Item, { kind: 'call' | 'garbled' }> =>
  item.kind === 'call' || item.kind === 'garbled';

/** Ids that the server forgot, or gave twice, are made up, unlike those of other turns. */
function named(items: readonly Item[], turn: number): Item[] {
  const ids = new Set<string>();
  let calls = 0;
  return items.map((item) => {
    if (!isCall(item)) return item;
    const made = `call_${turn}_${calls++}`;
    const id = item.id === '' || ids.has(item.id) ? made : item.id;
    ids.add(id);
    return { ...item, id };
  });
}

function usageOf(ended: WholeResponse | null, begun: boolean): Usage {
  const told = ended?.usage;
  if (!told) return begun ? { ...nothingUsed, usd: null } : nothingUsed;
  return {
    input: told.input_tokens ?? 0,
    cached: told.input_tokens_details?.cached_tokens ?? 0,
    output: told.output_tokens ?? 0,
    usd: told.cost ?? null,
  };
}
