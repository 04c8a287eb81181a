import { errorTable } from '../../core/errors.ts';
import type { Prompt } from '../../core/model.ts';
import { type Answer, type Http, idleCode } from '../http.ts';
import { problem, type Trouble } from '../problems.ts';
import { oneLine, readRefusal } from '../refusals.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import type { Place, Try, Wire } from '../wire.ts';
import { loadDecoder, looksLikeHtml, parseJson, readChatAnswer } from './chat-answer.ts';
import { type Assembly, assemble } from './chat-reply.ts';
import { chatRequests } from './chat-request.ts';

/**
 * The chat wire: `POST {base URL}/chat/completions`, answered by server-sent events.
 * Source: https://platform.openai.com/docs/api-reference/chat
 */
export function openChat(at: Place, key: string | null, http: Http, now: () => Date): Wire {
  const requests = chatRequests(at.model, at.quirks);
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    'user-agent': 'open-interpreter-for-github',
    ...(key && { authorization: `Bearer ${key}` }),
  };
  let countTokens = true;

  async function send(prompt: Prompt, each: Try): Promise<Answer> {
    const sent = http.post({
      url: at.endpoint,
      headers,
      pieces: requests.pieces(prompt, countTokens),
      signal: each.signal,
      idleSeconds: each.idleSeconds,
    });
    const [answer] = await Promise.all([sent, loadDecoder()]);
    return answer;
  }

  async function ask(prompt: Prompt, each: Try, assembly: Assembly): Promise<Trouble | null> {
    let begun = false;
    try {
      const answer = await send(prompt, each);
      if (answer.status === 200) {
        begun = true;
        assembly.begin();
        return await readChatAnswer(answer, assembly);
      }
      const text = await answer.text();
      if (countTokens && answer.status === 400 && /stream_options|include_usage/.test(text)) {
        countTokens = false;
        return ask(prompt, each, assembly);
      }
      const html = looksLikeHtml(answer.headers.get('content-type') ?? '', text.trim());
      const trouble = readRefusal({ status: answer.status, html, body: parseJson(text) });
      return { ...trouble, retryAfterSeconds: retryAfterSeconds(answer.headers, now()) };
    } catch (error) {
      return brokenBy(error, begun);
    }
  }

  return {
    id: 'chat',
    async attempt(prompt, each) {
      const assembly = assemble(prompt.messages.length, each.onDelta);
      const trouble = await ask(prompt, each, assembly);
      if (!trouble && !each.signal.aborted) return { ok: true, reply: assembly.reply() };
      const {
        code,
        said = '',
        again,
        retryAfterSeconds = null,
        cause,
      } = each.signal.aborted || !trouble ? tooLate : trouble;
      const words = oneLine(key ? said.replaceAll(key, '***') : said);
      return {
        ok: false,
        error: problem(code === 'key.refused' && !key ? 'key.missing' : code, at, words, cause),
        usage: assembly.usage(),
        again: again ?? errorTable[code].retry,
        retryAfterSeconds,
      };
    },
  };
}

const tooLate: Trouble = { code: 'model.idle', said: 'had not finished when the time was over' };

/** What a failed connection means. `begun`: an answer had begun to come. */
function brokenBy(error: unknown, begun: boolean): Trouble {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no connection';
  if (code === idleCode) return { code: 'model.idle', said: 'went silent' };
  return begun
    ? { code: 'model.cut', cause: error }
    : { code: 'model.unreachable', said: code, cause: error };
}
