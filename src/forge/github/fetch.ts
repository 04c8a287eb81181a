import type { Agent, IncomingMessage } from 'node:http';
import { httpFor } from '../../core/http.ts';

/** What octokit gives to fetch. */
type Asked = { method?: string; headers?: Record<string, string>; body?: string; signal?: AbortSignal };

/** What it reads of the answer. Names of headers are in small letters. */
type Answered = {
  url: string;
  status: number;
  statusText: string;
  headers: ReadonlyMap<string, string>;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
};

/** GitHub sends on who asks for a repository by a name that it had (https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api). */
const mostRedirects = 3;
/** As the global fetch has it: a connection that idled longer may have been closed by the other side. */
const keptMilliseconds = 4000;

/**
 * Fetch for octokit, by Node's own client, which is there sooner than the global one (`core/http.ts`). Redirects lead to the same
 * origin only, because the token goes with them. Fails with what the socket fails with, or the signal's reason.
 */
export function openFetch(): (url: string, asked: Asked) => Promise<Answered> {
  const agents = new Map<string, Agent>();

  return async (url, asked) => {
    let at = new URL(url);
    for (let hops = 0; ; hops++) {
      const message = await send(at, asked);
      const next = hops < mostRedirects ? redirectOf(message, at, asked) : null;
      if (!next) return answered(at, message);
      message.resume();
      at = next;
    }
  };

  function send(url: URL, { method = 'GET', headers = {}, body, signal }: Asked): Promise<IncomingMessage> {
    const { Agent, request } = httpFor(url);
    const agent = agents.get(url.protocol) ?? new Agent({ keepAlive: true, timeout: keptMilliseconds });
    agents.set(url.protocol, agent);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request(url, { method, headers, agent, ...(signal && { signal }) })
      .once('response', resolve)
      .on('error', (error) => reject(signal?.aborted ? signal.reason : named(error)))
      .end(body);
    return promise;
  }
}

function redirectOf(
  { statusCode = 0, headers }: IncomingMessage,
  from: URL,
  { method = 'GET' }: Asked,
): URL | null {
  const kept = [307, 308].includes(statusCode) || ([301, 302].includes(statusCode) && method === 'GET');
  const to = kept && headers.location ? URL.parse(headers.location, from.href) : null;
  return to?.origin === from.origin ? to : null;
}

const answered = (url: URL, message: IncomingMessage): Answered => ({
  url: url.href,
  status: message.statusCode ?? 0,
  statusText: message.statusMessage ?? '',
  headers: new Map(
    Object.entries(message.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  ),
  text: async () => (await bytesOf(message)).toString('utf8'),
  arrayBuffer: async () => Uint8Array.from(await bytesOf(message)).buffer,
});

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Where several addresses were tried, the error that stands for all has no words. */
const named = (error: NodeJS.ErrnoException): Error =>
  error.message ? error : new Error(error.code ?? error.name, { cause: error });
