import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Harness } from '../../../src/core/harness.ts';
import type { Prompt, Reply } from '../../../src/core/model.ts';
import { compacting, type Entry, last, only } from '../../../src/core/session.ts';
import { assertValid, begin, call, chosen, harness, type Log, ran, reply, sit, text, turn } from '../play.ts';
import { failed } from './working.ts';

const ids = ['native', 'opencode', 'qwen-code', 'deepseek-tui', 'mini-swe-agent-text'];
const harnesses = new Map(await Promise.all(ids.map(async (id) => [id, await harness(id)] as const)));
const of = (id: string): Harness => harnesses.get(id) ?? assert.fail(id);
const window = 12_000;

const command = (count: number): string => `ls ${count}`;
/** An answer that does something in any of them, and may write the list of things to do. */
const answering = (count: number, plan: boolean): Reply => {
  const list = [{ step: `step ${count}`, status: 'pending' }];
  const block = `\`\`\`mswea_bash_command\n${command(count)}\n\`\`\``;
  return reply(
    text(`I look.\n${block}`),
    call('exec_command', { cmd: command(count) }, `e${count}`),
    call('bash', { command: command(count), description: 'Look' }, `b${count}`),
    call('run_shell_command', { command: command(count), is_background: false }, `r${count}`),
    ...(plan ? [call('update_plan', { plan: list }, `p${count}`)] : []),
    ...(plan
      ? [
          call(
            'todowrite',
            { todos: [{ content: `step ${count}`, status: 'pending', priority: 'high' }] },
            `t${count}`,
          ),
        ]
      : []),
  );
};
const notes: readonly Reply[] = [
  reply(text('Some notes.')),
  reply(text('<state_snapshot>All.</state_snapshot>')),
  reply(),
  { ...reply(text('Half')), cut: true },
  reply(text('No.'), call('bash', { command: 'ls' }, 'n')),
];

const event = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      plan: fc.boolean(),
      size: fc.integer({ min: 1, max: 9000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('overflow' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tell' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sit' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('switch' as const), to: fc.constantFrom(...ids) }) },
);
type Happening = typeof event extends fc.Arbitrary<infer T> ? T : never;
const story = fc.tuple(
  fc.constantFrom(...ids),
  fc.array(event, { minLength: 4, maxLength: 14 }),
  fc.array(fc.constantFrom(...notes), { minLength: 1 }),
);

/** Plays what happens as a loop would, with a model that has a small window and tells what it was sent. */
function live(id: string, happenings: readonly Happening[], notes: readonly Reply[]): Entry[] {
  const at = begin(id, { ask: 'Task 0.' });
  let now = id;
  let asked = 0;
  for (const [count, happening] of happenings.entries()) {
    if (happening.kind === 'answer') {
      answer(at, now, { ...answering(count, happening.plan) }, happening.size);
    } else if (happening.kind === 'overflow') at.record(failed('model.overflow'));
    else if (happening.kind === 'tell') {
      at.record(
        { type: 'round.judged', again: true, why: 'It fails.', tell: `Check ${count} fails.` },
        { type: 'round.opened' },
      );
    } else if (happening.kind === 'sit') sit(at, now, { ask: `Task ${count}.` });
    else {
      now = happening.to;
      at.record(chosen(now));
    }
    settle();
  }
  return at.entries;

  /** Compacts where that is due, and does what an answer asks for. */
  function settle(): void {
    for (let turns = 0; turns < 60; turns++) {
      const step = of(now).next(at.entries);
      if (step.kind === 'finish' || step.kind === 'stop') return;
      if (step.kind !== 'ask') turn(at, step, [], () => ran('x'));
      else if (compacting(at.entries)) answer(at, now, notes[asked++ % notes.length] as Reply, 1);
      else return;
    }
    assert.fail('it spins');
  }
}

function answer(at: Log, id: string, said: Reply, size: number): void {
  const input = Math.ceil(JSON.stringify(of(id).encode(at.entries)).length / 4);
  const usage = { input, cached: 0, output: 1, usd: null };
  at.record({ type: 'model.replied', reply: { ...said, usage, window } });
  if (compacting(at.entries)) return;
  for (let turns = 0; turns < 10; turns++) {
    const step = of(id).next(at.entries);
    if (step.kind !== 'act') return;
    turn(at, step, [], () => ran('x'.repeat(size)));
  }
}

const textOf = ({ messages }: Prompt): string => JSON.stringify(messages);

test('the task, the list of things to do and the newest words of others survive in any log, with any harness', () => {
  let compactions = 0;
  fc.assert(
    fc.property(story, ([id, happenings, notes]) => {
      const entries = live(id, happenings, notes);
      compactions += only(entries, 'compaction.closed').length;
      for (let length = 6; length <= entries.length; length++) {
        const prefix = entries.slice(0, length);
        const now = last(prefix, 'harness.chosen')?.harness ?? '';
        if (compacting(prefix) || of(now).next(prefix).kind !== 'ask') continue;
        const prompt = of(now).encode(prefix);
        assertValid(prompt);
        const said = textOf(prompt);
        assert.ok(said.includes('Task 0.'), 'the first task');
        const opened = last(prefix, 'sitting.opened');
        if (last(prefix, 'round.opened')?.sitting === opened?.sitting)
          assert.ok(said.includes(opened?.plan.task.ask ?? ''), 'the newest task');
        const judged = last(prefix, 'round.judged');
        const told = judged && judged.sitting === prefix.at(-1)?.sitting && last(prefix, 'round.opened');
        if (told && told.seq > judged.seq) assert.ok(said.includes(judged.tell ?? ''), 'the newest words');
        const todo = only(prefix, 'tool.called').findLast(({ call }) => call.tool === 'todo');
        const [step] = (todo?.call.args['items'] ?? []) as { text: string }[];
        if (step) assert.ok(said.includes(step.text), `the list: ${step.text}`);
      }
    }),
    { numRuns: 60 },
  );
  assert.ok(compactions > 30, `there were ${compactions}`);
});

test('between compactions the prompt of a longer log extends, byte for byte, that of every shorter one', () => {
  fc.assert(
    fc.property(story, ([id, happenings, notes]) => {
      const entries = live(id, happenings, notes);
      let before = '[';
      for (let length = 5; length <= entries.length; length++) {
        const prefix = entries.slice(0, length);
        const newest = entries[length - 1];
        const now = last(prefix, 'harness.chosen')?.harness ?? '';
        if (newest?.type === 'harness.chosen' || newest?.type.startsWith('compaction')) before = '[';
        // What is asked in a compaction, and what a new beginning drops with it, is no part of the conversation.
        if (compacting(prefix)) continue;
        if (compacting(entries.slice(0, length - 1))) before = '[';
        const said = textOf(of(now).encode(prefix)).slice(0, -1);
        assert.ok(said.startsWith(before), `${now}, entry ${length}`);
        before = said;
      }
    }),
    { numRuns: 60 },
  );
});

test('for every prefix of a log, what is asked is valid, in a compaction too, and every harness knows what comes next', () => {
  fc.assert(
    fc.property(story, ([id, happenings, notes]) => {
      const entries = live(id, happenings, notes);
      for (let length = 5; length <= entries.length; length++) {
        const prefix = entries.slice(0, length);
        const now = last(prefix, 'harness.chosen')?.harness ?? '';
        const step = of(now).next(prefix);
        if (step.kind === 'ask') assertValid(of(now).encode(prefix));
        const fresh = structuredClone(prefix);
        assert.deepEqual(of(now).next(fresh), step);
      }
    }),
    { numRuns: 30 },
  );
});
