import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import * as faults from '../../sim/model/faults.ts';
import type { Fault } from '../../sim/model/index.ts';
import { OiError } from '../../src/core/errors.ts';
import { wireIds } from '../../src/core/model.ts';
import { modelAt, say, sayOver, simFor } from './ask-sim.ts';

const hello = [{ text: 'Hello.' }];
const prompt = say('Say hello.');
const again = (fault: Fault, times: number): Fault[] => Array.from({ length: times }, () => fault);

/** How a request ends that meets the same fault at every attempt. */
const ends: readonly { title: string; fault: Fault; code: string; attempts: number; words: RegExp }[] = [
  {
    title: 'too many requests',
    fault: faults.tooMany('1'),
    code: 'model.limited',
    attempts: 10,
    words: /Rate limit reached/,
  },
  {
    title: 'an error of the server (500)',
    fault: faults.down(500),
    code: 'model.unavailable',
    attempts: 8,
    words: /had an error/,
  },
  {
    title: 'a bad gateway (502)',
    fault: faults.down(502),
    code: 'model.unavailable',
    attempts: 8,
    words: /had an error/,
  },
  {
    title: 'an unavailable service (503)',
    fault: faults.down(503),
    code: 'model.unavailable',
    attempts: 8,
    words: /had an error/,
  },
  {
    title: 'an overloaded service (529)',
    fault: faults.down(529),
    code: 'model.unavailable',
    attempts: 8,
    words: /had an error/,
  },
  {
    title: 'a gateway with a web page for an error (502)',
    fault: faults.webPage(502),
    code: 'model.unavailable',
    attempts: 8,
    words: /status 502/,
  },
  {
    title: 'a reset connection',
    fault: { kind: 'reset' },
    code: 'model.unreachable',
    attempts: 5,
    words: /reset/,
  },
  {
    title: 'an answer cut in the middle',
    fault: { kind: 'cut', after: 2 },
    code: 'model.cut',
    attempts: 5,
    words: /broke off/,
  },
  {
    title: 'an answer that ends without an end',
    fault: { kind: 'unfinished', after: 2 },
    code: 'model.cut',
    attempts: 5,
    words: /broke off/,
  },
  {
    title: 'a chunk that is no JSON',
    fault: { kind: 'garbage', after: 2 },
    code: 'model.cut',
    attempts: 5,
    words: /broke off/,
  },
  {
    title: 'an error in the middle of a stream',
    fault: { kind: 'error', after: 2, error: { message: 'Upstream is gone' } },
    code: 'model.unavailable',
    attempts: 8,
    words: /Upstream is gone/,
  },
  {
    title: 'an error with a status in the middle of a stream',
    fault: { kind: 'error', after: 2, error: { code: 429, message: 'Slow down' } },
    code: 'model.limited',
    attempts: 10,
    words: /Slow down/,
  },
  {
    title: 'an empty answer',
    fault: faults.emptyAnswer(),
    code: 'model.empty',
    attempts: 3,
    words: /answered nothing/,
  },
  {
    title: 'a web page at the base URL',
    fault: faults.webPage(200),
    code: 'model.not-an-api',
    attempts: 1,
    words: /web page \(200\)/,
  },
  {
    title: 'a page that says not found',
    fault: faults.webPage(404),
    code: 'model.not-an-api',
    attempts: 1,
    words: /web page \(404\)/,
  },
  {
    title: 'a redirect',
    fault: { kind: 'status', status: 308, body: '', headers: { location: 'http://127.0.0.1:1/' } },
    code: 'model.not-an-api',
    attempts: 1,
    words: /elsewhere/,
  },
  {
    title: 'something that is neither JSON nor a stream',
    fault: { kind: 'status', status: 200, body: 'pong' },
    code: 'model.not-an-api',
    attempts: 1,
    words: /something else/,
  },
  { title: 'a refused key', fault: faults.wrongKey(), code: 'key.refused', attempts: 1, words: /OI_API_KEY/ },
  {
    title: 'a model that does not exist',
    fault: faults.noSuchModel('sim'),
    code: 'model.unknown',
    attempts: 1,
    words: /does not exist/,
  },
  {
    title: 'a conversation that is too long',
    fault: faults.overflow(),
    code: 'model.overflow',
    attempts: 1,
    words: /maximum context length/,
  },
  {
    title: 'a request the provider rejects',
    fault: faults.refuse(400, 'Invalid value: top_p'),
    code: 'model.rejected',
    attempts: 1,
    words: /Invalid value: top_p/,
  },
  {
    title: 'an answer withheld by a filter',
    fault: faults.filteredAnswer(),
    code: 'model.filtered',
    attempts: 1,
    words: /content filter/,
  },
  {
    title: 'an answer that is a refusal',
    fault: faults.refusal('I will not.'),
    code: 'model.refused',
    attempts: 1,
    words: /refuses to go on: “I will not”/,
  },
  {
    title: 'an empty account',
    fault: faults.refuse(402, 'Insufficient Balance'),
    code: 'model.limited',
    attempts: 1,
    words: /Insufficient Balance/,
  },
];

for (const wire of wireIds) {
  for (const { title, fault, code, attempts, words } of ends) {
    test(`${wire}: ${title} ends as ${code} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`, async (t) => {
      const sim = await simFor(t, { script: hello, faults: again(fault, 20) });
      const { ask, failed, waits } = await modelAt(sim.baseUrl, { wire });
      const error = await ask(sayOver(wire, 'Say hello.')).catch((reason: unknown) => reason);
      assert.ok(error instanceof OiError);
      assert.equal(error.code, code);
      assert.match(error.message, words);
      assert.equal(sim.requests.length, attempts);
      assert.equal(failed.length, attempts);
      assert.equal(waits.length, attempts - 1);
      assert.equal(failed.at(-1)?.waitSeconds, null);
    });
  }

  for (const { title, fault, attempts } of ends.filter((end) => end.attempts > 1)) {
    test(`${wire}: ${title} is forgotten when the next attempt goes well`, async (t) => {
      const sim = await simFor(t, { script: hello, faults: again(fault, attempts - 1) });
      const { ask, failed } = await modelAt(sim.baseUrl, { wire });
      const reply = await ask(sayOver(wire, 'Say hello.'));
      assert.deepEqual(reply.items, [{ kind: 'text', text: 'Hello.' }]);
      assert.equal(failed.length, attempts - 1);
    });
  }

  test(`${wire}: a stream without a byte for the idle time is given up, and asked for once more`, async (t) => {
    const sim = await simFor(t, { script: hello, faults: again({ kind: 'idle', after: 2 }, 2) });
    const { ask, failed } = await modelAt(sim.baseUrl, { idleSeconds: 1, wire });
    await assert.rejects(ask(sayOver(wire, 'Say hello.')), { code: 'model.idle', message: /went silent/ });
    assert.equal(failed.length, 2);
  });
}

test('a server that never answers is given up as well', async (t) => {
  const sim = await simFor(t, { script: () => new Promise(() => {}) });
  const { ask } = await modelAt(sim.baseUrl, { idleSeconds: 1 });
  await assert.rejects(ask(prompt), { code: 'model.idle' });
});

test('a slow stream is no idle stream', async (t) => {
  const script = [{ text: 'one two three four five six seven eight nine ten' }];
  const sim = await simFor(t, { script, piece: 2, faults: [{ kind: 'slow', milliseconds: 100 }] });
  const { ask } = await modelAt(sim.baseUrl, { idleSeconds: 2 });
  assert.equal((await ask(prompt)).cut, false);
});

test('a closed port is unreachable, and an answer comes once it is open again', async (t) => {
  const sim = await simFor(t, { script: hello });
  await sim.shut();
  const { ask, failed } = await modelAt(sim.baseUrl, { onWait: async () => sim.open() });
  assert.equal((await ask(prompt)).items.length, 1);
  assert.equal(failed[0]?.problem.code, 'model.unreachable');
  assert.match(failed[0]?.problem.happened ?? '', /nothing listens there/);
});

test('a base URL without its /v1 is told with the likely mistake', async (t) => {
  const sim = await simFor(t, { script: hello });
  const { ask } = await modelAt(sim.baseUrl.replace('/v1', ''));
  await assert.rejects(ask(prompt), { code: 'model.not-an-api', advice: /end in \/v1/ });
});

test('a local name is found whichever family of addresses the server listens on', async (t) => {
  const sim = await simFor(t, { script: hello });
  const { ask } = await modelAt(sim.baseUrl.replace('127.0.0.1', 'localhost'));
  assert.equal((await ask(prompt)).items.length, 1);
});

test('https is spoken as TLS: a server that is none learns nothing of the request', async (t) => {
  const heard: Buffer[] = [];
  const server = createServer((socket) =>
    socket.on('data', (bytes) => heard.push(bytes) && socket.destroy()),
  );
  server.listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const { ask } = await modelAt(`https://127.0.0.1:${port}/v1`);
  await assert.rejects(ask(prompt), { code: 'model.unreachable' });
  assert.equal(heard[0]?.[0], 0x16, 'a TLS handshake');
  assert.equal(Buffer.concat(heard).includes('POST'), false);
});

test('a host that does not exist is unreachable', async () => {
  const { ask } = await modelAt('http://no-such-host.invalid/v1');
  await assert.rejects(ask(prompt), { code: 'model.unreachable' });
});

test('something that speaks no HTTP is no API', async (t) => {
  const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const { ask } = await modelAt(`http://127.0.0.1:${port}/v1`);
  await assert.rejects(ask(prompt), { code: 'model.not-an-api' });
});

test('retry-after is honoured, in seconds and as a date', async (t) => {
  const date = 'Thu, 01 Oct 2026 12:00:42 GMT';
  const sim = await simFor(t, { script: hello, faults: [faults.tooMany('7'), faults.tooMany(date)] });
  const { ask, waits } = await modelAt(sim.baseUrl);
  await ask(prompt);
  assert.deepEqual(waits, [7, 42]);
});

test('a retry-after beyond the time that is left ends at once and says when the limit resets', async (t) => {
  const sim = await simFor(t, { script: hello, faults: [faults.tooMany('259200')] });
  const { ask, waits } = await modelAt(sim.baseUrl);
  await assert.rejects(ask(prompt), { code: 'model.limited', message: /2026-10-04 12:00 UTC/ });
  assert.deepEqual(waits, []);
});

test('the time for one question ends a stream that would go on', async (t) => {
  const sim = await simFor(t, { script: hello, faults: [{ kind: 'idle', after: 2 }] });
  const { ask, failed } = await modelAt(sim.baseUrl, { idleSeconds: 30 });
  await assert.rejects(ask(prompt, 0.3), { code: 'model.idle' });
  assert.equal(failed.length, 1);
});

test('a cancelled question ends with the reason of its signal: in the stream, in a wait, and before it began', async (t) => {
  const sim = await simFor(t, { script: hello, faults: [{ kind: 'idle', after: 2 }, faults.down(500)] });
  const streaming = new AbortController();
  const { model, ask } = await modelAt(sim.baseUrl);
  const inStream = model.ask(prompt, {
    signal: streaming.signal,
    seconds: 60,
    onDelta: () => streaming.abort(new Error('Ctrl-C')),
  });
  await assert.rejects(inStream, { message: 'Ctrl-C' });

  const waiting = new AbortController();
  const other = await modelAt(sim.baseUrl, { onWait: async () => waiting.abort(new Error('Ctrl-C')) });
  await assert.rejects(other.ask(prompt, 60, waiting.signal), { message: 'Ctrl-C' });

  await assert.rejects(ask(prompt, 60, AbortSignal.abort(new Error('Ctrl-C'))), { message: 'Ctrl-C' });
  assert.equal(sim.requests.length, 2);
});
