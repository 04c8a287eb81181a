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
import { gatherOutput } from './gather-output.ts';
import { isCall, nameCalls } from './name-calls.ts';
import { isOtherEvent } from './other-event.ts';
import type { Assembly } from './protocol.ts';
import {
  type OutputItem,
  type ResponseUsage,
  responsesEvent,
  responsesTypes,
  type WholeResponse,
} from './responses-event.ts';

/** `id` names the model in what only it can read again. */
type Asked = { id: string; tools: readonly ToolCard[] };

/** Puts an answer together from its events, or from one whole answer. */
export function assembleResponse(
  id: string,
  { messages, tools }: Prompt,
  onDelta: (delta: Delta) => void,
): Assembly {
  const output = gatherOutput(onDelta);
  let ended: WholeResponse | null = null;

  const isCut = () => ended?.status === 'incomplete';
  const items = (): Item[] => {
    const all = output.items();
    return all.flatMap((item) => itemsOf(item, { id, tools }, isCut() && item === all.at(-1)));
  };
  const end = (response: WholeResponse): Trouble | null => {
    ended = response;
    output.end(response.output ?? []);
    return response.error ? refused(response.error) : null;
  };

  return {
    add(json) {
      if (isOtherEvent(json, responsesTypes)) return null;
      const event = responsesEvent.safeParse(json);
      if (!event.success) return { code: 'model.cut', cause: event.error };
      const { type, response, output: whole } = event.data;
      const status = endings.get(type ?? '');
      if (response && status) return end({ ...response, status: response.status ?? status });
      if (whole) return end(event.data);
      output.take(event.data);
      return null;
    },
    isWhole: (body) => 'output' in body,
    done: () => ended !== null,
    judge: (closed) => (ended || closed ? judge(ended, output.items(), items()) : { code: 'model.cut' }),
    usage: () => (ended?.usage ? usageOf(ended.usage) : null),
    reply: () => ({ items: nameCalls(items(), messages.length), cut: isCut() }),
  };
}

const refused = (error: Json): Trouble => readRefusal({ status: 0, html: false, body: { error } });

function judge(
  ended: WholeResponse | null,
  output: readonly OutputItem[],
  items: readonly Item[],
): Trouble | null {
  const { status, incomplete_details } = ended ?? {};
  if (incomplete_details?.reason === 'content_filter') return { code: 'model.filtered' };
  if (status === 'failed' || status === 'cancelled') return { code: 'model.unavailable' };
  const refusal = output.map(({ content }) => textOf(content, 'refusal')).join('');
  if (refusal.trim()) return { code: 'model.refused', said: refusal.trim() };
  const says = items.some((item) => isCall(item) || (item.kind === 'text' && item.text.trim() !== ''));
  return says || status === 'incomplete' ? null : { code: 'model.empty' };
}

/** The last event, and the status of what it tells. */
const endings: ReadonlyMap<string, string> = new Map([
  ['response.completed', 'completed'],
  ['response.incomplete', 'incomplete'],
  ['response.failed', 'failed'],
]);

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
