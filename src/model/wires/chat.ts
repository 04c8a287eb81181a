import { errorTable, OiError } from '../../core/errors.ts';
import type { Prompt } from '../../core/model.ts';
import { idleCode, type Poster } from '../http.ts';
import type { Answer } from '../http-answer.ts';
import { problem, type Trouble } from '../problems.ts';
import { oneLine, readRefusal } from '../refusals.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import type { Failure, Place, Try, Wire } from '../wire.ts';
import { loadDecoder, looksLikeHtml, parseJson, readChatAnswer } from './chat-answer.ts';
import { type Assembly, assemble } from './chat-reply.ts';
import { chatRequests } from './chat-request.ts';

/** Parameters that only some servers know, and that help where they do: whoever refuses one is asked without it. */
const hints = ['enable_thinking', 'prompt_cache_key', 'store', 'thinking'] as const;

/** What servers take that refuse a message with calls and no reasoning. */
const echoedThinking = { field: 'reasoning_content', missing: '(reasoning omitted)' } as const;

/**
 * The chat wire: `POST {base URL}/chat/completions`, answered by server-sent events.
 * Source: https://platform.openai.com/docs/api-reference/chat
 */
export function openChat(at: Place, key: string | null, post: Poster, now: () => Date): Wire {
  let requests = chatRequests(at.model, at.quirks);
  let echoes = at.quirks.thinking !== undefined;
  let countTokens = true;
  const refusedHints = new Set<string>();
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    'user-agent': 'open-interpreter-for-github',
    ...(key && { authorization: `Bearer ${key}` }),
  };

  /** Learns from a refusal what the server wants otherwise; true if the request is worth another try because of it. */
  function learn(refusal: string, { options }: Prompt): boolean {
    if (countTokens && /stream_options|include_usage/.test(refusal)) {
      countTokens = false;
      return true;
    }
    if (!echoes && refusal.includes('reasoning_content')) {
      echoes = true;
      requests = chatRequests(at.model, { ...at.quirks, thinking: echoedThinking });
      return true;
    }
    const refused = hints.filter(
      (hint) => hint in options && !refusedHints.has(hint) && new RegExp(`\\b${hint}\\b`).test(refusal),
    );
    for (const hint of refused) refusedHints.add(hint);
    return refused.length > 0;
  }

  function pieces(prompt: Prompt): Uint8Array[] {
    if (refusedHints.size === 0) return requests.pieces(prompt, countTokens);
    const kept = Object.entries(prompt.options).filter(([name]) => !refusedHints.has(name));
    return requests.pieces({ ...prompt, options: Object.fromEntries(kept) }, countTokens);
  }

  async function send(prompt: Prompt, { signal, idleSeconds }: Try): Promise<Answer> {
    const [answer] = await Promise.all([
      post({ headers, pieces: pieces(prompt), signal, idleSeconds }),
      loadDecoder(),
    ]);
    return answer;
  }

  async function ask(prompt: Prompt, each: Try, assembly: Assembly): Promise<Trouble | null> {
    const answer = await send(prompt, each);
    if (answer.status === 200) {
      assembly.begin();
      return readChatAnswer(answer, assembly);
    }
    const text = await answer.text();
    if ([400, 422].includes(answer.status) && learn(text, prompt)) return ask(prompt, each, assembly);
    const html = looksLikeHtml(answer.headers.get('content-type') ?? '', text.trim());
    const trouble = readRefusal({ status: answer.status, html, body: parseJson(text) });
    return { ...trouble, retryAfterSeconds: retryAfterSeconds(answer.headers, now()) };
  }

  return {
    id: 'chat',
    pieces,
    async attempt(prompt, each) {
      const assembly = assemble(prompt.messages.length, each.onDelta);
      const trouble = await ask(prompt, each, assembly).catch((error) => brokenBy(error, assembly.begun()));
      if (each.signal.aborted) {
        // Whether an answer had begun, nobody can tell.
        assembly.begin();
        return failure(tooLate, assembly, at, key);
      }
      return trouble ? failure(trouble, assembly, at, key) : { ok: true, reply: assembly.reply() };
    },
  };
}

const tooLate: Trouble = { code: 'model.idle', said: 'had not finished when the time was over' };

/** What a connection that failed means. `begun`: an answer had begun to come. Throws what is not its affair. */
function brokenBy(error: unknown, begun: boolean): Trouble {
  if (error instanceof OiError || !(error instanceof Error && 'code' in error)) throw error;
  const code = String(error.code);
  if (code.startsWith('HPE_')) return { code: 'model.not-an-api', said: 'answered no HTTP' };
  if (code === idleCode) return { code: 'model.idle', said: 'went silent' };
  if (begun) return { code: 'model.cut', cause: error };
  const wrongCertificate = code.includes('CERT');
  return { code: 'model.unreachable', said: code, cause: error, ...(wrongCertificate && { again: false }) };
}

function failure(trouble: Trouble, assembly: Assembly, at: Place, key: string | null): Failure {
  const { said = '', again, retryAfterSeconds = null, cause } = trouble;
  const code = trouble.code === 'key.refused' && key === null ? 'key.missing' : trouble.code;
  const words = oneLine(key === null ? said : said.replaceAll(key, '***'));
  return {
    ok: false,
    error: problem(code, at, words, cause),
    usage: assembly.usage(),
    again: again ?? errorTable[code].retry,
    retryAfterSeconds,
  };
}
