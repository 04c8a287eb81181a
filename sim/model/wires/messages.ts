import { pieces, type Style, type TokenUsage } from '../chunks.ts';
import { type Question, type Turn, textOf } from '../turn.ts';
import { type MessagesMessage, messagesViolationsOf, signatureOf } from './messages-violations.ts';
import type { Wire } from './wire.ts';

/**
 * Anthropic's Messages API. Source: https://platform.claude.com/docs/build-with-claude/streaming and the types of
 * `@anthropic-ai/sdk` 0.91.1.
 */
export const messages: Wire = {
  questionOf,
  violationsOf: messagesViolationsOf,
  eventsOf,
  wholeOf: (turn, number, model, _style, usage) => ({
    ...headOf(number, model, usage),
    content: blocksOf(turn, number).map(({ whole }) => whole),
    ...endOf(turn),
    usage: { input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens },
  }),
  errorOf: (error) => ({ type: 'error', error }),
  named: true,
};

function questionOf(body: Record<string, unknown>): Question {
  const said = Array.isArray(body['messages']) ? (body['messages'] as MessagesMessage[]) : [];
  const tools = Array.isArray(body['tools']) ? (body['tools'] as { name?: string }[]) : [];
  const newest = said.at(-1)?.content;
  return {
    messages: said,
    tools: tools.map(({ name = '' }) => name),
    turn: said.filter(({ role }) => role === 'assistant').length,
    newest: Array.isArray(newest)
      ? newest.map((block) => textOf(block.type === 'tool_result' ? block.content : [block])).join('')
      : textOf(newest),
  };
}

function eventsOf(turn: Turn, number: number, model: string, style: Style, usage: TokenUsage): object[] {
  const blocks = blocksOf(turn, number).flatMap(({ start, deltas }, index) => [
    { type: 'content_block_start', index, content_block: start },
    ...deltas(style.piece).map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]);
  return [
    { type: 'message_start', message: headOf(number, model, usage) },
    { type: 'ping' },
    ...blocks,
    ...(turn.finish === 'content_filter'
      ? [{ type: 'error', error: filtered }]
      : [
          {
            type: 'message_delta',
            delta: { ...endOf(turn), stop_sequence: null },
            usage: { output_tokens: usage.completion_tokens },
          },
          { type: 'message_stop' },
        ]),
  ];
}

const headOf = (number: number, model: string, usage: TokenUsage): object => ({
  id: `msg_${number}`,
  type: 'message',
  role: 'assistant',
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: usage.prompt_tokens, output_tokens: 1 },
});

/** One block of content: as it begins, as it grows, and whole. */
type Block = { start: object; deltas(piece: number): object[]; whole: object };

function blocksOf({ thinking, text, calls = [] }: Turn, number: number): Block[] {
  return [
    ...(thinking ? [thinkingBlock(thinking)] : []),
    ...(text ? [textBlock(text)] : []),
    ...calls.map((call, index) => callBlock(call, `toolu_${number}_${index}`)),
  ];
}

const textBlock = (text: string): Block => ({
  start: { type: 'text', text: '' },
  deltas: (piece) => pieces(text, piece).map((each) => ({ type: 'text_delta', text: each })),
  whole: { type: 'text', text },
});

function thinkingBlock(thinking: string): Block {
  const signature = signatureOf(thinking);
  return {
    start: { type: 'thinking', thinking: '', signature: '' },
    deltas: (piece) => [
      ...pieces(thinking, piece).map((each) => ({ type: 'thinking_delta', thinking: each })),
      { type: 'signature_delta', signature },
    ],
    whole: { type: 'thinking', thinking, signature },
  };
}

function callBlock({ name, args }: NonNullable<Turn['calls']>[number], id: string): Block {
  const input = typeof args === 'string' ? args : JSON.stringify(args);
  return {
    start: { type: 'tool_use', id, name, input: {} },
    deltas: (piece) => pieces(input, piece).map((each) => ({ type: 'input_json_delta', partial_json: each })),
    whole: { type: 'tool_use', id, name, input: args },
  };
}

const stops: Readonly<Record<string, string>> = {
  length: 'max_tokens',
  stop: 'end_turn',
  tool_calls: 'tool_use',
};

/** Source: https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
function endOf({ finish, calls, refusal }: Turn): object {
  if (refusal)
    return {
      stop_reason: 'refusal',
      stop_details: { type: 'refusal', category: null, explanation: refusal },
    };
  return { stop_reason: finish ? (stops[finish] ?? finish) : calls?.length ? 'tool_use' : 'end_turn' };
}

/** What is withheld comes as an error. Source: https://github.com/anthropics/claude-code/issues/58367 */
const filtered = { type: 'invalid_request_error', message: 'Output blocked by content filtering policy' };
