import type { Turn } from './turn.ts';

export type TokenUsage = {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details: { cached_tokens: number };
  /** US dollars, from providers that tell. Source: https://openrouter.ai/docs/use-cases/usage-accounting */
  cost?: number;
};

/** Where providers differ in how they stream. */
export type Style = {
  /** Characters of text, or of arguments, in one chunk. */
  piece: number;
  /** The field that reasoning travels in. */
  thinking: 'reasoning_content' | 'reasoning';
};

type Head = { id: string; object: 'chat.completion.chunk'; created: number; model: string };

/** The chunks of one streamed answer, cut into pieces as real servers do: the name first, then arguments bit by bit. */
export function chunksOf(turn: Turn, number: number, model: string, style: Style): object[] {
  const head: Head = {
    id: `chatcmpl-${number}`,
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model,
  };
  const chunk = (delta: object, finish: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  });
  const calls = turn.calls ?? [];
  return [
    chunk({ role: 'assistant', content: '' }),
    ...pieces(turn.thinking ?? '', style.piece).map((text) => chunk({ [style.thinking]: text })),
    ...pieces(turn.text ?? '', style.piece).map((content) => chunk({ content })),
    ...(turn.refusal ? [chunk({ refusal: turn.refusal })] : []),
    ...calls.flatMap((call, index) => callChunks(call, index, number, style).map((each) => chunk(each))),
    chunk({}, finishOf(turn)),
  ];
}

type Delta = {
  content?: string;
  reasoning_content?: string;
  reasoning?: string;
  tool_calls?: readonly { function: { name?: string; arguments: string } }[];
};

/** What the model wrote in one chunk. */
export function wordsIn(chunk: object): string {
  const delta = (chunk as { choices?: readonly { delta?: Delta }[] }).choices?.[0]?.delta ?? {};
  const { reasoning_content, reasoning, content, tool_calls = [] } = delta;
  const calls = tool_calls.map(({ function: named }) => (named.name ?? '') + named.arguments);
  return [reasoning_content, reasoning, content, ...calls].join('');
}

/** The last chunk, for those who ask with `stream_options`. */
export const usageChunk = (number: number, model: string, usage: TokenUsage): object => ({
  id: `chatcmpl-${number}`,
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model,
  choices: [],
  usage,
});

/** The same answer in one piece, as a server sends it that knows no streaming. */
export function wholeOf(turn: Turn, number: number, model: string, style: Style, usage: TokenUsage): object {
  const calls = (turn.calls ?? []).map((call, index) => ({
    ...idOf(call, number, index),
    type: 'function',
    function: { name: call.name, arguments: argumentsOf(call.args) },
  }));
  const message = {
    role: 'assistant',
    content: turn.text ?? null,
    ...(turn.refusal && { refusal: turn.refusal }),
    ...(turn.thinking && { [style.thinking]: turn.thinking }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return {
    id: `chatcmpl-${number}`,
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message, finish_reason: finishOf(turn) }],
    usage,
  };
}

/** What a turn is paid by: all that the model wrote. */
export const wordsOf = (turn: Turn): string =>
  [
    turn.thinking,
    turn.text,
    turn.refusal,
    ...(turn.calls ?? []).flatMap(({ name, args }) => [name, argumentsOf(args)]),
  ].join('');

type Call = NonNullable<Turn['calls']>[number];

function callChunks(call: Call, index: number, number: number, style: Style): object[] {
  const { name, args } = call;
  const start = { index, ...idOf(call, number, index), type: 'function', function: { name, arguments: '' } };
  const rest = pieces(argumentsOf(args), style.piece).map((text) => ({
    index,
    function: { arguments: text },
  }));
  return [start, ...rest].map((piece) => ({ tool_calls: [piece] }));
}

/** A server that gives none leaves the key out. */
const idOf = ({ id }: Call, number: number, index: number): { id?: string } =>
  id === null ? {} : { id: id ?? `call_${number}_${index}` };
const argumentsOf = (args: Call['args']): string => (typeof args === 'string' ? args : JSON.stringify(args));
const finishOf = (turn: Turn): string => turn.finish ?? (turn.calls?.length ? 'tool_calls' : 'stop');

export function pieces(text: string, size: number): string[] {
  const letters = [...text];
  return Array.from({ length: Math.ceil(letters.length / size) }, (_, at) =>
    letters.slice(at * size, (at + 1) * size).join(''),
  );
}
