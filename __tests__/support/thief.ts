import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

const authority = (file: string): string =>
  fileURLToPath(new URL(`../fixtures/strange-authority/${file}`, import.meta.url));

/** A certificate that vouches for itself and for `localhost`, and that nobody trusts. */
export const strangeAuthority = authority('cert.pem');

/** A server of an attacker's, which keeps what it hears and answers nothing of use: a proxy, or anything else. */
export type Thief = { port: number; heard: readonly string[]; holds(secret: string): boolean };

export const thief = (): Promise<Thief> => listening((listener) => createServer(listener));

/** One that has a certificate of the strange authority. */
export const secureThief = (): Promise<Thief> =>
  listening((listener) =>
    createSecureServer(
      { key: readFileSync(authority('key.pem')), cert: readFileSync(strangeAuthority) },
      listener,
    ),
  );

async function listening(create: (listener: RequestListener) => Server): Promise<Thief> {
  const heard: string[] = [];
  const server = create(({ method, url, headers }, response) => {
    heard.push(`${method} ${url} ${JSON.stringify(headers)}`);
    // Nobody asks again after that.
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"No."}');
  });
  server.on('connect', ({ url, headers }, socket) => {
    heard.push(`CONNECT ${url} ${JSON.stringify(headers)}`);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    // What comes through the tunnel is heard as well.
    server.emit('connection', socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  /** As a bearer's, and as git gives it. */
  const forms = (secret: string) => [secret, Buffer.from(`x-access-token:${secret}`).toString('base64')];
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    holds: (secret) => forms(secret).some((form) => heard.join('\n').includes(form)),
  };
}
