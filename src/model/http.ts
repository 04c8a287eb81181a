import type { Agent, IncomingMessage, RequestOptions } from 'node:http';

/** An answer whose head has come. `body` may be read once; `text` reads it whole. */
export type Answer = {
  status: number;
  headers: { get(name: string): string | null };
  body: AsyncIterable<Uint8Array>;
  /** Whether the body came to its own end, as against a reader that stopped early. */
  ended(): boolean;
  /** At most `maxBytes`, as UTF-8; what follows is left out. */
  text(maxBytes?: number): Promise<string>;
};

export type Post = {
  url: string;
  headers: Record<string, string>;
  /** The body in pieces, so that nobody has to glue a long conversation together for each request. */
  pieces: readonly Uint8Array[];
  signal: AbortSignal;
  /** Without a byte in either direction for so long, the request fails with the code `idleCode`. */
  idleSeconds: number;
};

export type Http = { post(request: Post): Promise<Answer> };

/** The proxy variables as Node's agents take them: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`. */
export type ProxyVariables = { HTTPS_PROXY?: string; HTTP_PROXY?: string; NO_PROXY?: string };

export const idleCode = 'OI_IDLE';
const connectSeconds = 30;

/**
 * HTTP for one model: connections are kept and used again, redirects are not followed (they would carry the key away),
 * and nothing is taken from the environment, no proxy either.
 *
 * Not the global fetch, and not `import 'node:http'`: both load undici (the latter for the sake of its WebSocket
 * re-export), which costs 25 to 35 ms of CPU and 15 MB.
 */
export function openHttp(proxy: ProxyVariables | null = null): Http {
  const agents = new Map<string, Agent>();
  const agentFor = (protocol: string): Agent => {
    const { Agent } = moduleFor(protocol);
    const agent = agents.get(protocol) ?? new Agent({ keepAlive: true, ...(proxy && { proxyEnv: proxy }) });
    agents.set(protocol, agent);
    return agent;
  };
  return {
    async post(request) {
      const agent = agentFor(new URL(request.url).protocol);
      try {
        return await send(request, agent);
      } catch (error) {
        // The server had closed a kept connection that we had not seen close: no failure of either side.
        if (!(error instanceof Error) || !('staleConnection' in error)) throw error;
        return send(request, agent);
      }
    },
  };
}

const moduleFor = (protocol: string) =>
  process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');

function send({ url, headers, pieces, signal, idleSeconds }: Post, agent: Agent): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  const options: RequestOptions = {
    method: 'POST',
    agent,
    signal,
    headers: { ...headers, 'content-length': String(length), 'accept-encoding': 'identity' },
  };
  const target = new URL(url);
  const request = moduleFor(target.protocol).request(target, options);
  let message: IncomingMessage | null = null;
  request.setTimeout(Math.min(connectSeconds, idleSeconds) * 1000);
  request.once('socket', (socket) => {
    const connected = () => request.setTimeout(idleSeconds * 1000);
    if (socket.connecting) socket.once('connect', connected);
    else connected();
  });
  request.on('timeout', () => {
    const idle = Object.assign(new Error('No byte came in time.'), { code: idleCode });
    (message ?? request).destroy(idle);
  });
  request.on('response', (response) => {
    message = response;
    resolve(answerOf(response));
  });
  request.on('error', (error: NodeJS.ErrnoException) => {
    const stale = request.reusedSocket && error.code === 'ECONNRESET' && !message;
    reject(stale ? Object.assign(error, { staleConnection: true }) : error);
  });
  request.cork();
  for (const piece of pieces) request.write(piece);
  request.uncork();
  request.end();
  return promise;
}

function answerOf(message: IncomingMessage): Answer {
  let ended = false;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of message.iterator({ destroyOnReturn: false })) yield chunk;
      ended = true;
    } finally {
      if (!ended) await letGo(message);
    }
  }
  const body = bytes();
  return {
    status: message.statusCode ?? 0,
    headers: { get: (name) => [message.headers[name.toLowerCase()]].flat().join(', ') || null },
    body,
    ended: () => ended,
    text: (maxBytes = 1_000_000) => textOf(body, maxBytes),
  };
}

/** Reads what is left for a moment, so that the connection can serve the next request; else closes it. */
function letGo(message: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (message.readableEnded || message.destroyed) return Promise.resolve();
  const close = setTimeout(() => message.destroy(), 200);
  message.once('close', () => {
    clearTimeout(close);
    resolve();
  });
  message.on('error', () => {});
  message.resume();
  return promise;
}

async function textOf(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}
