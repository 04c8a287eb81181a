import type { ServerSentEvent } from 'openai/core/streaming';
import { isJsonObject } from '../../core/json.ts';
import type { Answer } from '../http-answer.ts';
import type { Trouble } from '../problems.ts';
import { readRefusal } from '../refusals.ts';
import type { Assembly } from './protocol.ts';

/**
 * Reads an answer of status 200 into `assembly`: an event stream, or one JSON body from a server that ignores `stream`. Either
 * may come under the other's type, above all what a gateway says that promised a stream and fails. Answers what was wrong with it, or null. Throws what the connection throws.
 */
export async function readAnswer(answer: Answer, assembly: Assembly): Promise<Trouble | null> {
  const type = answer.headers.get('content-type') ?? '';
  if (type.includes('event-stream') && !/^\s*[{<]/.test(await answer.opening())) {
    const trouble = await readEvents(answer.body, assembly);
    const closed = !answer.ended();
    // What is left has to be read before the next request can have the connection, and the decoder does not wait for it.
    await answer.body.return(undefined);
    return trouble ?? assembly.judge(closed);
  }
  const text = (await answer.text(wholeAnswerBytes)).trim();
  if (looksLikeHtml(type, text)) return readRefusal({ status: 200, html: true, body: null });
  const whole = parseJson(text);
  if (isJsonObject(whole)) {
    const known = whole['error'] || assembly.isWhole(whole);
    return known ? (add(assembly, whole) ?? assembly.judge(true)) : somethingElse;
  }
  if (!/^(data|event):/.test(text)) return somethingElse;
  return (await readEvents(inOnePiece(text), assembly)) ?? assembly.judge(text.endsWith('[DONE]'));
}

const somethingElse: Trouble = { code: 'model.not-an-api', said: 'answered something else (200)' };
const wholeAnswerBytes = 32_000_000;

export const looksLikeHtml = (type: string, text: string): boolean =>
  type.includes('html') || text.startsWith('<');

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function* inOnePiece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/**
 * The SDK's decoder of event streams, loaded while the answer is awaited. Of the SDK's client nothing is used: it costs
 * 50 ms of CPU and 20 MB before the first request, and fills what is not given to it (destination, headers, log level)
 * from the environment.
 */
export const loadDecoder = () => import('openai/core/streaming');

async function readEvents(body: AsyncIterable<Uint8Array>, assembly: Assembly): Promise<Trouble | null> {
  const { _iterSSEMessages: decode } = await loadDecoder();
  const stop = new AbortController();
  // The decoder reads nothing of a response but its body.
  for await (const event of decode({ body } as unknown as Response, stop)) {
    const trouble = readEvent(event, assembly);
    if (trouble === 'over' || trouble || assembly.done()) {
      // Else it would wait for the rest of the body.
      stop.abort();
      return trouble === 'over' ? null : trouble;
    }
  }
  return null;
}

/** An event without data is none (https://html.spec.whatwg.org/multipage/server-sent-events.html): servers keep awake with them. */
function readEvent({ event, data }: ServerSentEvent, assembly: Assembly): Trouble | 'over' | null {
  const text = data.trim();
  if (text === '') return null;
  if (text === '[DONE]') return 'over';
  const json = parseJson(text);
  if (json !== undefined) return add(assembly, json);
  return event === 'error' ? refused({ message: text }) : { code: 'model.cut' };
}

/** All three wires tell errors within a stream alike: as `error`, or as an event of that type. */
function add(assembly: Assembly, json: unknown): Trouble | null {
  const isError = isJsonObject(json) && (json['error'] || json['type'] === 'error');
  return isError ? refused(json) : assembly.add(json);
}

const refused = (body: unknown): Trouble => readRefusal({ status: 0, html: false, body });
