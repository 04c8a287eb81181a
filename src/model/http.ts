import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { httpFor } from '../core/http.ts';
import { type Answer, answerOf } from './http-answer.ts';

export type Post = {
  headers: Record<string, string>;
  /** The body in pieces. */
  pieces: readonly Uint8Array[];
  signal: AbortSignal;
  /** Without a byte in either direction for so long, the request fails with the code `idleCode`. */
  idleSeconds: number;
  /** The whole request is on its way: from now on there is only waiting. */
  onSent?(): void;
};

/** Sends a body to one address. Fails with what the socket fails with, or `idleCode`. */
export type Poster = (request: Post) => Promise<Answer>;

/** The proxy variables as Node's agents take them: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`. */
export type ProxyVariables = { HTTPS_PROXY?: string; HTTP_PROXY?: string; NO_PROXY?: string };

export const idleCode = 'OI_IDLE';
const connectSeconds = 30;

/**
 * POST to one address over connections that are kept and used again. Redirects are not followed (they would carry the key
 * away), and nothing is taken from the environment, no proxy either.
 */
export function openHttp(url: string, proxy: ProxyVariables | null = null): Poster {
  const target = new URL(url);
  const { Agent, request } = httpFor(target);
  const agent: Agent = new Agent({ keepAlive: true, ...(proxy && { proxyEnv: proxy }) });

  function send({ headers, pieces, signal, idleSeconds, onSent = () => {} }: Post): Promise<Answer> {
    const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    const sized = { ...headers, 'content-length': String(bytes), 'accept-encoding': 'identity' };
    const sent = request(target, { method: 'POST', agent, signal, headers: sized });
    const answer = answerTo(sent, idleSeconds);
    sent.once('finish', onSent);
    // In one write: hundreds of small ones cost more than to copy them.
    sent.end(Buffer.concat(pieces, bytes));
    return answer;
  }

  return async (post) => {
    try {
      return await send(post);
    } catch (error) {
      if (error !== staleConnection) throw error;
      return send(post);
    }
  };
}

/** The server had closed a kept connection and we had not noticed yet: no failure of either side. */
const staleConnection = Symbol('stale connection');

function answerTo(request: ClientRequest, idleSeconds: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let message: IncomingMessage | null = null;
  let code = 'ETIMEDOUT';
  const connected = () => {
    code = idleCode;
    request.setTimeout(idleSeconds * 1000);
  };
  request.setTimeout(Math.min(connectSeconds, idleSeconds) * 1000);
  request.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', connected);
    else connected();
  });
  request.on('timeout', () => {
    (message ?? request).destroy(Object.assign(new Error('No byte came in time.'), { code }));
  });
  request.on('response', (response) => {
    message = response;
    resolve(answerOf(response));
  });
  request.on('error', (error: NodeJS.ErrnoException) => {
    reject(request.reusedSocket && error.code === 'ECONNRESET' && !message ? staleConnection : error);
  });
  return promise;
}
