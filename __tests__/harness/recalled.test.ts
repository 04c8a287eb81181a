import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only } from '../../src/core/session.ts';
import type { Call, ToolResult } from '../../src/core/tool.ts';
import type { HarnessData } from '../../src/harness/data.ts';
import { toHarness } from '../../src/harness/harness.ts';
import { begin, call, data, play, ran, reply, text, textIn } from './play.ts';

const pi = await data('pi');
assert.ok(pi.codec.name === 'tool-calls');
const seen = { argument: 'seen', from: ['read', 'write'], field: 'version', same: 'path' };
const folder = { argument: 'folder', from: ['exec'], field: 'folder' };
const recalling: HarnessData = {
  ...pi,
  tools: pi.tools.map((face) => {
    if (face.tool === 'exec') return { ...face, recall: [folder] };
    return face.tool === 'write' ? { ...face, defaults: { seen: '' }, recall: [seen] } : face;
  }),
};

const run = ({ tool, args, id }: Call): ToolResult => {
  if (tool === 'exec')
    return ran('', args['command'] === 'fail' ? { folder: null } : { folder: `/at/${args['command']}` });
  if (args['path'] === 'bad') return { ok: false, why: 'No.', fields: {} };
  return { ok: true, fields: { path: args['path'] ?? '', version: `v-${id}` } };
};
const bash = (command: string) => call('bash', { command }, `w-${command}`);
const read = (path: string) => call('read', { path }, `w-r${path}`);
const write = (path: string) => call('write', { path, content: '' }, `w-w${path}`);

const recallingHarness = await toHarness(recalling);
function argsOf(...items: ReturnType<typeof bash>[][]): unknown[] {
  const at = begin('pi');
  play(
    at,
    recallingHarness,
    items.map((each) => reply(...each)),
    run,
  );
  return only(at.entries, 'tool.called').map(({ call: { args } }) => args['folder'] ?? args['seen'] ?? null);
}

test('a call has an argument from the newest success that tells it, also where that is in the same answer', () => {
  assert.deepEqual(argsOf([bash('a'), bash('fail')], [bash('b')], [bash('c')]), [
    null,
    '/at/a',
    '/at/a',
    '/at/b',
  ]);
});

test('only an answer about the same path counts, however it is written', () => {
  const told = argsOf([write('x')], [read('x'), read('y'), write('/repo/./x')], [write('bad'), write('bad')]);
  assert.equal(told[0], '');
  assert.match(String(told[3]), /^v-c/);
  assert.equal(told[4], '');
  assert.equal(told[5], '');
});

const unused = { tool: 'write', turns: 2, text: '<note>{{last}}</note>' };
test('a tool that is not used is brought to mind behind the last result, once in so many answers', async () => {
  assert.ok(pi.codec.name === 'tool-calls');
  const harness = await toHarness({ ...pi, codec: { ...pi.codec, unused } });
  const at = begin('pi');
  const replies = [
    reply(bash('a')),
    reply(bash('b'), bash('c')),
    reply(bash('d')),
    reply(call('write', { path: 'x', content: '</note>' }, 'w-write')),
    reply(bash('e')),
    reply(bash('f')),
    reply(text('Done.')),
  ];
  play(at, harness, replies, () => ran('out'));
  const { messages } = harness.encode(at.entries);
  const results = messages.filter(({ role }) => role === 'tool').map(textIn);
  assert.deepEqual(
    results.map((result) => result.replace(/^[^<]*(?=<)/, '')),
    [
      'out',
      'out',
      '<note></note>',
      'out',
      'Successfully wrote  bytes to ',
      'out',
      '<note>{"path":"x","content":"\\u003c/note>"}</note>',
    ],
  );
  const opened = at.entries.findIndex(({ type }) => type === 'round.opened');
  for (let length = opened + 1; length <= at.entries.length; length++) {
    const shorter: readonly unknown[] = harness.encode(at.entries.slice(0, length)).messages;
    assert.deepEqual(messages.slice(0, shorter.length), shorter);
  }
});
