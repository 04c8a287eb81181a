import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Question, Turn } from '../../sim/model/index.ts';
import { answerOn, answersOn, commands, endOf, openScene } from '../support/stage.ts';

const scene = await openScene();
const { github, repository, play, issue, comment, git } = scene;
const pullsFrom = (branch: string) => scene.pulls().filter(({ pull }) => pull.head === branch);

/** Each command has its own task, and no model says its last word before both have come that far. */
function together(tasks: Readonly<Record<string, readonly string[]>>) {
  const names = Object.keys(tasks);
  const arrived = new Set<string>();
  let open = (): void => {};
  const bothThere = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async ({ messages, turn }: Question): Promise<Turn> => {
    const isAsked = (word: string) =>
      messages.some(({ content }) => String(content).startsWith(`the ${word}\n`));
    const name = names.find(isAsked) ?? '';
    const turns = commands(tasks[name] ?? [], `The ${name} is done`);
    if (turn === turns.length - 1) {
      arrived.add(name);
      if (arrived.size === names.length) open();
      await bothThere;
    }
    return turns[turn] ?? { text: '' };
  };
}

test('two commands at once end with one branch, one pull request and two answers', async () => {
  const subject = issue();
  const branch = `oi/issue-${subject.number}`;
  play(together({ apples: ['echo apples > apples.txt'], pears: ['echo pears > pears.txt'] }));
  const ends = await Promise.all([
    comment(subject, '/oi fix the apples'),
    comment(subject, '/oi fix the pears'),
  ]);
  assert.deepEqual(
    ends.map(endOf),
    ['changed, success', 'changed, success'],
    ends.map(({ raw }) => raw).join(''),
  );
  assert.equal(await git('show', `${branch}:apples.txt`), 'apples');
  assert.equal(await git('show', `${branch}:pears.txt`), 'pears');
  const [pull, ...others] = pullsFrom(branch);
  assert.deepEqual(others, []);
  assert.deepEqual(
    ends.map(({ outputs }) => outputs['pull-number']),
    [`${pull?.number}`, `${pull?.number}`],
  );
  const answers = answersOn(subject).map(({ body }) => body);
  assert.equal(answers.length, 2);
  for (const answer of answers) assert.match(answer, /Done: I (?:opened|updated)/);
});

test('two commands at once that conflict: one is published, the other ends with branch.moved and its patch', async () => {
  const subject = issue();
  const branch = `oi/issue-${subject.number}`;
  play(together({ apples: ['echo apples > a.txt'], pears: ['echo pears > a.txt'] }));
  const ends = await Promise.all([
    comment(subject, '/oi fix the apples'),
    comment(subject, '/oi fix the pears'),
  ]);
  assert.deepEqual(ends.map(endOf).toSorted(), ['changed, success', 'failed, failure']);
  assert.equal(pullsFrom(branch).length, 1);
  const late = ends.findIndex(({ outputs }) => outputs['outcome'] === 'failed');
  const fruit = ['apples', 'pears'];
  assert.equal(await git('show', `${branch}:a.txt`), fruit[1 - late]);
  const answers = answersOn(subject).map(({ body }) => body);
  assert.equal(answers.length, 2);
  const told = answers.find((body) => body.includes('`branch.moved`')) ?? '';
  assert.match(
    told,
    /The branch oi\/issue-\d+ has moved to \w{10} while we worked, .*nothing was overwritten\. Ask again/,
  );
  assert.match(told, new RegExp(`^\\+${fruit[late]}$`, 'm'));
});

test('G8: what a person pushes to our branch during the run is merged with ours', async () => {
  const subject = issue();
  const branch = `oi/issue-${subject.number}`;
  play(commands(['echo two > a.txt']));
  await comment(subject, '/oi fix');
  let theirs = '';
  const again = commands(['echo three > c.txt']);
  play(async ({ turn }) => {
    if (turn === 1)
      theirs = await github.seed.commit(repository, {
        author: 'ann',
        branch,
        files: { 'ann.txt': 'by Ann\n' },
      });
    return again[turn] ?? { text: '' };
  });
  const result = await comment(subject, '/oi fix the rest');
  assert.deepEqual([endOf(result), result.outputs['operation']], ['changed, success', 'updated']);
  assert.equal(await git('rev-parse', `${branch}^1`), theirs);
  assert.equal(await git('show', `${branch}:c.txt`), 'three');
  assert.equal(await git('rev-parse', branch), result.outputs['commit']);
});

test('G8: what a person pushes during the run and does not fit stays, and ours is told as a patch', async () => {
  const subject = issue();
  const branch = `oi/issue-${subject.number}`;
  let theirs = '';
  const turns = commands(['echo two > a.txt']);
  play(async ({ turn }) => {
    if (turn === 1)
      theirs = await github.seed.commit(repository, { author: 'ann', branch, files: { 'a.txt': 'Ann\n' } });
    return turns[turn] ?? { text: '' };
  });
  const result = await comment(subject, '/oi fix');
  assert.equal(endOf(result), 'failed, failure');
  assert.equal(await git('rev-parse', branch), theirs);
  assert.deepEqual(pullsFrom(branch), []);
  assert.match(answerOn(subject), /`branch\.moved`/);
  assert.match(answerOn(subject), /^\+two$/m);
});
