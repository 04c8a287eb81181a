import { errorTable, OiError } from '../../core/errors.ts';
import type { Prompt, Usage } from '../../core/model.ts';
import { idleCode, type Poster } from '../http.ts';
import type { Answer } from '../http-answer.ts';
import { problem, type Trouble } from '../problems.ts';
import { oneLine, readRefusal } from '../refusals.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import { type Failure, nothingUsed, type Place, type Try, type Wire } from '../wire.ts';
import type { Assemble, Assembly, Protocol } from './protocol.ts';
import { loadDecoder, looksLikeHtml, parseJson, readAnswer } from './read-answer.ts';

/** A protocol over HTTP: one POST, answered by server-sent events. */
export function openWire(
  protocol: Protocol,
  at: Place,
  key: string | null,
  post: Poster,
  now: () => Date,
): Wire {
  const refusedHints = new Set<string>();
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    'user-agent': 'open-interpreter-for-github',
    ...protocol.headers,
  };

  function learn(refusal: string, { options }: Prompt): boolean {
    if (protocol.learn(refusal)) return true;
    const refused = protocol.hints.filter(
      (hint) => hint in options && !refusedHints.has(hint) && new RegExp(`\\b${hint}\\b`).test(refusal),
    );
    for (const hint of refused) refusedHints.add(hint);
    return refused.length > 0;
  }

  function pieces(prompt: Prompt): Uint8Array[] {
    if (refusedHints.size === 0) return protocol.pieces(prompt);
    const kept = Object.entries(prompt.options).filter(([name]) => !refusedHints.has(name));
    return protocol.pieces({ ...prompt, options: Object.fromEntries(kept) });
  }

  /** What reads the answer is loaded while it is awaited. */
  async function send(prompt: Prompt, { signal, idleSeconds }: Try): Promise<[Answer, Assemble]> {
    const load = () => Promise.all([protocol.reader(), loadDecoder()]);
    const answer = await post({ headers, pieces: pieces(prompt), signal, idleSeconds, onSent: load });
    const [assemble] = await load();
    return [answer, assemble];
  }

  async function ask(
    prompt: Prompt,
    each: Try,
    begin: (assembly: Assembly) => void,
  ): Promise<Trouble | null> {
    const [answer, assemble] = await send(prompt, each);
    if (answer.status === 200) {
      const assembly = assemble(prompt, each.onDelta);
      begin(assembly);
      return readAnswer(answer, assembly);
    }
    const text = await answer.text();
    if ([400, 422].includes(answer.status) && learn(text, prompt)) return ask(prompt, each, begin);
    const html = looksLikeHtml(answer.headers.get('content-type') ?? '', text.trim());
    const trouble = readRefusal({ status: answer.status, html, body: parseJson(text) });
    return { ...trouble, retryAfterSeconds: retryAfterSeconds(answer.headers, now()) };
  }

  return {
    pieces,
    async attempt(prompt, each) {
      const begun: Assembly[] = [];
      const trouble = await ask(prompt, each, (assembly) => begun.push(assembly)).catch((error) =>
        brokenBy(error, begun.length > 0),
      );
      const [assembly] = begun;
      // Once an answer has begun it costs something, if not known what. Of one that was given up nobody can tell.
      const usage = assembly?.usage() ?? (assembly || each.signal.aborted ? unknownUse : nothingUsed);
      if (each.signal.aborted) return failure(tooLate, usage, at, key);
      if (trouble || !assembly) return failure(trouble ?? { code: 'model.cut' }, usage, at, key);
      return { ok: true, reply: { ...assembly.reply(), usage } };
    },
  };
}

const unknownUse: Usage = { ...nothingUsed, usd: null };
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

function failure(trouble: Trouble, usage: Usage, at: Place, key: string | null): Failure {
  const { said = '', again, retryAfterSeconds = null, cause } = trouble;
  const code = trouble.code === 'key.refused' && key === null ? 'key.missing' : trouble.code;
  const words = oneLine(key === null ? said : said.replaceAll(key, '***'));
  return {
    ok: false,
    error: problem(code, at, words, cause),
    usage,
    again: again ?? errorTable[code].retry,
    retryAfterSeconds,
  };
}
