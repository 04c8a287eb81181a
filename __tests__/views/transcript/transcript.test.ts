import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Fact } from '../../../src/core/session.ts';
import { transcript } from '../../../src/views/transcript/transcript.ts';
import { logOf, opened, replied } from '../../support/entries.ts';
import { fullBlob, fullLog, untold } from './full-log.ts';

const pageOf = (...facts: Fact[]): string => transcript(logOf(...facts), { title: 'T' });
/** The text of a page; its markup is for the tests with a browser. */
const textOf = (page: string): string =>
  page
    .replace(/<style>[\s\S]*<\/style>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
const call = (tool: string, args: JsonObject, fields: JsonObject): Fact[] => [
  replied(),
  { type: 'tool.called', call: { id: 'c2_0', tool, args, quote: null } },
  { type: 'tool.returned', call: 'c2_0', result: { ok: true, fields } },
];
const told = (text: string): Fact => ({ type: 'model.told', text });

test('every kind of entry, call and outcome is told, with all its texts', () => {
  const fields = new Set<string>();
  const word = (field: string): string => {
    fields.add(field);
    return `the ${field}.`;
  };
  const text = textOf(transcript(fullLog(word), { title: word('page title'), blob: fullBlob(word) }));
  const lost = [...fields].filter((field) => !untold.includes(field) && !text.includes(`the ${field}.`));
  assert.deepEqual(lost, []);
});

test('its policy allows the style that it brings and nothing else', () => {
  const page = pageOf(opened());
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(page) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  assert.deepEqual(policy.split('; '), [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  assert.ok(!/url\(|@import/.test(style), 'the style asks for nothing');
});

test('the same log gives the same page', () => {
  const log = fullLog((field) => field);
  assert.equal(transcript(log, { title: 'T' }), transcript(log, { title: 'T' }));
});

test('a log that is empty or only begun is a page, too', () => {
  assert.match(textOf(transcript([], { title: 'T' })), /The log has no end/);
  assert.match(textOf(pageOf({ type: 'session.opened', version: 1, id: 's' })), /Session s , log format 1/);
});

test('a command is told with exit code, time and output', () => {
  const output = { head: 'hello\n', omitted: 0, tail: '', file: null };
  const text = textOf(pageOf(opened(), ...call('exec', { command: 'echo hello' }, { code: 3, output })));
  assert.match(text, /echo hello exit 3 · 1\.0 s hello/);
});

test('of a long output both ends are told, and where all of it was', () => {
  const output = { head: 'first', omitted: 12_345, tail: 'last', file: '/tmp/out' };
  const text = textOf(pageOf(opened(), ...call('exec', { command: 'x' }, { code: 0, output })));
  assert.match(text, /first 12,345 characters left out last/);
  assert.match(text, /All of it was in \/tmp\/out/);
});

test('a killed command says why, one in the background under which name it goes on', () => {
  const run = (fields: JsonObject): string =>
    textOf(pageOf(opened(), ...call('exec', { command: 'x' }, fields)));
  assert.match(run({ code: null, killed: 'timeout' }), /killed: its time was over/);
  assert.match(run({ code: null, killed: null, handle: '7' }), /goes on in the background as 7/);
});

test('a call that never returned is told as cut off', () => {
  const [said, called] = call('exec', { command: 'x' }, {});
  assert.match(textOf(pageOf(opened(), said as Fact, called as Fact)), /cut off before it returned/);
});

test('edits are told as diffs', () => {
  const replaced = pageOf(
    opened(),
    ...call('replace', { path: 'a.js', edits: [{ old: 'a\nb', new: 'a\nc' }] }, { replaced: 1 }),
  );
  assert.ok(replaced.includes('<span> a</span><del>-b</del><ins>+c</ins>'));
  const written = pageOf(opened(), ...call('write', { path: 'a.js', text: 'x\n' }, { existed: false }));
  assert.match(textOf(written), /Wrote a\.js new file · 1\.0 s \+x/);
});

test('arguments and answers of another shape than the tool’s are told without a stumble', () => {
  const tools = [
    'exec',
    'poll',
    'input',
    'stop',
    'terminal',
    'read',
    'write',
    'replace',
    'patch',
    'list',
    'glob',
    'grep',
    'todo',
    'finish',
  ];
  const odd: JsonObject[] = [
    {},
    {
      command: { a: 1 },
      path: [null],
      edits: 'x',
      items: [7, null, [{}]],
      patch: 5,
      text: false,
      output: 'o',
      files: {},
    },
    {
      output: { head: 7, omitted: 'many' },
      lines: [[]],
      found: [{ path: {} }],
      code: 'zero',
      milliseconds: {},
    },
  ];
  for (const tool of [...tools, 'constructor', '__proto__']) {
    for (const args of odd)
      for (const fields of odd) assert.ok(pageOf(opened(), ...call(tool, args, fields)));
  }
});

test('what was spent is told for each turn and in sum, failed attempts included', () => {
  const failed: Fact = {
    type: 'attempt.failed',
    problem: { code: 'model.cut', happened: 'Cut.', advice: 'Wait.' },
    usage: { input: 100, cached: 10, output: 1, usd: 0.1 },
    waitSeconds: 1,
  };
  const text = textOf(
    pageOf(
      opened(),
      replied({ input: 1000, output: 20, usd: 0.01 }),
      failed,
      replied({ input: 2000, output: 30, usd: 0.02 }),
    ),
  );
  assert.match(text, /1 1\.0 s 0\.0 s 1,000 0 20 \$0\.0100 /);
  assert.match(text, /2 \(1 failed attempt\) 2\.0 s 0\.0 s 2,100 10 31 \$0\.1200 /);
  assert.match(text, /All 3\.0 s 0\.0 s 3,100 10 51 \$0\.1300 /);
  assert.match(text, /Cost 2 turns, 3,151 tokens, \$0\.1300/);
});

test('a price that is not known is not guessed', () => {
  const text = textOf(pageOf(opened(), replied({ usd: null }), replied({ usd: null })));
  assert.match(text, /Cost 2 turns, 30 tokens, price unknown/);
  assert.match(text, /All 2\.0 s 0\.0 s 20 0 10 \?/);
  const partly = textOf(pageOf(opened(), replied({ usd: null }), replied({ usd: 0.5 })));
  assert.match(partly, /Cost 2 turns, 30 tokens, at least \$0\.5000/);
});

test('what a rewind took back is set apart, and still paid for', () => {
  const page = pageOf(
    opened(),
    { type: 'snapshot.taken', tree: 'aaaa' },
    replied(),
    { type: 'session.rewound', to: 2, kept: 'bbbb' },
    replied(),
  );
  const text = textOf(page);
  assert.match(text, /Taken back later: answered after/);
  assert.match(text, /entry 2 of the log.*What it held before is kept as bbbb/);
  assert.match(text, /Cost 2 turns, 30 tokens, \$0\.0200/);
});

test('files beside the log are told where their bytes are at hand', () => {
  const gathered: Fact = {
    type: 'context.gathered',
    instructions: [],
    sources: [],
    nonce: 'n',
    hidden: 0,
    files: [{ path: '/ctx/diff', bytes: 'abc', title: 'the diff' }],
    notes: [],
  };
  const log = logOf(opened(), gathered);
  assert.match(textOf(transcript(log, { title: 'T' })), /the diff in \/ctx\/diff not kept/);
  const blob = (name: string): string => `bytes of ${name}`;
  assert.match(textOf(transcript(log, { title: 'T', blob })), /bytes of abc/);
});

const most = 2_300_000;
const sized = (name: string, ...facts: Fact[]) => ({ name, facts: [opened(), ...facts] });
const megabytes = 5_000_000;
const usage = { input: 1, cached: 0, output: 1, usd: 0 };
const huge = [
  sized('one text', told('\u001b&'.repeat(megabytes / 7))),
  sized('many texts', ...Array.from({ length: 250 }, () => told('<&\n'.repeat(6000)))),
  sized('many entries', ...Array.from({ length: 40_000 }, () => told('x'))),
  sized('many turns', ...Array.from({ length: 20_000 }, () => replied())),
  sized('one answer of many parts', {
    type: 'model.replied',
    reply: {
      items: Array.from({ length: 100_000 }, () => ({ kind: 'text' as const, text: '<'.repeat(30) })),
      cut: false,
      usage,
    },
  }),
  sized(
    'one list',
    ...call(
      'todo',
      { items: Array.from({ length: 100_000 }, () => ({ text: 'x'.repeat(30), status: 'done' })) },
      {},
    ),
  ),
  sized(
    'one diff',
    ...call('replace', { path: 'p', edits: [{ old: '<\n'.repeat(1e6), new: '>\n'.repeat(1e6) }] }, {}),
  ),
];
for (const { name, facts } of huge) {
  test(`a log of megabytes is a page with an end: ${name}`, () => {
    const bytes = Buffer.byteLength(pageOf(...facts));
    assert.ok(bytes < most, `${bytes} bytes`);
  });
}

test('of a long session the beginning and the end are told, and how much is missing', () => {
  const facts = Array.from({ length: 400 }, (_, index) => told(`step ${index} ${'<'.repeat(3000)}`));
  const text = textOf(pageOf(opened(), ...facts));
  assert.match(text, /step 0 /);
  assert.match(text, /step 399 /);
  const [, left = ''] = /([\d,]+) steps left out here/.exec(text) ?? [];
  assert.equal(Number(left) + (text.match(/step \d+ </g) ?? []).length, 400);
});
