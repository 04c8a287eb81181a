import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only } from '../../../src/core/session.ts';
import { assertValid, begin, block, call, chosen, harness, play, ran, reply, text, textIn } from '../play.ts';

const id = 'mini-swe-agent-text';
const fenced = await harness(id);
const commands = (...said: string[]): string[] => {
  const at = begin(id);
  play(
    at,
    fenced,
    said.map((words) => reply(text(words))),
  );
  return only(at.entries, 'tool.called').map((entry) => String(entry.call.args['command']));
};

test('exactly one block of the right label is a command, to the byte', () => {
  assert.deepEqual(commands(`Why.\n\n${block('ls -la\necho "a  b"')}\n`), ['ls -la\necho "a  b"']);
  assert.deepEqual(commands('```bash\nls\n```'), []);
  assert.deepEqual(commands(`${block('a')}\n${block('b')}`), []);
  assert.deepEqual(commands('```mswea_bash_command\nls'), []);
  assert.deepEqual(commands(`${block("cat > a.md <<'EOF'\n```js\n1\nEOF")}`), [
    "cat > a.md <<'EOF'\n```js\n1\nEOF",
  ]);
});

test('a block whose lines end as Windows ends them is one, and its command ends them plainly', () => {
  assert.deepEqual(commands('Why.\r\n\r\n```mswea_bash_command\r\ncd a\r\nls\r\n```\r\nThen.'), ['cd a\nls']);
  assert.deepEqual(commands(block("printf 'a\r\nb'")), ["printf 'a\r\nb'"]);
});

test('a wrong number of blocks is told with the number and an example', () => {
  const at = begin(id);
  play(at, fenced, [reply(text('none')), { ...reply(text(`${block('a')}\n${block('b')}`)), cut: true }]);
  const [none = '', two = ''] = only(at.entries, 'model.told').map((entry) => entry.text);
  assert.match(none, /^<error>\nYour answer had 0 blocks with the label mswea_bash_command/);
  assert.match(two, /^<error>\nYour answer was cut off.*\nYour answer had 2 blocks/);
  assert.match(none, /^```mswea_bash_command$/m);
});

test('results come back as user messages, and native calls of a model are not sent where there are no tools', () => {
  const at = begin(id);
  play(at, fenced, [reply(text(block('ls'))), reply(call('bash', { command: 'ls' }))], () => ran('a\n'));
  const prompt = fenced.encode(at.entries);
  assertValid(prompt);
  assert.deepEqual(prompt.tools, []);
  assert.deepEqual(
    prompt.messages.map(({ role }) => role),
    ['system', 'user', 'assistant', 'user', 'user'],
  );
  assert.equal(textIn(prompt.messages[3]), '<returncode>0</returncode>\n<output>\na\n</output>');
});

test('the submission is what follows the mark, else the words around the block', () => {
  const mark = 'COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT';
  const end = (said: string) =>
    play(begin(id), fenced, [reply(text(`Fixed it.\n\n${block('x')}`))], () => ran(said));
  assert.deepEqual(end(`${mark}\nTitle\n\nBody`), { kind: 'finish', title: 'Title', body: 'Body' });
  assert.deepEqual(end(mark), { kind: 'finish', title: 'Fixed it.', body: '' });
});

test('what another harness did becomes answers of one block each', async () => {
  const native = await harness('native');
  const at = begin('native');
  const two = reply(
    text('Now.'),
    call('exec_command', { cmd: 'ls' }, 'a'),
    call('exec_command', { cmd: 'pwd' }, 'b'),
  );
  play(at, native, [two, reply(call('update_plan', { plan: [] })), reply(text('Done.'))]);
  at.record(chosen(id));
  const prompt = fenced.encode(at.entries);
  assertValid(prompt);
  assert.deepEqual(prompt.messages.slice(2).map(textIn), [
    `Now.\n\n${block('ls')}`,
    '<returncode>0</returncode>\n<output>\nls</output>',
    block('pwd'),
    '<returncode>0</returncode>\n<output>\npwd</output>',
    'Earlier, todo was used with {"items":[]}. The result was: {"code":0,"killed":null,"handle":null,"milliseconds":1234,"output":{"head":"fine","omitted":0,"tail":"","file":null}}',
    'Done.',
  ]);
});
