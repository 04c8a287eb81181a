import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Harness, Step } from '../../src/core/harness.ts';
import type { Item, Prompt, Reply } from '../../src/core/model.ts';
import { type Entry, last } from '../../src/core/session.ts';
import type { Call, ToolResult } from '../../src/core/tool.ts';
import {
  assertValid,
  begin,
  block,
  call,
  chosen,
  garbled,
  harness,
  type Log,
  output,
  ran,
  reply,
  sit,
  text,
  turn,
} from './play.ts';

const ids = ['native', 'mini-swe-agent', 'mini-swe-agent-text', 'terminus-2', 'terminus-2-xml'];
const harnesses = new Map(await Promise.all(ids.map(async (id) => [id, await harness(id)] as const)));
const of = (id: string): Harness => harnesses.get(id) ?? assert.fail(id);
const sentinel = 'COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT';
/** Answers at a terminal: right ones, wrong ones, and such as end the work. */
const typed = [
  ...['"commands": [{"keystrokes": "ls\\n", "duration": 1}]', '"commands": []', '"commands": [{}]'],
  '"commands": [], "task_complete": true',
].map((rest) => `{"analysis": "a", "plan": "p", ${rest}}`);
typed.push(
  ...['<commands><keystrokes duration="1">ls\n</keystrokes></commands>', '<commands/>', ''].map(
    (rest) => `<response><analysis>a</analysis><plan>p</plan>${rest}</response>`,
  ),
  '<response><analysis>a</analysis><plan/><commands/><task_complete>true</task_complete></response>',
);

const names = fc.constantFrom(
  'exec_command',
  'write_stdin',
  'apply_patch',
  'update_plan',
  'bash',
  'nope',
  '',
);
const args = fc.oneof(
  fc.record({ cmd: fc.string() }),
  fc.record({ command: fc.string() }),
  fc.record({ session_id: fc.oneof(fc.integer(), fc.string()), chars: fc.string() }),
  fc.record({ input: fc.string() }),
  fc.record({
    plan: fc.array(fc.record({ step: fc.string(), status: fc.constantFrom('pending', 'completed', 'x') })),
  }),
  fc.constant({}),
  fc.constant({ cmd: sentinel, command: sentinel }),
);
const item: fc.Arbitrary<Item> = fc.oneof(
  fc
    .oneof(
      fc.string(),
      fc.constantFrom('', block('ls'), `${block('a')}\n${block(sentinel)}`, '```', '{{why}}'),
      fc.constantFrom(...typed),
    )
    .map(text),
  fc.string().map((said) => ({ kind: 'thinking', text: said }) as const),
  fc
    .tuple(names, args, fc.constantFrom('', 'same', 'a', 'b'))
    .map(([name, given, id]) => call(name, given, id)),
  fc.tuple(names, fc.string()).map(([name, raw]) => garbled(name, raw)),
  fc.constantFrom('m', 'n').map((model) => ({ kind: 'opaque', wire: 'chat', model, json: 1 }) as const),
);
const replies: fc.Arbitrary<Reply> = fc
  .tuple(fc.array(item, { maxLength: 4 }), fc.boolean())
  .map(([items, cut]) => ({ ...reply(...items), cut }));
const result: fc.Arbitrary<ToolResult> = fc.oneof(
  fc.string().map((said) => ran(said)),
  fc.constant(ran(`${sentinel}\nTitle\n\nBody`)),
  fc.constant(ran('', { code: null, killed: 'timeout', output: output('a', 'b', 70_000, '/tmp/o') })),
  fc.constant(ran('', { code: null, handle: '1' })),
  fc.constant({ ok: false, why: 'It is not there.', fields: {} } as const),
);
/** What a failed check says to the model, if it does: then another round of work follows its end. */
const tell = fc.option(
  fc.oneof(fc.string({ minLength: 1 }), fc.constant(`It fails: {{why}} ${block('ls')}`)),
);
/** What happens besides answers: another round, a new sitting, a pause, another harness, another model. */
const event = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('answer' as const), reply: replies, result, tell }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('judge' as const), tell }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sit' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('switch' as const),
      to: fc.constantFrom(...ids),
      model: fc.constantFrom('m', 'n'),
    }),
  },
);
type Happening = typeof event extends fc.Arbitrary<infer T> ? T : never;

/** Plays what happens; a cut leaves the calls of an answer half done, as a cancelled run does. */
function live(id: string, happenings: readonly Happening[]): Entry[] {
  const at = begin(id);
  let now = id;
  for (const happening of happenings) {
    if (happening.kind === 'answer') answer(at, of(now), happening);
    else if (happening.kind === 'judge') judge(at, happening.tell);
    else if (happening.kind === 'cut') at.entries.pop();
    else if (happening.kind === 'sit') sit(at, now);
    else {
      now = happening.to;
      at.record(chosen(now, happening.model));
    }
    if (at.entries.length < 5) return begin(id).entries;
  }
  return at.entries;
}

type Answer = Extract<Happening, { kind: 'answer' }>;

/** One answer and all that the harness makes of it, until it asks again or ends; an end is judged. */
function answer(at: Log, with_: Harness, { reply: said, result, tell }: Answer): void {
  const given = [said];
  for (let turns = 0; turns < 20; turns++) {
    const step = with_.next(at.entries);
    if (turn(at, step, given, () => result)) continue;
    if (step.kind !== 'ask') judge(at, tell);
    return;
  }
  assert.fail('The harness spins.');
}

/** The checks of a round, and another round where they have something to say; else a new sitting. */
function judge(at: Log, tell: string | null): void {
  const checked = { code: 1, killed: null, milliseconds: 5, output: output('1 failed') };
  for (const on of ['base', 'change'] as const)
    at.record({ type: 'check.ran', check: 'npm run test', on, ran: checked, scripts: [] });
  at.record({ type: 'round.judged', again: tell !== null, why: 'npm run test failed.', tell });
  if (tell === null) sit(at, last(at.entries, 'harness.chosen')?.harness ?? '');
  else at.record({ type: 'round.opened' });
}

const bytes = ({ messages }: Prompt): string => JSON.stringify(messages).slice(0, -1);

test('for every prefix of a log, with every harness, a turn asks, acts, replies or ends, and what is asked is valid', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ids), fc.array(event, { maxLength: 12 }), (id, happenings) => {
      const entries = live(id, happenings);
      for (let length = 1; length <= entries.length; length++) {
        const prefix = entries.slice(0, length);
        const now = last(prefix, 'harness.chosen')?.harness;
        for (const each of ids) {
          const step = of(each).next(prefix);
          if (step.kind === 'act') assert.ok(step.calls.length > 0);
          if (step.kind === 'reply') assert.notEqual(step.text, '');
          if (step.kind === 'ask' && each === now) assertValid(of(each).encode(prefix));
        }
      }
    }),
    { numRuns: 150 },
  );
});

test('the prompt of a longer log extends, byte for byte, that of every shorter one', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ids), fc.array(event, { maxLength: 12 }), (id, happenings) => {
      const entries = live(id, happenings);
      for (const each of ids) {
        let before = '[';
        for (let length = 1; length <= entries.length; length++) {
          if (entries[length - 1]?.type === 'harness.chosen') before = '[';
          const now = bytes(of(each).encode(entries.slice(0, length)));
          assert.ok(now.startsWith(before), `${each}, entry ${length}`);
          before = now;
        }
      }
    }),
    { numRuns: 150 },
  );
});

test('prompts are the same whether the harness has seen the log before or not', async () => {
  const fresh = new Map(await Promise.all(ids.map(async (id) => [id, await harness(id)] as const)));
  fc.assert(
    fc.property(fc.constantFrom(...ids), fc.array(event, { maxLength: 8 }), (id, happenings) => {
      const entries = live(id, happenings);
      const copy = structuredClone(entries);
      for (const each of ids)
        assert.equal(JSON.stringify(of(each).encode(entries)), JSON.stringify(fresh.get(each)?.encode(copy)));
    }),
    { numRuns: 50 },
  );
});

test('no silly model makes the loop spin: every turn moves the log, and a form that is never right ends the work', () => {
  const silly: [string, Reply][] = [
    ['nothing', reply()],
    ['empty words', reply(text(''))],
    ['only thoughts', reply({ kind: 'thinking', text: 'hm' })],
    ['cut off', { ...reply(text('Half a')), cut: true }],
    ['garbled arguments', reply(garbled('bash', '{'), garbled('exec_command', '{'))],
    ['an unknown tool', reply(call('nope', {}))],
    ['many blocks', reply(text(`${block('a')}\n${block('b')}`))],
    [
      'the same command for ever',
      reply(text(block('ls')), call('bash', { command: 'ls' }), call('exec_command', { cmd: 'ls' }, 'x')),
    ],
    ['the same end for ever', reply(text(block(sentinel)), call('bash', { command: sentinel }))],
  ];
  for (const id of ids) {
    for (const [what, said] of silly) {
      const at = begin(id);
      let asked = 0;
      while (asked < 8 && !last(at.entries, 'work.stopped')) {
        const length = at.entries.length;
        const step = of(id).next(at.entries);
        if (step.kind === 'ask') asked++;
        turn(at, step, [said]);
        assert.ok(at.entries.length < 50, `${id} with ${what}: the work goes on without the model`);
        assert.ok(at.entries.length > length, `${id} with ${what}: a turn did nothing`);
      }
      const stopped = last(at.entries, 'work.stopped');
      assert.ok(
        stopped !== undefined || what === 'the same command for ever' || said.items.length > 1,
        `${id}, ${what}`,
      );
    }
  }
});

test('making prompts all along a long log takes time in proportion to it', () => {
  const at = begin('native');
  const native = of('native');
  let worded = 0;
  const counting = (): ToolResult => ({
    ok: true,
    get fields() {
      worded++;
      return ran('x'.repeat(1000)).fields;
    },
  });
  for (let asked = 0; asked < 200; asked++) {
    turn(at, { kind: 'ask' }, [reply(call('exec_command', { cmd: 'ls' }))]);
    turn(at, native.next(at.entries), [], counting);
    native.encode(at.entries);
  }
  assert.ok(worded <= 3 * 200, `each result is worded twice at most, not ${worded / 200} times`);
});

test('what failed in a round begins the next one, word for word, behind all that was said before', () => {
  const tell = 'The checks fail:\n\n```\n{{why}} <b>\n```';
  for (const id of ids) {
    const at = begin(id);
    at.record({ type: 'model.replied', reply: reply(text('Done.')) });
    const before = of(id).encode(at.entries).messages;
    judge(at, tell);
    const { messages } = of(id).encode(at.entries);
    assert.deepEqual(messages.slice(0, -1), before);
    assert.deepEqual(messages.at(-1), { role: 'user', text: tell });
    assert.equal(of(id).next(at.entries).kind, 'ask');
  }
});

test('a call that was cut off and done again is one call in every harness', () => {
  const at = begin('mini-swe-agent-text');
  at.record({ type: 'model.replied', reply: reply(text(block('ls'))) });
  const [made] = callsOf(of('mini-swe-agent-text').next(at.entries));
  assert.ok(made);
  at.record({ type: 'tool.called', call: made }, { type: 'tool.called', call: made });
  at.record({ type: 'tool.returned', call: made.id, result: ran('a.txt') });
  at.record({ type: 'model.replied', reply: reply(text('Go on.')) }, chosen('native'));
  for (const id of ids) assertValid(of(id).encode(at.entries));
});

const callsOf = (step: Step): readonly Call[] =>
  step.kind === 'act' ? step.calls.filter((call): call is Call => 'tool' in call) : [];
