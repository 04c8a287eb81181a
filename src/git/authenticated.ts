import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { httpFor } from '../core/http.ts';

/** A git server that needs a token, as a git process may know it. */
export type Forwarded = {
  /** Without a token, for as long as `use` runs. */
  url: string;
  /** The last status that the server answered with, other than 200; 0 when it could not be reached. */
  trouble(): number | null;
};

/** The server may think for long about a pack, but says something every few seconds. */
const silenceSeconds = 120;

/** What git's HTTP client says that the server needs to know: https://git-scm.com/docs/http-protocol */
const passedOn = [
  'accept',
  'accept-encoding',
  'content-encoding',
  'content-length',
  'content-type',
  'git-protocol',
];
const passedBack = ['cache-control', 'content-encoding', 'content-length', 'content-type'];

/**
 * Lets git fetch from a repository that needs a token without git, its arguments, its environment or a file ever holding
 * it: for the time of `use` a server of ours listens on this machine under a path that nobody can guess, passes the two
 * requests of a fetch on to that one repository, and adds the headers. Nothing can be pushed through it, no other
 * repository be reached, and no redirect is followed.
 */
export async function authenticated<T>(
  repository: { url: string; headers: Readonly<Record<string, string>> },
  use: (forwarded: Forwarded) => Promise<T>,
): Promise<T> {
  const secret = `/${randomBytes(24).toString('hex')}/repository.git`;
  let trouble: number | null = null;
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer((asked, answer) => {
    forward(repository, secret, asked, answer).then(
      (status) => {
        if (status !== 200) trouble = status;
      },
      () => {
        trouble = 0;
        answer.destroy();
      },
    );
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  try {
    return await use({ url: `http://127.0.0.1:${port}${secret}`, trouble: () => trouble });
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

/** The status that the server answered with. */
async function forward(
  { url, headers }: { url: string; headers: Readonly<Record<string, string>> },
  secret: string,
  asked: IncomingMessage,
  answer: ServerResponse,
): Promise<number> {
  const path = pathOf(asked, secret);
  if (path === null) {
    answer.writeHead(404).end();
    return 200;
  }
  const target = new URL(`${url.replace(/\/+$/, '')}${path}`);
  const sent = httpFor(target).request(target, {
    method: asked.method,
    headers: { ...only(asked.headers, passedOn), ...headers },
  });
  sent.setTimeout(silenceSeconds * 1000, () => sent.destroy(new Error('the server fell silent')));
  answer.once('close', () => sent.destroy());
  const answered = new Promise<IncomingMessage>((done, fail) =>
    sent.once('response', done).once('error', fail),
  );
  const [reply] = await Promise.all([answered, pipeline(asked, sent)]);
  const status = reply.statusCode ?? 0;
  if (status !== 200) {
    reply.resume();
    // Git would ask for a password upon 401, and go where a redirect says.
    answer.writeHead(status >= 400 && status !== 401 ? status : 403).end();
    return status;
  }
  answer.writeHead(status, only(reply.headers, passedBack));
  await pipeline(reply, answer);
  return status;
}

/** The part of a fetch's two addresses that follows the repository's, or null for everything else. */
function pathOf({ method, url = '' }: IncomingMessage, secret: string): string | null {
  const path = url.startsWith(`${secret}/`) ? url.slice(secret.length) : '';
  if (method === 'GET' && path === '/info/refs?service=git-upload-pack') return path;
  return method === 'POST' && path === '/git-upload-pack' ? path : null;
}

function only(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') kept[name] = value;
  }
  return kept;
}
