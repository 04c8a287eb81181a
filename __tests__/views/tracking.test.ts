import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../../src/core/session.ts';
import { tracking } from '../../src/views/tracking.ts';
import { logOf, opened, replied } from '../support/entries.ts';

const quote = (text: string) => (text ? `\`${text}\`` : '');
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
      '- [x] `Look`\n- [ ] ⏳ `Mend @all`\n- [ ] `Test`',
      'Last steps:',
      '- exec `npm test`\n- patch `a.js`\n- read `b.js`',
      '<sub>sim/m with the native harness, 7 s, 1 turn, 15 tokens, $0.0100</sub>',
    ].join('\n\n'),
  );
});

test('a price that nobody told us is not guessed', () => {
  assert.match(
    tracking(logOf(opened(), replied({ usd: null })), { runUrl: null }, quote),
    /15 tokens, price unknown/,
  );
});
