import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { openFetch } from '../../../src/forge/github/fetch.ts';

const seen: { method: string; url: string; token: string; body: string; port: number }[] = [];
async function serverOf(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url = '', headers, socket } = request;
    seen.push({ method, url, token: headers.authorization ?? '', body, port: socket.remotePort ?? 0 });
    answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const elsewhere = await serverOf((_, response) => response.end('elsewhere'));
const { url, server } = await serverOf((request, response) => {
  const [, status = '', to = ''] = /^\/(\d+)(.*)/.exec(request.url ?? '') ?? [];
  if (request.url === '/silent') return;
  if (request.url === '/cut') {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setTimeout(() => response.destroy(), 20);
    return;
  }
  const location = to === '/away' ? `${elsewhere.url}/x` : to === '/loop' ? (request.url ?? '') : to;
  response.writeHead(Number(status) || 200, { 'X-Name': 'é'.length, ...(location && { location }) });
  response.end('größer');
});
const fetched = openFetch();
const ask = (path: string, asked: Parameters<typeof fetched>[1] = {}) =>
  fetched(`${url}${path}`, { headers: { authorization: 'token t' }, ...asked });
const last = () => seen.at(-1) ?? assert.fail();

test('an answer has its status, its headers in small letters and its text', async () => {
  const { status, headers, text, url: at } = await ask('/404');
  assert.deepEqual([status, headers.get('x-name'), await text(), at], [404, '1', 'größer', `${url}/404`]);
  assert.equal(Buffer.from(await (await ask('/')).arrayBuffer()).toString(), 'größer');
});

test('a body is sent as it is, over a connection that is kept', async () => {
  await (await ask('/', { method: 'POST', body: '{"ä":1}' })).text();
  const { port } = last();
  await (await ask('/', { method: 'PATCH', body: 'x' })).text();
  assert.deepEqual(last(), { method: 'PATCH', url: '/', token: 'token t', body: 'x', port });
  assert.equal(seen.at(-2)?.body, '{"ä":1}');
});

test('a name that is an older one is followed; what would write is not, unless it is to be kept as it is', async () => {
  assert.equal((await ask('/301/200')).status, 200);
  assert.equal((await ask('/307/200', { method: 'POST', body: 'b' })).status, 200);
  assert.deepEqual([last().method, last().body], ['POST', 'b']);
  assert.equal((await ask('/301/200', { method: 'POST', body: 'b' })).status, 301);
  const before = seen.length;
  assert.equal((await ask('/302/loop')).status, 302);
  assert.equal(seen.length - before, 4);
});

test('nobody else is led the token, whatever an answer says', async () => {
  for (const status of [301, 302, 307, 308]) assert.equal((await ask(`/${status}/away`)).status, status);
  assert.ok(!seen.some(({ url: path }) => path === '/x'));
});

test('what fails says why: nobody there, an answer cut off, a time that is over', async () => {
  await assert.rejects(fetched('http://127.0.0.1:1/', {}), /ECONNREFUSED/);
  await assert.rejects(fetched('http://localhost:1/', {}), /ECONNREFUSED/);
  await assert.rejects((await ask('/cut')).text());
  const signal = AbortSignal.timeout(50);
  await assert.rejects(ask('/silent', { signal }), { name: 'TimeoutError' });
  server.closeAllConnections();
});
