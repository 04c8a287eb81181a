// One conversation through several harnesses, models and wires, as a strict provider takes it: adjacency, ids, schemas.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Ajv } from 'ajv';
import { type Question, type Seen, type SimModel, startModel, type Turn } from '../../sim/model/index.ts';
import { only, standing } from '../../src/core/session.ts';
import { dist } from '../support/dist.ts';
import { appears, openStage, type RunningOi } from '../support/oi.ts';
import { write } from '../support/repository.ts';

const product = await dist();
const thinking = 'I think of it first.';
const todos = [{ content: 'Look', status: 'in_progress' }];
const end = 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT';
const fence = (label: string, command: string): string => `I look.\n\n\`\`\`${label}\n${command}\n\`\`\``;
/** A text of its own in each result, so that the sessions shows that nothing was lost. */
const mark = (leg: number): string => `mark-${leg}`;

type Call = NonNullable<Turn['calls']>[number];
const call = (name: string, args: Call['args']): Call => ({ name, args });
type Moves = { work(leg: number, folder: string): Turn; end: Turn };
const done: Turn = { thinking, text: 'All is done.' };

/** What a model does in each harness: reasoning, words and parallel calls where it can, and the end. */
const moves: Readonly<Record<string, Moves>> = {
  native: {
    work: (leg) => ({
      thinking,
      text: 'I look.',
      calls: [
        call('exec_command', { cmd: `echo ${mark(leg)}` }),
        call('update_plan', { plan: [{ step: 'Look', status: 'in_progress' }] }),
        call('apply_patch', { input: `*** Begin Patch\n*** Add File: leg-${leg}.txt\n+x\n*** End Patch\n` }),
      ],
    }),
    end: done,
  },
  'claude-code': {
    work: (leg, folder) => ({
      thinking,
      text: 'I look.',
      calls: [
        call('Bash', { command: `echo ${mark(leg)}` }),
        call('Read', { file_path: join(folder, 'list.txt') }),
        call('TodoWrite', { todos: [{ ...todos[0], activeForm: 'Looking' }] }),
      ],
    }),
    end: done,
  },
  'claude-code-bare': {
    work: (leg) => ({
      thinking,
      calls: [call('Bash', { command: `echo ${mark(leg)}` }), call('Bash', { command: 'pwd' })],
    }),
    end: done,
  },
  'qwen-code': {
    work: (leg) => ({
      thinking,
      calls: [
        call('run_shell_command', { command: `echo ${mark(leg)}`, is_background: false }),
        call('todo_write', { todos: [{ ...todos[0], id: '1' }] }),
        call('grep_search', { pattern: 'one' }),
      ],
    }),
    end: done,
  },
  'kimi-code': {
    work: (leg) => ({
      thinking,
      calls: [
        call('Bash', { command: `echo ${mark(leg)}` }),
        call('Grep', { pattern: 'one', output_mode: 'files_with_matches' }),
        call('Bash', { command: 'pwd', cwd: '/' }),
      ],
    }),
    end: done,
  },
  pi: {
    work: (leg) => ({
      thinking,
      text: 'I look.',
      calls: [
        call('bash', { command: `echo ${mark(leg)}` }),
        call('read', { path: 'list.txt' }),
        call('no_such_tool', {}),
        call('edit', '{ "path": '),
      ],
    }),
    end: done,
  },
  'mini-swe-agent': {
    work: (leg) => ({
      thinking,
      calls: [call('bash', { command: `echo ${mark(leg)}` }), call('bash', { command: 'cat no-such-file' })],
    }),
    end: { thinking, text: 'All is done.', calls: [call('bash', { command: end })] },
  },
  'mini-swe-agent-text': {
    work: (leg) => ({ thinking, text: fence('mswea_bash_command', `echo ${mark(leg)}; cat list.txt`) }),
    end: { thinking, text: fence('mswea_bash_command', end) },
  },
  'swe-agent': {
    work: (leg) => ({ thinking, text: fence('', `echo ${mark(leg)}`) }),
    end: { thinking, text: fence('', 'submit') },
  },
};

/** Each leg is asked for by its number; whether it has begun tells what comes behind that. */
function script(harnesses: readonly string[], folder: () => string) {
  return ({ messages }: Question): Turn => {
    const leg = Number([...JSON.stringify(messages).matchAll(/Leg (\d)\./g)].at(-1)?.[1] ?? 0);
    const { work, end: ends } = moves[harnesses[leg] ?? ''] ?? assert.fail(`no leg ${leg}`);
    const asked = messages.findLastIndex((message) => JSON.stringify(message).includes(`Leg ${leg}.`));
    const isBegun = messages.slice(asked).some(({ role }) => !people.includes(role));
    return isBegun ? ends : work(leg, folder());
  };
}
const people = ['user', 'system', 'developer'];

type Leg = { harness: string; wire?: string; model?: string };

/** Goes through the legs, each a run of its own that resumes the one before. */
async function go(legs: readonly Leg[], how: { wantsThinking?: boolean } = {}) {
  let folder = '';
  const model = await startModel({
    script: script(
      legs.map(({ harness }) => harness),
      () => folder,
    ),
    ...how,
  });
  after(model.close);
  const at = openStage(product, model);
  folder = at.folder;
  write(folder, { 'list.txt': 'one\n' });
  for (const [number, { harness, wire, model: id }] of legs.entries()) {
    const resume = number === 0 ? [] : ['--resume', at.sessions()[0] ?? ''];
    const who = ['--harness', harness, ...(wire ? ['--wire', wire] : []), ...(id ? ['--model', id] : [])];
    const ran = await at.run([...resume, ...who, `Leg ${number}.`]);
    assert.equal(ran.code, 0, `${harness}: ${ran.stderr}`);
  }
  return { at, model };
}

const ajv = new Ajv({ strict: false });

type Tool = { function?: Tool; name?: string; parameters?: object; input_schema?: object };
type Part = { type?: string; name?: string; input?: unknown; arguments?: string };
type Said = Part & { content?: unknown; tool_calls?: { function: { name: string; arguments: string } }[] };

/** The calls of a request and the schemas that they have to be like, whatever the wire. */
function calls({ body }: Seen): { name: string; args: unknown }[] {
  const said = (body['messages'] ?? body['input'] ?? []) as Said[];
  return said.flatMap((message) => {
    const parts = Array.isArray(message.content) ? (message.content as Part[]) : [];
    const used = parts
      .filter(({ type }) => type === 'tool_use')
      .map(({ name = '', input }) => ({ name, args: input }));
    const asked = (message.tool_calls ?? []).map((one) => one.function);
    const items = message.type === 'function_call' ? [message as { name: string; arguments: string }] : [];
    return [
      ...used,
      ...[...asked, ...items].map(({ name, arguments: args }) => ({ name, args: JSON.parse(args) })),
    ];
  });
}

/** What the newest request tells of the legs before it, in the tools of its own harness. */
function assertTold(model: SimModel, legs: readonly Leg[]): void {
  const asked = model.requests.at(-1) ?? assert.fail('nothing was asked');
  const text = asked.bytes.toString();
  for (const number of legs.keys()) assert.ok(text.includes(mark(number)), `leg ${number} is lost`);
  const tools = ((asked.body['tools'] ?? []) as Tool[]).map((tool) => tool.function ?? tool);
  for (const { name, args } of calls(asked)) {
    const tool = tools.find((one) => one.name === name);
    assert.ok(tool || name === 'no_such_tool', `there is no tool ${name}`);
    const schema = tool?.parameters ?? tool?.input_schema ?? {};
    const isAsSaid = JSON.stringify(args) === '{}';
    assert.ok(isAsSaid || ajv.validate(schema, args), `${name} ${JSON.stringify(args)} ${ajv.errorsText()}`);
  }
  assert.deepEqual(model.violations, []);
}

const over = (wire: string, ...names: string[]): Leg[] => names.map((harness) => ({ harness, wire }));
const journeys: [what: string, legs: Leg[], how?: { wantsThinking: boolean }][] = [
  ['over chat, from calls to words and back', over('chat', 'kimi-code', 'mini-swe-agent-text', 'qwen-code')],
  [
    'over chat, from a fence to a table of commands to calls',
    over('chat', 'mini-swe-agent-text', 'swe-agent', 'native'),
  ],
  [
    'over chat, away and back, where calls want their reasoning',
    over('chat', 'pi', 'mini-swe-agent', 'pi'),
    { wantsThinking: true },
  ],
  ['over messages', over('messages', 'claude-code', 'claude-code-bare', 'claude-code')],
  ['over responses', over('responses', 'native', 'claude-code', 'native')],
  [
    'from wire to wire and model to model, and back to where signatures and encrypted reasoning are from',
    [
      { harness: 'claude-code', wire: 'messages' },
      { harness: 'native', wire: 'responses', model: 'sim/other' },
      { harness: 'swe-agent', wire: 'chat' },
      { harness: 'native', wire: 'responses' },
      { harness: 'claude-code', wire: 'messages', model: 'sim/model' },
    ],
  ],
];
for (const [what, legs, how] of journeys) {
  test(`a conversation with reasoning and parallel calls goes ${what}`, async () => {
    const { at, model } = await go(legs, how);
    assertTold(model, legs);
    assert.deepEqual(
      only(at.log(), 'harness.chosen').map(({ harness, wire }) => ({ harness, wire })),
      legs.map(({ harness, wire }) => ({ harness, wire })),
    );
  });
}

/** Kills a run in the middle of a command that waits for a file. */
async function killed(running: RunningOi, begun: string): Promise<void> {
  await Promise.race([appears(begun), running.ended.then((ran) => assert.fail(ran.stderr))]);
  running.child.kill('SIGKILL');
  await running.ended;
}

test('a session that was cut off switches where a harness is typed, and keeps it whatever the variables say', async () => {
  const wait = (name: string): string => `touch ${name}; until [ -e gate ]; do sleep 0.05; done; echo over`;
  const reads = ['a.txt', 'b.txt'].map((path) => call('Read', { file_path: path }));
  const model = await startModel({
    script({ tools, newest }) {
      if (tools.includes('Bash'))
        return newest.includes('mark-1')
          ? { calls: [call('Bash', { command: wait('first') })] }
          : { thinking, calls: reads };
      return newest.includes('over')
        ? { text: 'All is done.' }
        : { calls: [call('bash', { command: wait('second') })] };
    },
  });
  after(model.close);
  const at = openStage(product, model);
  const files = { 'a.txt': 'mark-0\n', 'b.txt': 'mark-1\n', '.gitignore': 'gate\nfirst\nsecond\n' };
  write(at.folder, files);
  await killed(at.start(['--harness', 'claude-code-bare', 'Do it.']), join(at.folder, 'first'));
  const [id = ''] = at.sessions();
  await killed(at.start(['--resume', id, '--harness', 'pi']), join(at.folder, 'second'));
  write(at.folder, { gate: '' });
  const ran = await at.run(['--resume', id], { env: { OI_HARNESS: 'native' } });

  assert.equal(ran.code, 0, ran.stderr);
  const log = standing(at.log());
  assert.equal(only(log, 'sitting.opened').length, 1);
  assert.deepEqual(
    only(log, 'harness.chosen').map(({ harness, asked }) => [harness, asked?.harness]),
    [
      ['claude-code-bare', undefined],
      ['pi', 'pi'],
    ],
  );
  assertTold(model, [{ harness: 'claude-code-bare' }, { harness: 'pi' }]);
  assert.deepEqual(
    calls(model.requests.at(-1) ?? assert.fail()).map(({ name, args }) => [name, args]),
    [
      ['read', { path: 'a.txt' }],
      ['read', { path: 'b.txt' }],
      ['bash', { command: wait('second') }],
    ],
  );
});
