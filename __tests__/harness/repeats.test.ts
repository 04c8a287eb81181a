import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HarnessData } from '../../src/harness/data.ts';
import { toHarness } from '../../src/harness/harness.ts';
import { begin, call, data, play, reply, sit, text, textIn } from './play.ts';

const pi = await data('pi');
assert.ok(pi.codec.name === 'tool-calls');
const repeats = {
  reminders: [
    { from: 4, text: '<again>{{count}}</again>\n' },
    { from: 2, text: '<once>' },
  ],
  stop: 5,
};
const watchful: HarnessData = { ...pi, codec: { ...pi.codec, repeats } };
const harness = await toHarness(watchful);
let last = 0;
const bash = (command: string) => call('bash', { command }, `w-${last++}`);

test('the same call in a row is answered with the reminder for its count behind the result', () => {
  const at = begin('pi');
  play(at, harness, [
    reply(bash('ls')),
    reply(bash('ls'), bash('ls')),
    reply(text('Again.'), bash('ls')),
    reply(bash('pwd')),
    reply(bash('pwd')),
  ]);
  assert.deepEqual(
    harness
      .encode(at.entries)
      .messages.filter(({ role }) => role === 'tool')
      .map(textIn),
    ['ls', 'ls\n\n<once>', 'ls\n\n<once>', 'ls\n\n<again>4</again>', 'pwd', 'pwd\n\n<once>'],
  );
});

test('the count begins anew with a round of another sitting', () => {
  const at = begin('pi');
  play(at, harness, [reply(bash('ls')), reply(text('Done.'))]);
  sit(at, 'pi');
  play(at, harness, [reply(bash('ls'))]);
  assert.equal(textIn(harness.encode(at.entries).messages.at(-1)), 'ls');
});

test('a call that has come too often in a row is still made, and then the work ends', () => {
  const at = begin('pi');
  const end = play(
    at,
    harness,
    Array.from({ length: 9 }, () => reply(bash('ls'))),
  );
  assert.deepEqual(end, { kind: 'stop', why: 'The model made the same call 5 times in a row.' });
  assert.equal(at.entries.filter(({ type }) => type === 'tool.returned').length, 5);
});

test('what was put behind a result stays there byte for byte as the log goes on', () => {
  const at = begin('pi');
  const told: string[] = [];
  for (let turn = 0; turn < 5; turn++) {
    play(at, harness, [reply(bash(turn < 3 ? 'ls' : 'pwd'))]);
    const said = JSON.stringify(harness.encode(at.entries).messages).slice(0, -1);
    assert.ok(told.every((before) => said.startsWith(before)));
    told.push(said);
  }
});
