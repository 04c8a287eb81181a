import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Style, type TokenUsage, usageChunk, wordsIn, wordsOf } from './chunks.ts';
import { type Fault, overflow } from './faults.ts';
import type { CountTokens } from './tokens.ts';
import { type Question, type Script, type Turn, turnOf } from './turn.ts';
import type { Wire } from './wires/wire.ts';

export type Behaviour = Style & {
  script: Script;
  /** By request number: the first entry is for the first request; null, and what lies beyond the list, is none. */
  faults: readonly (Fault | null)[];
  /** `running`: every chunk tells what was used so far. `refused`: the server answers 400 to `stream_options`, as old ones do. */
  usage: 'when-asked' | 'never' | 'refused' | 'running';
  /** US dollars for a token, told with the tokens. */
  price: { input: number; output: number } | null;
  /** Refuses calls without the reasoning that led to them, as DeepSeek does. */
  wantsThinking?: boolean;
  /** Refuses what is longer than so many tokens. */
  window?: number;
  /** Answers without streaming, whatever was asked. */
  whole?: boolean;
  /** Leaves the `[DONE]` at the end out. */
  noDone?: boolean;
};

export type Exchange = {
  number: number;
  body: Record<string, unknown>;
  wire: Wire;
  question: Question;
  response: ServerResponse;
  /** Tokens of the request. */
  input: number;
  countTokens: CountTokens;
  /** The sum over all exchanges, to be added to. */
  usage: { input: number; output: number };
  /** The sum of what clients were told. */
  told: { input: number; output: number; usd: number };
};

/** Answers one request as the script says, unless a fault is due. */
export async function respond(at: Exchange, how: Behaviour): Promise<void> {
  const isTooLong = at.input > (how.window ?? Number.POSITIVE_INFINITY);
  const fault = how.faults[at.number - 1] ?? (isTooLong ? overflow(how.window) : null);
  if (fault?.kind === 'reset') return void at.response.socket?.resetAndDestroy();
  if (fault?.kind === 'status') return sendStatus(at.response, fault);
  if (how.usage === 'refused' && 'stream_options' in at.body) {
    return sendError(at.response, 400, 'Unrecognized request argument supplied: stream_options');
  }
  const thoughtless = at.question.messages.some((said) => said.tool_calls && !(how.thinking in said));
  if (how.wantsThinking && thoughtless)
    return sendError(at.response, 400, `Missing \`${how.thinking}\` field in the assistant message.`);
  const turn = fault?.kind === 'answer' ? fault.turn : await turnOf(how.script, at.question);
  if (!turn) return sendError(at.response, 500, `The script has no turn ${at.question.turn}.`);
  const usage = count(at, turn, how);
  const model = String(at.body['model']);
  if (how.whole || (at.wire.named && at.body['stream'] !== true)) {
    tell(at, usage);
    return sendJson(at.response, 200, at.wire.wholeOf(turn, at.number, model, how, usage));
  }
  const counted = how.usage === 'when-asked' && 'stream_options' in at.body;
  const said = at.wire.eventsOf(turn, at.number, model, how, usage);
  const chunks: Chunk[] = [
    ...(how.usage === 'running' ? running(at, said, how) : said),
    ...(counted ? [usageChunk(at.number, model, usage)] : []),
  ];
  const sent = await stream(at, chunks, fault, how.noDone !== true && !at.wire.named);
  tell(at, at.wire.named ? usage : chunks.slice(0, sent).findLast((chunk) => chunk.usage)?.usage);
}

type Chunk = { usage?: TokenUsage };

/** The same chunks, each with what was used up to there. */
function running(at: Exchange, chunks: readonly object[], how: Behaviour): Chunk[] {
  let words = '';
  return chunks.map((chunk) => {
    words += wordsIn(chunk);
    return { ...chunk, usage: usageOf(at.input, at.countTokens(words), how) };
  });
}

function count(at: Exchange, turn: Turn, how: Behaviour): TokenUsage {
  const output = at.countTokens(wordsOf(turn));
  at.usage.input += at.input;
  at.usage.output += output;
  return usageOf(at.input, output, how);
}

const usageOf = (input: number, output: number, { price }: Behaviour): TokenUsage => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: 0 },
  ...(price && { cost: input * price.input + output * price.output }),
});

function tell({ told }: Exchange, usage: TokenUsage | undefined): void {
  told.input += usage?.prompt_tokens ?? 0;
  told.output += usage?.completion_tokens ?? 0;
  told.usd += usage?.cost ?? 0;
}

/** Answers how many chunks were sent. */
async function stream(
  { response, wire }: Exchange,
  chunks: readonly object[],
  fault: Fault | null,
  done: boolean,
): Promise<number> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const [at, chunk] of chunks.entries()) {
    if (fault && 'after' in fault && at === fault.after) {
      breakOff(response, wire, fault);
      return at;
    }
    if (fault?.kind === 'slow') await sleep(fault.milliseconds);
    response.write(lines(wire, chunk));
  }
  if (done) response.write('data: [DONE]\n\n');
  response.end();
  return chunks.length;
}

function lines({ named }: Wire, event: object): string {
  const name = named ? `event: ${(event as { type: string }).type}\n` : '';
  return `${name}data: ${JSON.stringify(event)}\n\n`;
}

function breakOff(response: ServerResponse, wire: Wire, fault: Extract<Fault, { after: number }>): void {
  switch (fault.kind) {
    case 'idle':
      response.flushHeaders();
      return;
    case 'unfinished':
      response.end();
      return;
    case 'garbage':
      response.end('data: {"choices":[{"delta":{"con\n\n');
      return;
    case 'error':
      response.end(lines(wire, wire.errorOf(fault.error)));
      return;
    case 'cut':
      // What was written has to leave first, or the client would see a reset in the place of half an answer.
      response.write(': \n\n', () => response.destroy());
  }
}

function sendStatus(
  response: ServerResponse,
  { status, body, headers }: Extract<Fault, { kind: 'status' }>,
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}

const sendJson = (response: ServerResponse, status: number, body: object): void =>
  sendStatus(response, { kind: 'status', status, body });
const sendError = (response: ServerResponse, status: number, message: string): void =>
  sendJson(response, status, { error: { message, type: 'invalid_request_error', param: null, code: null } });
