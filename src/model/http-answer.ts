import type { IncomingMessage } from 'node:http';

/** An answer whose head has come. Its body is read once: piece by piece, or whole. */
export type Answer = {
  status: number;
  headers: { get(name: string): string | null };
  body: AsyncGenerator<Uint8Array>;
  /** How the body begins, as far as its first bytes come; nothing is taken from it. Before it is read. */
  opening(): Promise<string>;
  /** Whether the body came to its own end, as against a reader that stopped early. */
  ended(): boolean;
  /** At most `maxBytes`, as UTF-8; what follows is left out. */
  text(maxBytes?: number): Promise<string>;
};

export function answerOf(message: IncomingMessage): Answer {
  let ended = false;
  const chunks: AsyncIterator<Uint8Array> = message.iterator({ destroyOnReturn: false });
  let first: Promise<IteratorResult<Uint8Array>> | null = null;
  const begin = () => {
    first ??= chunks.next();
    return first;
  };
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      for (let each = await begin(); !each.done; each = await chunks.next()) yield each.value;
      ended = true;
    } finally {
      // As long as it is iterated over, a message does not flow.
      await chunks.return?.();
      if (!ended) await letGo(message);
    }
  }
  const body = bytes();
  return {
    status: message.statusCode ?? 0,
    headers: { get: (name) => [message.headers[name]].flat().join(', ') || null },
    body,
    opening: async () => Buffer.from((await begin()).value ?? []).toString('utf8'),
    ended: () => ended,
    text: (maxBytes = 1_000_000) => textOf(body, maxBytes),
  };
}

/** Reads what is left for a moment, so that the connection can serve the next request; else closes it. */
function letGo(message: IncomingMessage): Promise<void> {
  if (message.readableEnded || message.destroyed) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
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
