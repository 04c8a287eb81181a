import type OpenAI from 'openai';
import { isJsonObject } from '../../core/json.ts';
import type { Answer } from '../http-answer.ts';
import type { Trouble } from '../problems.ts';
import { readRefusal } from '../refusals.ts';
import type { Assembly } from './protocol.ts';

/**
 * Reads an answer of status 200 into `assembly`: an event stream, or one JSON body from a server that ignores `stream`.
 * Answers what was wrong with it, or null. Throws what the connection throws.
 */
export async function readAnswer(answer: Answer, assembly: Assembly): Promise<Trouble | null> {
  const type = answer.headers.get('content-type') ?? '';
  if (type.includes('event-stream')) {
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
  const { Stream } = await loadDecoder();
  // The decoder reads nothing of a response but its body. Without a logger of a client it would write to the console.
  const response = { body } as unknown as Response;
  const silent = {} as OpenAI;
  const events = Stream.fromSSEResponse<unknown>(response, new AbortController(), silent, false, 'events');
  try {
    for await (const event of events) {
      const trouble = add(assembly, event);
      if (trouble || assembly.done()) return trouble;
    }
  } catch (error) {
    if (error instanceof SyntaxError) return { code: 'model.cut', cause: error };
    throw error;
  }
  return null;
}

function add(assembly: Assembly, json: unknown): Trouble | null {
  if (!isJsonObject(json) || !json['error']) return assembly.add(json);
  return readRefusal({ status: 0, html: false, body: json });
}
