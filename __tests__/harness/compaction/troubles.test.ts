import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Prompt, Reply } from '../../../src/core/model.ts';
import { last, only } from '../../../src/core/session.ts';
import type { HarnessData } from '../../../src/harness/data.ts';
import { toHarness } from '../../../src/harness/harness.ts';
import {
  assertValid,
  begin,
  call,
  data,
  garbled,
  harness,
  type Log,
  ran,
  reply,
  text,
  textIn,
  turn,
} from '../play.ts';
import { closed, failed, lastOf, noting, opened, overflowing, settle, weighing, work } from './working.ts';

const sizeOf = ({ messages }: Prompt): number => Math.ceil(JSON.stringify(messages).length / 4);
const said = ({ messages }: Prompt): string => messages.map(textIn).join('\n');

test('a conversation that does not fit is asked about in shares of 0.7, 0.5 and 0.35, then goes on without notes', async () => {
  const with_ = await harness('native');
  const at = begin('native', { ask: 'The task.' });
  overflowing(at, 'native', [9000, 9000, 9000, 9000, 9000, 9000, 9000, 9000, 9000, 9000], 100_000);
  for (const share of [0.7, 0.5, 0.35]) {
    const fact = opened(with_.next(at.entries)) ?? assert.fail(`no request of ${share}`);
    assert.deepEqual([fact.why, fact.share], ['overflow', share]);
    at.record(fact);
    const asked = with_.encode(at.entries);
    assertValid(asked);
    assert.ok(sizeOf(asked) <= share * 100_000);
    assert.ok(sizeOf(asked) >= share * 100_000 - 2 * 9100, 'as much as fits');
    assert.match(said(asked), /The task\./);
    assert.equal(with_.next(at.entries).kind, 'ask');
    at.record(failed('model.overflow'));
  }
  const end = closed(with_.next(at.entries)) ?? assert.fail('it goes on asking');
  at.record(end);
  assert.equal(with_.next(at.entries).kind, 'ask');
  assert.ok(end.after < end.before / 2 && sizeOf(with_.encode(at.entries)) < 50_000);
});

test('where a shorter conversation does not fit either, less stays; where that does not fit, it is the end', async () => {
  const with_ = await harness('pi');
  const at = begin('pi', { ask: 'The task.' });
  overflowing(at, 'pi', [30_000, 30_000, 9000, 9000], 100_000);
  noting(at, with_, 'First notes.');
  assert.notEqual(last(at.entries, 'compaction.closed')?.kept?.from, null);
  at.record(failed('model.overflow'));
  noting(at, with_, 'Second notes.');
  assert.equal(last(at.entries, 'compaction.closed')?.kept?.from, null);
  at.record(failed('model.overflow'));
  assert.equal(with_.next(at.entries).kind, 'ask');
});

test('what did not become shorter is not asked about again', async () => {
  const with_ = await harness('native');
  const at = begin('native');
  overflowing(at, 'native', [60]);
  settle(at, with_);
  for (const _ of [0.7, 0.5, 0.35]) {
    at.record(failed('model.overflow'));
    settle(at, with_);
  }
  const end = last(at.entries, 'compaction.closed');
  assert.deepEqual([end?.kept, end?.cleared], [null, []]);
  at.record(failed('model.overflow'));
  assert.equal(with_.next(at.entries).kind, 'ask');
});

test('what cannot become shorter is not tried', async () => {
  const with_ = await harness('native');
  const at = begin('native', { ask: `The task. ${'y'.repeat(100_000)}` });
  at.record(failed('model.overflow'));
  assert.equal(with_.next(at.entries).kind, 'ask');
});

const unusable: readonly [what: string, reply: Reply][] = [
  ['nothing', reply()],
  ['blanks', reply(text(' \n'))],
  ['thoughts alone', reply({ kind: 'thinking', text: 'Hm.' })],
  ['half of it', { ...reply(text('Half of')), cut: true }],
  ['a call', reply(text('I look.'), call('exec_command', { cmd: 'rm -rf .' }))],
  ['a call that is none', reply(garbled('exec_command', '{'))],
];
for (const [what, first] of unusable) {
  test(`${what} in place of notes is asked for once more, and nothing of it is run or told`, async () => {
    const with_ = await harness('native');
    const at = begin('native');
    work(at, 'native', [9000, 9000], 19_000, 20_000);
    settle(at, with_);
    const asked = with_.encode(at.entries);
    at.record({ type: 'model.replied', reply: first });
    assert.deepEqual(with_.next(at.entries), { kind: 'ask' });
    const again = with_.encode(at.entries);
    assert.deepEqual(again.messages.slice(0, -1), asked.messages.slice(0, -1));
    assert.equal(lastOf(again).startsWith(lastOf(asked)), true);
    assert.match(lastOf(again), /could not be used/);
    noting(at, with_, 'Notes.');
    assert.deepEqual(last(at.entries, 'compaction.closed')?.notes, ['Notes.']);
    assert.doesNotMatch(JSON.stringify(with_.encode(at.entries)), /Half of|I look|rm -rf|Hm\./);
  });
}

test('a model that gives no notes twice, or declines to, goes on without old results, else without old answers', async () => {
  for (const trouble of ['calls', 'model.refused', 'model.filtered', 'model.empty'] as const) {
    const with_ = await harness('native');
    const at = begin('native');
    work(at, 'native', [6000, 6000, 6000], 19_000, 20_000);
    settle(at, with_);
    for (const _ of [1, 2]) {
      const bad = { type: 'model.replied', reply: reply(call('exec_command', { cmd: 'ls' })) } as const;
      at.record(trouble === 'calls' ? bad : failed(trouble));
      assert.equal(with_.next(at.entries).kind, trouble === 'calls' && _ === 1 ? 'ask' : 'compact');
      settle(at, with_);
    }
    const end = last(at.entries, 'compaction.closed');
    assert.deepEqual([end?.strategy, end?.cleared.length, end?.kept], ['prune-outputs', 2, null], trouble);
    assertValid(with_.encode(at.entries));
    assert.equal(with_.next(at.entries).kind, 'ask');
  }
});

test('it is not made shorter again before a tenth of the window is filled anew', async () => {
  const with_ = await harness('native');
  const at = begin('native');
  work(at, 'native', [6000, 6000, 6000], 19_000, 20_000);
  noting(at, with_, 'Notes.');
  const go = (input: number, tokens: number): void => {
    const usage = { input, cached: 0, output: 0, usd: null };
    at.record({
      type: 'model.replied',
      reply: { ...reply(call('exec_command', { cmd: `ls ${input}` })), usage, window: 20_000 },
    });
    const made = { id: `c${at.entries.length}_0`, tool: 'exec', args: { command: 'ls' }, quote: null };
    at.record(
      { type: 'tool.called', call: made },
      { type: 'tool.returned', call: made.id, result: weighing(tokens) },
    );
  };
  // It does not help: what stays fills the window nearly by itself.
  go(18_500, 100);
  assert.equal(with_.next(at.entries).kind, 'ask');
  go(18_700, 1799);
  assert.equal(with_.next(at.entries).kind, 'ask');
  go(20_400, 100);
  assert.equal(opened(with_.next(at.entries))?.why, 'full');
});

test('whatever begins drops a compaction that is under way, with all that was said in it', async () => {
  const with_ = await harness('native');
  const at = begin('native');
  overflowing(at, 'native', [9000, 9000]);
  settle(at, with_);
  at.record({ type: 'model.replied', reply: reply(text('Notes that came too late.')) });
  at.record(
    { type: 'round.judged', again: true, why: 'It fails.', tell: 'It fails.' },
    { type: 'round.opened' },
  );
  assert.deepEqual(with_.next(at.entries), { kind: 'ask' });
  const prompt = with_.encode(at.entries);
  assert.doesNotMatch(said(prompt), /too late/);
  assert.match(said(prompt), /x{1000}/);
  assert.equal(lastOf(prompt), 'It fails.');
});

/** `minimal` with the questions of terminus-2. */
async function handingOver(): Promise<HarnessData> {
  const plain = await data('minimal');
  return {
    ...plain,
    compaction: {
      at: { ratio: null, reserve: 8000 },
      strategies: [
        {
          name: 'handoff-qa',
          request: 'Summarise all.',
          questions:
            '{{#task}}Task: {{task}}\n{{/task}}<notes>{{summary}}</notes>{{#newest}}\nScreen: {{newest}}{{/newest}}\nAsk five questions.',
          answers: 'Answer them:\n{{questions}}',
          wrapper: 'The answers:\n{{summary}}\nTo do: {{todo}}',
          options: {},
          keep: { users: 0, tokens: null, ratio: null, messages: null },
        },
      ],
    },
  };
}

test('who hands over is asked for a summary, for questions of one who knows only that, and for answers', async () => {
  const with_ = await toHarness(await handingOver());
  const at = begin('minimal', { ask: 'The task.' });
  work(at, 'minimal', [9000, 9000], 23_999, 32_000);
  assert.equal(with_.next(at.entries).kind, 'ask', 'while 8,000 tokens are free');
  const more: Log = begin('minimal', { ask: 'The task.' });
  work(more, 'minimal', [9000, 9000], 24_000, 32_000);
  settle(more, with_);
  const first = with_.encode(more.entries);
  assert.equal(lastOf(first), 'Summarise all.');
  noting(more, with_, 'All </notes> is well.');
  const fresh = with_.encode(more.entries);
  assert.deepEqual([fresh.messages.map(({ role }) => role), fresh.tools], [['system', 'user'], []]);
  assert.match(
    lastOf(fresh),
    /^Task: The task\.\n<notes>All &lt;\/notes> is well\.<\/notes>\nScreen: x+\nAsk five questions\.$/,
  );
  noting(more, with_, '1. Why?');
  const answers = with_.encode(more.entries);
  assert.deepEqual(answers.messages.slice(0, -2), first.messages);
  assert.deepEqual(answers.messages.slice(-2).map(textIn), [
    'All </notes> is well.',
    'Answer them:\n1. Why?',
  ]);
  noting(more, with_, '1. Because.');
  const now = with_.encode(more.entries);
  assertValid(now);
  assert.deepEqual(
    now.messages.slice(-4).map((message) => [message.role, textIn(message)]),
    [
      ['user', 'The task.'],
      ['user', '<notes>All &lt;/notes> is well.</notes>\nAsk five questions.'],
      ['assistant', '1. Why?'],
      ['user', 'The answers:\n1. Because.\nTo do:'],
    ],
  );
  assert.equal(only(more.entries, 'compaction.opened').length, 1);
  more.record({ type: 'harness.chosen', harness: 'native', model: 'm', wire: 'chat', why: '' });
  assert.match(
    lastOf((await harness('native')).encode(more.entries)),
    /All <\/notes> is well\.\n\n1\. Why\?\n\n1\. Because\./,
  );
});

test('terminus-2 hands over so, in both notations, and goes on with the screen as it is now', async () => {
  for (const id of ['terminus-2', 'terminus-2-xml']) {
    const with_ = await harness(id);
    const at = begin(id, { ask: 'The task.' });
    const usage = { input: 30_000, cached: 0, output: 0, usd: null };
    const words = {
      'terminus-2': '{"analysis": "a", "plan": "p", "commands": [{"keystrokes": "ls\\n", "duration": 0.1}]}',
      'terminus-2-xml':
        '<response>\n<analysis>a</analysis>\n<plan>p</plan>\n<commands>\n<keystrokes duration="0.1">ls\n</keystrokes>\n</commands>\n</response>',
    }[id];
    for (const screen of ['first', 'second', 'third']) {
      at.record({ type: 'model.replied', reply: { ...reply(text(words ?? '')), usage, window: 32_000 } });
      while (with_.next(at.entries).kind === 'act')
        turn(at, with_.next(at.entries), [], () => ran(`${screen} screen`, { fresh: true }));
    }
    assert.equal(opened(with_.next(at.entries))?.strategy, 'handoff-qa', id);
    settle(at, with_);
    assert.match(lastOf(with_.encode(at.entries)), /^You are about to hand this work over/);
    assert.match(said(with_.encode(at.entries)), /third screen/);
    noting(at, with_, 'All I did.');
    const asked = with_.encode(at.entries).messages;
    assert.equal(asked.length, 1);
    assert.match(
      textIn(asked[0]),
      /The task\.(?:.|\n)*<summary>\nAll I did\.\n<\/summary>(?:.|\n)*third screen(?:.|\n)*at least five/,
    );
    noting(at, with_, '1. Why?', '1. Because.');
    const { messages } = with_.encode(at.entries);
    assertValid({ messages, tools: [], options: {} });
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'user', 'assistant', 'user', 'assistant', 'user'],
    );
    assert.match(textIn(messages[3]), /<answers>\n1\. Because\.\n<\/answers>/);
    assert.match(textIn(messages[5]), /third screen/);
    assert.doesNotMatch(messages.map(textIn).join('\n'), /first screen|second screen/);
  }
});
