import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../../src/core/session.ts';
import { tracking } from '../../src/views/tracking.ts';
import { logOf, opened, replied } from '../support/entries.ts';

const quote = { words: (text: string) => `"${text}"`, code: (text: string) => `\`${text}\`` };
const called = (tool: string, args: object): Fact => ({
  type: 'tool.called',
  call: { id: 'c', tool, args: args as never, quote: null },
});
const chosen: Fact = { type: 'harness.chosen', harness: 'native', model: 'sim/m', wire: 'chat', why: 'So.' };

test('before anything happened it says that we heard, and where to watch', () => {
  assert.equal(
    tracking([], { runUrl: 'https://forge.example/run/1' }, quote),
    'On it. [Watch the run](https://forge.example/run/1).',
  );
  assert.equal(tracking([], { runUrl: null }, quote), 'On it.');
});

test('it shows the agent’s list, its last steps, time and cost, with the agent’s words quoted', () => {
  const items = [
    { text: 'Look', status: 'done' },
    { text: 'Mend @all', status: 'in_progress' },
    { text: 'Test', status: 'pending' },
  ];
  const log = logOf(
    opened(),
    { type: 'round.opened' },
    chosen,
    replied(),
    called('todo', { items }),
    called('exec', { command: 'npm\ntest' }),
    called('patch', { patch: '*** Begin Patch\n*** Update File: a.js\n…' }),
    called('read', { path: 'b.js' }),
  );
  assert.equal(
    tracking(log, { runUrl: null }, quote),
    [
      'On it.',
      '- [x] "Look"\n- [ ] ⏳ "Mend @all"\n- [ ] "Test"',
      'Last steps:',
      '- exec `npm test`\n- patch `a.js`\n- read `b.js`',
      '<sub>sim/m with the native harness over chat, 7 s, 1 turn, 15 tokens, $0.0100</sub>',
    ].join('\n\n'),
  );
});

test('of what is typed into a terminal the first that says something is shown', () => {
  const keys = [{ text: '', seconds: 5 }, { text: 'npm test\n' }, { text: 'q' }];
  const log = logOf(opened(), replied(), called('terminal', { keys }), called('terminal', { keys: [] }));
  assert.match(tracking(log, { runUrl: null }, quote), /\n- terminal `npm test`\n- terminal\n/);
});

test('a price that nobody told us is not guessed', () => {
  assert.match(
    tracking(logOf(opened(), replied({ usd: null })), { runUrl: null }, quote),
    /15 tokens, price unknown/,
  );
});

test('once the agent is done it shows the checks as they come in', () => {
  const output = { head: '', omitted: 0, tail: '', file: null };
  const ran = { code: 0, killed: null, milliseconds: 1, output };
  const change = { base: 'a'.repeat(40), files: [] };
  const log = logOf(
    opened(),
    { type: 'round.opened' },
    replied(),
    { type: 'work.stopped', because: 'finished', title: '', body: '' },
    { type: 'change.found', change, left: [], barred: [], patch: null },
    { type: 'checks.planned', checks: [{ name: 'npm test', command: 'npm test', why: '' }], why: '' },
    { type: 'check.ran', check: 'npm test', on: 'base', ran, scripts: [] },
  );
  assert.match(tracking(log, { runUrl: null }, quote), /On it\.\n\nRunning the checks\.\n\n<sub>/);
  const failed = logOf(...log, {
    type: 'check.ran',
    check: 'npm test',
    on: 'change',
    ran: { ...ran, code: 1 },
    scripts: [],
  });
  assert.match(tracking(failed, { runUrl: null }, quote), /Running the checks\.\n\n- ❌ `npm test`\n\n<sub>/);
});
