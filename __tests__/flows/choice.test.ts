// A comment that names a model or a harness, from the comment to the page that tells the session.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { answerOn, endOf, openScene } from '../support/stage.ts';

const files = {
  'a.txt': 'one\n',
  '.github/oi.yml': 'allow-models: [sim/large]\nallow-harnesses: [pi]\n',
};
const { model, play, issue, comment, pulls } = await openScene({ files });
const bash = { name: 'bash', args: { command: 'echo two > a.txt' } };

test('a model and a harness that the settings allow work for the one command, and everyone is told', async () => {
  play([{ calls: [bash] }, { text: 'Say two' }]);
  const subject = issue();
  const result = await comment(subject, '/oi fix --model sim/Large --harness pi the first line');

  assert.equal(endOf(result), 'changed, success', result.raw);
  const [asked] = model.requests.slice(-2);
  assert.ok(asked);
  assert.equal(asked.body['model'], 'sim/large');
  const tools = asked.body['tools'] as { function: { name: string } }[];
  assert.deepEqual(
    tools.map((tool) => tool.function.name),
    ['read', 'bash', 'edit', 'write'],
  );
  const task = JSON.stringify((asked.body['messages'] as unknown[]).at(-1));
  assert.match(task, /"the first line/);
  const why = 'The command asks for this model. The command asks for this harness.';
  assert.ok(answerOn(subject).includes(`sim/large with the pi harness over chat. ${why}<br>2 turns`));
  assert.ok(result.summary.includes(`sim/large with the pi harness over chat. ${why}`));
  const page = readFileSync(result.outputs['transcript-path'] ?? '', 'utf8');
  assert.ok(page.includes(why));
  assert.ok(!(pulls().at(-1)?.body ?? '').includes('--model'), 'the words are the instruction alone');
});

test('what was chosen for one command holds for no other', async () => {
  play([{ text: 'All is well.' }]);
  assert.equal(endOf(await comment(issue(), '/oi fix it')), 'answered, success');
  assert.equal(model.requests.at(-1)?.body['model'], 'sim/model');
});

for (const [what, body, told] of [
  [
    'a model that is not allowed',
    '/oi fix --model sim/larger it',
    'The model `sim/larger` may not be chosen here. Did you mean `sim/large`? You may choose `sim/model`, `sim/large`; `allow-models` in the settings adds others.',
  ],
  [
    'a harness that is not allowed',
    '/oi fix --model sim/large --harness native it',
    'The harness `native` may not be chosen here. You may choose `pi`; `allow-harnesses` in the settings adds others.',
  ],
  [
    'an option that there is not',
    '/oi fix --modle sim/large it',
    'There is no option `--modle`. Did you mean `--model`? Before words that begin so, write `--`.',
  ],
] as const) {
  test(`${what} is refused with what may be, and no model is asked`, async () => {
    const [before, subject] = [model.requests.length, issue()];
    const result = await comment(subject, body);
    assert.equal(endOf(result), 'refused, success', result.raw);
    assert.equal(answerOn(subject), told);
    assert.equal(model.requests.length, before);
  });
}

test('whoever may not give work learns nothing of what may be chosen', async () => {
  const subject = issue();
  const result = await comment(subject, '/oi fix --model sim/larger it', 'sam');
  assert.equal(endOf(result), 'refused, success');
  assert.doesNotMatch(answerOn(subject), /sim\//);
});
