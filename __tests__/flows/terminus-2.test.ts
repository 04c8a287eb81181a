import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Script, type SimModel, startModel } from '../../sim/model/index.ts';
import { last, only } from '../../src/core/session.ts';
import { dist } from '../support/dist.ts';
import { appears, type OiStage, openStage } from '../support/oi.ts';
import { gitAt, write } from '../support/repository.ts';

const product = await dist();
type Keys = readonly (readonly [keystrokes: string, duration: number])[];
const answer = (keys: Keys, over: object = {}) => ({
  text: JSON.stringify({
    analysis: 'I see the terminal.',
    plan: 'I type.',
    commands: keys.map(([keystrokes, duration]) => ({ keystrokes, duration })),
    ...over,
  }),
});
const sure = { analysis: 'Add totals\n\nThey were subtracted.', task_complete: true };

async function stageWith(script: Script): Promise<{ at: OiStage; model: SimModel; heard(): string[] }> {
  const model = await startModel({ script });
  after(model.close);
  const at = openStage(product, model);
  gitAt(at.folder, 'init', '--quiet');
  write(at.folder, { 'lib/total.js': 'module.exports = (a, b) => a - b;\n' });
  gitAt(at.folder, 'add', '--all');
  gitAt(at.folder, 'commit', '--quiet', '--message', 'As it was');
  const heard = () => {
    const messages = model.requests.at(-1)?.body['messages'] as { role: string; content: string }[];
    return messages.filter(({ role }) => role !== 'assistant').map(({ content }) => content);
  };
  return { at, model, heard };
}

test('a model at a terminal edits a file in an editor of lines, leaves it, and says twice that it is done', async () => {
  // What a program asks for is awaited, so that the machine may be slow: `ed` is not everywhere, but bash is.
  const editor =
    'while read -r -p "edit: " line; do case $line in q) break;; *) sed -i "$line" lib/total.js;; esac; done\n';
  const turns = [
    answer([['cd . && name=total\n', 0.1]]),
    answer([[editor, 1]]),
    answer([
      ['s/a - b/a + b/\n', 0.5],
      ['q\n', 0.5],
    ]),
    { text: 'I am done.' },
    answer([['echo "it is $name"\n', 1]], { task_complete: true }),
    answer([], sure),
  ];
  const { at, model, heard } = await stageWith(({ turn }) => turns[turn] ?? answer([], sure));

  const ran = await at.run(['--harness', 'terminus-2', 'Totals are wrong.']);

  assert.equal(ran.code, 0, ran.stderr);
  assert.deepEqual(model.violations, []);
  assert.equal(readFileSync(join(at.folder, 'lib/total.js'), 'utf8'), 'module.exports = (a, b) => a + b;\n');
  const [task = '', first = '', , , error = '', question = ''] = heard();
  const prompt = `${at.folder}$`;
  assert.ok(task.endsWith(`\nCurrent terminal state:\nCurrent Terminal Screen:\n${prompt}`));
  assert.ok(first.startsWith(`New Terminal Output:\n\n${prompt} cd . && name=total\n${prompt}`), first);
  assert.match(error, /^Previous response had parsing errors:\nERROR: No valid JSON found in response\n/);
  assert.match(
    question,
    /^Current terminal state:\nNew Terminal Output:\n\n[\s\S]*\nit is total\n[\s\S]*Are you sure/,
  );
  assert.deepEqual(
    only(at.log(), 'tool.called').map(({ call }) => call.args['handle']),
    [undefined, '1', '1', '1'],
  );
  assert.equal(last(at.log(), 'sitting.closed')?.outcome.kind, 'changed');
  assert.match(ran.stdout, /Add totals/);
});

test('a terminal does not survive its process: who goes on types nothing before having seen the new one', async () => {
  const turns = [
    answer([['cat > later.txt\n', 1]]),
    answer([['rm -rf lib\n', 60]]),
    answer([['echo "still here: $(echo *)"\n', 1]]),
    answer([], { task_complete: true }),
    answer([], sure),
  ];
  const { at, model, heard } = await stageWith(async ({ turn }) => {
    // Over the second answer it thinks, so that there is a snapshot to go back to.
    if (turn === 1) await new Promise((done) => setTimeout(done, 2000));
    return turns[turn] ?? answer([], sure);
  });
  const running = at.start(['--harness', 'terminus-2', 'Totals are wrong.']);
  await appears(join(at.folder, 'later.txt'));
  while (only(at.log(), 'tool.called').length < 2) await new Promise((done) => setTimeout(done, 50));
  running.child.kill('SIGKILL');
  await running.ended;

  const resumed = await at.run(['--resume', at.sessions()[0] ?? '']);

  assert.equal(resumed.code, 0, resumed.stderr);
  assert.deepEqual(model.violations, []);
  const all = heard().join('\n---\n');
  assert.match(all, /The terminal that you used is gone, [^\n]*\n\nCurrent Terminal Screen:\n\S+\$\n---/);
  assert.match(all, /still here: .*lib/);
});
