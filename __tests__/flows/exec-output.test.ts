// cspell:ignore Grüße
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { wrongKey } from '../../sim/model/faults.ts';
import { type Fault, type SimModel, startModel, type Turn } from '../../sim/model/index.ts';
import { dist } from '../support/dist.ts';
import { type OiStage, openStage } from '../support/oi.ts';

const product = await dist();
const answer = 'Say hello\n\nThe file says hello now.';
const turns: Turn[] = [
  {
    thinking: 'Hm.',
    text: 'I write.',
    calls: [{ name: 'exec_command', args: { cmd: 'echo hello | tee f' } }],
  },
  {
    calls: [
      { name: 'update_plan', args: { plan: [{ step: 'Look', status: 'completed' }] } },
      { name: 'apply_patch', args: { input: '*** Begin Patch\n*** Add File: g\n+g\n*** End Patch\n' } },
      { name: 'exec_command', args: { cmd: 'exit 3' } },
    ],
  },
  { text: answer },
];

async function stageWith(script: readonly Turn[] = turns, faults: readonly Fault[] = []) {
  const model: SimModel = await startModel({ script, faults });
  after(model.close);
  const at: OiStage = openStage(product, model);
  return { at, model };
}
const promptOf = (model: SimModel): string => JSON.stringify(model.requests[0]?.body['messages']);

test('stdout has the final answer and nothing else; stderr has a line for each thing that happens', async () => {
  const { at } = await stageWith();
  const { code, stdout, stderr } = await at.run(['Do it.']);
  assert.equal(code, 0);
  assert.equal(stdout, `${answer}\n`);
  const lines = stderr.replace(/\d\.\d s/g, 'N s').split('\n');
  assert.deepEqual(lines, [
    `Session ${at.sessions()[0]}`,
    'sim/model, harness native over chat (No other harness is known to suit this model better.)',
    'I write.',
    '$ echo hello | tee f',
    '  exit 0, N s',
    'todo {"items":[{"text":"Look","status":"done"}]}',
    'patch {"patch":"*** Begin Patch\\n*** Add File: g\\n+g\\n*** End Patch\\n"}',
    '$ exit 3',
    '  exit 3, N s',
    '',
  ]);
});

type CodexEvent = {
  type: string;
  item?: { id: string; type: string; status?: string };
  [name: string]: unknown;
};
const eventsIn = (stdout: string): CodexEvent[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as CodexEvent);
const short = ({ type, item }: CodexEvent): string => (item ? `${type} ${item.type}` : type);

test('--json makes stdout a stream of Codex events and nothing else', async () => {
  const { at } = await stageWith();
  const { code, stdout } = await at.run(['--json', 'Do it.']);
  assert.equal(code, 0);
  const events = eventsIn(stdout);
  assert.deepEqual(events.map(short), [
    'thread.started',
    'turn.started',
    'item.completed reasoning',
    'item.completed agent_message',
    'item.started command_execution',
    'item.completed command_execution',
    'item.completed todo_list',
    'item.completed file_change',
    'item.started command_execution',
    'item.completed command_execution',
    'item.completed agent_message',
    'turn.completed',
  ]);
  assert.equal(events[0]?.['thread_id'], at.sessions()[0]);
  const ids = (type: string): string[] =>
    events.flatMap((event) => (event.type === type && event.item ? [event.item.id] : []));
  for (const id of ids('item.started')) assert.ok(ids('item.completed').includes(id));
  assert.equal(new Set(ids('item.completed')).size, ids('item.completed').length);
  assert.match(JSON.stringify(events.at(-1)?.['usage']), /"input_tokens":[1-9]/);
});

test('--json tells a failure as turn.failed, and people still read it on stderr', async () => {
  const { at } = await stageWith(turns, [wrongKey()]);
  const { code, stdout, stderr } = await at.run(['--json', 'Do it.']);
  assert.equal(code, 4);
  assert.deepEqual(eventsIn(stdout).map(short).slice(0, 2), ['thread.started', 'turn.started']);
  assert.equal(eventsIn(stdout).at(-1)?.type, 'turn.failed');
  assert.match(stderr, / \(key\.refused\)\nGo on with: /);
});

test('--json of a session that was cut off begins like any other stream', async () => {
  const { at } = await stageWith();
  const running = at.start(['--json', 'Do it.']);
  await running.shows(/item.started/);
  running.child.kill('SIGKILL');
  await running.ended;
  const { stdout } = await at.run(['--json', '--resume', at.sessions()[0] ?? '']);
  assert.deepEqual(eventsIn(stdout).map(short).slice(0, 2), ['thread.started', 'turn.started']);
  assert.equal(eventsIn(stdout).at(-1)?.type, 'turn.completed');
});

test('--output also writes the answer to a file, with --json too', async () => {
  const { at } = await stageWith();
  const file = join(at.home, 'answer.md');
  const { code, stdout } = await at.run(['--json', '--output', file, 'Do it.']);
  assert.equal(code, 0);
  assert.equal(readFileSync(file, 'utf8'), `${answer}\n`);
  assert.equal(eventsIn(stdout).at(-1)?.type, 'turn.completed');
});

test('every flag can be a variable', async () => {
  const { at, model } = await stageWith([{ calls: [{ name: 'bash', args: { command: 'touch ran' } }] }]);
  const file = join(at.home, 'answer.md');
  const env = {
    OI_CD: at.folder,
    OI_HARNESS: 'mini-swe-agent',
    OI_JSON: '1',
    OI_OUTPUT: file,
    OI_MAX_TURNS: '1',
    OI_SANDBOX: 'workspace-write',
  };
  const { code, stdout } = await at.run(['Do it.'], { env, cwd: at.home });
  assert.equal(code, 1);
  assert.equal(model.requests.length, 1);
  assert.ok(existsSync(join(at.folder, 'ran')));
  assert.equal(eventsIn(stdout).at(-1)?.type, 'turn.failed');
});

test('- reads the prompt from standard input', async () => {
  const { at, model } = await stageWith([{ text: 'Done' }]);
  const { code } = await at.run(['-'], { stdin: 'First line.\nGrüße, 世界.\n' });
  assert.equal(code, 0);
  assert.ok(promptOf(model).includes('First line.\\nGrüße, 世界.'));
});

test('an empty standard input is no prompt', async () => {
  const { at, model } = await stageWith([{ text: 'Done' }]);
  const { code, stderr } = await at.run(['-'], { stdin: ' \n' });
  assert.equal(code, 2);
  assert.match(stderr, /^There is no prompt\. .* \(input\.missing\)\n$/);
  assert.equal(model.requests.length, 0);
});

test('with a prompt given, a pipe that never ends is not waited for', async () => {
  const { at } = await stageWith([{ text: 'Done' }]);
  const { code, stdout } = await at.run(['Do it.'], { stdin: 'open' });
  assert.deepEqual([code, stdout], [0, 'Done\n']);
});

test('Ctrl-C ends the wait for standard input', async () => {
  const { at } = await stageWith([{ text: 'Done' }]);
  const running = at.start(['-'], { stdin: 'open' });
  // More than any pipe holds: once it is written, somebody reads.
  await new Promise((done) => running.child.stdin?.write('word '.repeat(1_000_000), done));
  running.interrupt();
  const { code, stderr } = await running.ended;
  assert.deepEqual([code, stderr], [130, 'The run was cancelled before it began.\n']);
});

test('an answer that cannot be written out is no success', async () => {
  for (const args of [['Do it.'], ['--json', 'Do it.']]) {
    const { at } = await stageWith([{ text: 'Done' }]);
    const { code, stderr } = await at.run(args, { through: ['bash', '-c', 'exec "$@" > /dev/full', 'bash'] });
    assert.notEqual(code, 0);
    assert.match(stderr, /^Standard output takes no more \(.*\)\. Make room there, or use --output\.$/m);
    assert.doesNotMatch(stderr, /^\s+at /m);
  }
});

test('whoever reads the events and goes away ends the run, without a stack trace', async () => {
  const endless = (at: number) => ({ calls: [{ name: 'exec_command', args: { cmd: `echo ${at} >> f` } }] });
  const { at, model } = await stageWith(Array.from({ length: 500 }, (_, at) => endless(at)));
  const running = at.start(['--json', 'Do it.']);
  await running.shows(/item.started/);
  running.child.stdout?.destroy();
  const { code, stderr } = await running.ended;
  assert.equal(code, 130);
  assert.doesNotMatch(stderr, /^\s+at |Error:/m);
  assert.ok(model.requests.length < 500);
});

test('a terminal gets colours of ours, and nothing of a model’s that it would obey', async () => {
  const evil = '\u001b]0;owned\u0007\u001b[2J';
  const { at } = await stageWith([
    { text: `Look: ${evil}`, calls: [{ name: 'exec_command', args: { cmd: `echo '${evil}'` } }] },
    { text: `Done ${evil}` },
  ]);
  const inTerminal = 'script --quiet --return --command "$(printf "%q " "$@")" /dev/null';
  const { code, stdout } = await at.run(['Do it.'], { through: ['bash', '-c', inTerminal, 'bash'] });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /\u001b\[2m\$ echo/);
  assert.ok(stdout.includes('Done \\x1b]0;owned\\x07\\x1b[2J'));
  assert.doesNotMatch(stdout, /\u001b(?!\[22?m|\[1m)/);
});
