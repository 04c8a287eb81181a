import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type WireId, wireIds } from '../../../src/core/model.ts';
import { modelAt, sayOver } from '../ask-sim.ts';

/** “Hello” as each wire streams it. */
const hello: Readonly<Record<WireId, readonly object[]>> = {
  chat: [{ choices: [{ delta: { content: 'Hello' } }] }, { choices: [{ delta: {}, finish_reason: 'stop' }] }],
  messages: [
    { type: 'message_start', message: { usage: { input_tokens: 4, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    { type: 'message_stop' },
  ],
  responses: [
    { type: 'response.output_text.delta', output_index: 0, delta: 'Hello' },
    { type: 'response.completed', response: { status: 'completed', output: [] } },
  ],
};

/** A server that answers every request with these bytes. */
async function saying(t: TestContext, body: string, type = 'text/event-stream'): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': type }).end(body));
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function answerTo(t: TestContext, wire: WireId, body: string, type?: string) {
  const { ask, failed } = await modelAt(await saying(t, body, type), { wire });
  const told = await ask(sayOver(wire, 'Hi')).then(
    ({ items }) => items,
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  );
  return { told, failed: failed.length };
}
const whole: Readonly<Record<WireId, object>> = {
  chat: { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] },
  messages: { type: 'message', content: [{ type: 'text', text: 'Hello' }], stop_reason: 'end_turn' },
  responses: {
    status: 'completed',
    error: null,
    output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hello' }] }],
  },
};
const events = (wire: WireId): string[] => hello[wire].map((event) => `data: ${JSON.stringify(event)}`);

for (const wire of wireIds) {
  const ways: readonly [string, string][] = [
    ['events without data between', `${events(wire).join('\n\nevent: ping\n\ndata:\n\n')}\n\n`],
    [
      'comments, numbers and waits between',
      `: hi\n\n${events(wire).join('\n\n: hi\nid: 3\nretry: 5\n\n')}\n\n`,
    ],
    ['carriage returns', `${events(wire).join('\r\n\r\n')}\r\n\r\n`],
    ['a byte order mark, and no line at the end', `\ufeff${events(wire).join('\n\n')}`],
    ['spaces behind the last event', `${events(wire).join('\n\n')}\n\ndata: [DONE] \n\n`],
  ];
  for (const [how, body] of ways) {
    test(`${wire}: a stream with ${how} is read whole, at once`, async (t) => {
      const said = { told: [{ kind: 'text', text: 'Hello' }], failed: 0 };
      assert.deepEqual(await answerTo(t, wire, body), said);
    });
  }

  for (const [how, event] of [
    ['as one', 'data: {"error":{"type":"overloaded_error","message":"Too much to do"}}'],
    ['flat', 'event: error\ndata: {"type":"error","code":"server_error","message":"Too much to do"}'],
    ['in bare words', 'event: error\ndata: Too much to do'],
  ] as const) {
    test(`${wire}: an error in a stream that is told ${how} is told in its words`, async (t) => {
      const { told, failed } = await answerTo(t, wire, `${events(wire)[0]}\n\n${event}\n\n`);
      assert.match(String(told), /^model\.unavailable: .*“Too much to do”/);
      assert.ok(failed > 1, 'it is tried again');
    });
  }

  test(`${wire}: what comes in place of a stream, under its type, is told as what it is`, async (t) => {
    const said = { told: [{ kind: 'text', text: 'Hello' }], failed: 0 };
    assert.deepEqual(await answerTo(t, wire, JSON.stringify(whole[wire])), said);
    const refusal = '{"error":{"message":"No money left","type":"insufficient_quota"}}';
    const refused = await answerTo(t, wire, refusal);
    assert.match(String(refused.told), /^model\.limited: .*“No money left”/);
    assert.equal(refused.failed, 1);
    const page = await answerTo(t, wire, '\n<!doctype html><p>Sign in</p>');
    assert.match(String(page.told), /^model\.not-an-api: .* web page/);
  });
}
