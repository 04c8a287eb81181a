import { pieces, type Style, type TokenUsage } from '../chunks.ts';
import { type Question, type Turn, textOf } from '../turn.ts';
import { encryptedBy, isModels, type ResponsesItem, responsesViolationsOf } from './responses-violations.ts';
import type { Wire } from './wire.ts';

/**
 * OpenAI's Responses API. Source: https://platform.openai.com/docs/api-reference/responses-streaming and the types of the
 * `openai` package 7.59.0, whose own client reads it in a test.
 */
export const responses: Wire = {
  questionOf,
  violationsOf: responsesViolationsOf,
  eventsOf,
  wholeOf: (turn, number, model, _style, usage) =>
    responseOf(
      number,
      model,
      endOf(turn),
      itemsOf(turn, number, model).map(({ whole }) => whole),
      usage,
    ),
  errorOf: (error) => ({ type: 'response.failed', response: { status: 'failed', error } }),
  named: true,
};

function questionOf(body: Record<string, unknown>): Question {
  const input = Array.isArray(body['input']) ? (body['input'] as ResponsesItem[]) : [];
  const tools = Array.isArray(body['tools']) ? (body['tools'] as { name?: string; type?: string }[]) : [];
  const newest = input.at(-1);
  return {
    messages: input.map((item) => ({ role: item.role ?? item.type ?? '', content: item.content })),
    tools: tools.map(({ name, type = '' }) => name ?? type),
    // One answer of the model may be several items.
    turn: input.filter((item, at) => isModels(item) && !isModels(input[at - 1] ?? {})).length,
    newest: typeof body['input'] === 'string' ? body['input'] : textOf(newest?.output ?? newest?.content),
  };
}

function eventsOf(turn: Turn, number: number, model: string, style: Style, usage: TokenUsage): object[] {
  const items = itemsOf(turn, number, model);
  const output = items.map(({ whole }) => whole);
  const end = endOf(turn);
  const events = [
    { type: 'response.created', response: responseOf(number, model, begun, [], null) },
    { type: 'response.in_progress', response: responseOf(number, model, begun, [], null) },
    ...items.flatMap(({ start, between, whole }, output_index) => [
      { type: 'response.output_item.added', output_index, item: start },
      ...between(style.piece).map((event) => ({ ...event, output_index })),
      { type: 'response.output_item.done', output_index, item: whole },
    ]),
    { type: `response.${end.status}`, response: responseOf(number, model, end, output, usage) },
  ];
  return events.map((event, sequence_number) => ({ ...event, sequence_number }));
}

type Status = { status: 'in_progress' | 'completed' | 'incomplete'; incomplete_details: object | null };
const begun: Status = { status: 'in_progress', incomplete_details: null };

/** How an answer ends that the server stopped, in the words of this wire. */
const reasons: Readonly<Record<string, string>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
};

function endOf({ finish = '' }: Turn): Status {
  const reason = reasons[finish];
  return reason
    ? { status: 'incomplete', incomplete_details: { reason } }
    : { status: 'completed', incomplete_details: null };
}

function responseOf(
  number: number,
  model: string,
  status: Status,
  output: readonly object[],
  usage: TokenUsage | null,
): object {
  return {
    id: `resp_${number}`,
    object: 'response',
    created_at: 1_700_000_000,
    ...status,
    error: null,
    model,
    output,
    usage: usage && {
      input_tokens: usage.prompt_tokens,
      input_tokens_details: usage.prompt_tokens_details,
      output_tokens: usage.completion_tokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.total_tokens,
      ...(usage.cost !== undefined && { cost: usage.cost }),
    },
  };
}

/** One item of the output: as it begins, what comes between, and whole. */
type Item = { start: object; between(piece: number): object[]; whole: object };

function itemsOf({ thinking, text, refusal, calls = [] }: Turn, number: number, model: string): Item[] {
  return [
    ...(thinking ? [reasoningItem(thinking, `rs_${number}`, model)] : []),
    ...(text ? [messageItem({ type: 'output_text', text }, `msg_${number}`)] : []),
    ...(refusal ? [messageItem({ type: 'refusal', text: refusal }, `msg_${number}`)] : []),
    ...calls.map((call, index) => callItem(call, `${number}_${index}`)),
  ];
}

function reasoningItem(thinking: string, id: string, model: string): Item {
  const at = { item_id: id, summary_index: 0 };
  const item = { id, type: 'reasoning', encrypted_content: `${encryptedBy(model)}${id}` };
  const part = { type: 'summary_text', text: thinking };
  return {
    start: { ...item, summary: [] },
    between: (piece) => [
      { type: 'response.reasoning_summary_part.added', ...at, part: { type: 'summary_text', text: '' } },
      ...pieces(thinking, piece).map((delta) => ({
        type: 'response.reasoning_summary_text.delta',
        ...at,
        delta,
      })),
      { type: 'response.reasoning_summary_text.done', ...at, text: thinking },
      { type: 'response.reasoning_summary_part.done', ...at, part },
    ],
    whole: { ...item, summary: [part] },
  };
}

function messageItem({ type, text }: { type: 'output_text' | 'refusal'; text: string }, id: string): Item {
  const at = { item_id: id, content_index: 0 };
  const item = { id, type: 'message', role: 'assistant' };
  const field = type === 'refusal' ? type : 'text';
  const part = { type, [field]: text, ...(type === 'output_text' && { annotations: [] }) };
  return {
    start: { ...item, status: 'in_progress', content: [] },
    between: (piece) => [
      { type: 'response.content_part.added', ...at, part: { ...part, [field]: '' } },
      ...pieces(text, piece).map((delta) => ({ type: `response.${type}.delta`, ...at, delta })),
      { type: `response.${type}.done`, ...at, [field]: text },
      { type: 'response.content_part.done', ...at, part },
    ],
    whole: { ...item, status: 'completed', content: [part] },
  };
}

function callItem({ name, args, custom }: NonNullable<Turn['calls']>[number], at: string): Item {
  const input = typeof args === 'string' ? args : JSON.stringify(args);
  const id = `${custom ? 'ctc' : 'fc'}_${at}`;
  const event = custom ? 'response.custom_tool_call_input' : 'response.function_call_arguments';
  const field = custom ? 'input' : 'arguments';
  const item = { id, type: custom ? 'custom_tool_call' : 'function_call', call_id: `call_${at}`, name };
  return {
    start: { ...item, status: 'in_progress', [field]: '' },
    between: (piece) => [
      ...pieces(input, piece).map((delta) => ({ type: `${event}.delta`, item_id: id, delta })),
      { type: `${event}.done`, item_id: id, [field]: input },
    ],
    whole: { ...item, status: 'completed', [field]: input },
  };
}
