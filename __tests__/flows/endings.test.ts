// cspell:ignore pyvenv oneline
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOn, commands, endOf, openScene } from '../support/stage.ts';

const scene = await openScene();
const { github, repository, play, issue, comment, pulls, git } = scene;
const branches = async () =>
  (await git('for-each-ref', '--format=%(refname:short)', 'refs/heads')).split('\n');
const filesOf = async (branch = '') => (await git('ls-tree', '-r', '--name-only', branch)).split('\n');

/** Nothing came of it on the forge but the answer. */
async function nothingPublished(work: () => Promise<void>): Promise<void> {
  const before = [await branches(), pulls().length];
  await work();
  assert.deepEqual([await branches(), pulls().length], before);
}

test('G1: an answer without a change makes no branch and no pull request, and is told', async () => {
  await nothingPublished(async () => {
    const subject = issue();
    play(commands(['cat a.txt'], 'It is fixed already, on line 12 of a.txt.'));
    const result = await comment(subject, '/oi fix');
    assert.equal(endOf(result), 'answered, success');
    assert.deepEqual([result.outputs['operation'], result.outputs['pull-url']], ['none', '']);
    assert.match(
      answerOn(subject),
      /^It is fixed already, on line 12 of a\.txt\.\n\nNo file was changed, so nothing was published\./,
    );
    assert.match(result.summary, /^### Answered\n\nIt is fixed already/);
  });
});

test('E17: the publisher writes a final state when the agent says nothing of use', async () => {
  const subject = issue();
  play(commands(['echo two > a.txt'], '.'));
  assert.equal(endOf(await comment(subject, '/oi fix')), 'changed, success');
  assert.match(answerOn(subject), /^Done: I opened/);
  const other = issue();
  play([{ text: '​' }]);
  const result = await comment(other, '/oi fix');
  assert.notEqual(result.outputs['outcome'], 'changed');
  assert.doesNotMatch(answerOn(other), /^On it/);
  assert.match(answerOn(other), /^\S.{10,}/);
});

test('E17: where the last words cannot be written the job is red, and its outputs still name the pull request', async () => {
  const subject = issue();
  play(commands(['echo two > a.txt']));
  github.faults.push({ operation: 'issues/update-comment', times: 9, fault: { status: 403 } });
  const result = await comment(subject, '/oi fix');
  github.faults.length = 0;
  assert.equal(endOf(result), 'failed, failure');
  assert.match(
    result.summary,
    /^### Failed\n\nHow the task ended could not be said on the forge: The token may not write a comment/,
  );
  assert.deepEqual(
    [result.outputs['operation'], result.outputs['pull-number']],
    ['created', String(pulls().at(-1)?.number)],
  );
});

test('G2: what the agent left uncommitted is published, what is ignored or installed is not, and that is said', async () => {
  const subject = issue();
  play(
    commands([
      'echo two > a.txt && echo new > new.txt',
      'echo secret.log > .gitignore && echo x > secret.log',
      'mkdir -p venv/lib && echo home > venv/pyvenv.cfg && for n in $(seq 300); do echo x > venv/lib/$n.py; done',
    ]),
  );
  const result = await comment(subject, '/oi fix');
  assert.equal(endOf(result), 'changed, success', result.raw);
  assert.deepEqual(await filesOf(result.outputs['branch']), ['.gitignore', 'a.txt', 'b.txt', 'new.txt']);
  assert.match(answerOn(subject), /Left out: `venv` \(holds what was installed or built\)/);
});

test('G3: branches and commits that the agent makes itself end in the one branch and pull request', async () => {
  const before = pulls().length;
  const subject = issue();
  play(
    commands([
      'git switch -q -c agent && echo two > a.txt && git commit -q -a -m mine && git log --oneline | head -1',
      'git tag v9 && git remote add origin https://example.test/x.git; git push origin agent; git switch -q -c other && echo x > c.txt && git add . && git commit -q -m more',
    ]),
  );
  const result = await comment(subject, '/oi fix');
  assert.equal(endOf(result), 'changed, success', result.raw);
  assert.deepEqual(await filesOf(result.outputs['branch']), ['a.txt', 'b.txt', 'c.txt']);
  assert.equal(pulls().length, before + 1);
  for (const name of ['agent', 'other']) assert.ok(!(await branches()).includes(name));
  assert.equal(await git('tag'), '');
});

test('G12: a workflow file blocks the whole change, which is told as a patch', async () => {
  await nothingPublished(async () => {
    const subject = issue();
    play(
      commands([
        'echo two > a.txt && mkdir -p .github/workflows && echo "on: push" > .github/workflows/ci.yml',
      ]),
    );
    const result = await comment(subject, '/oi fix');
    assert.equal(endOf(result), 'unchanged, success');
    const answer = answerOn(subject);
    assert.match(
      answer,
      /^The change touches \.github\/workflows\/ci\.yml, which is protected .* Make that part .*yourself/,
    );
    assert.match(answer, /```diff\n[\s\S]*^\+on: push$/m);
    assert.match(answer, /^\+two$/m);
    assert.match(result.summary, /^### Unchanged\n\nThe change touches/);
  });
});

test('G13: the commit is signed by GitHub as the token’s own', async () => {
  play(commands(['echo two > a.txt']));
  const result = await comment(issue(), '/oi fix');
  assert.ok(repository.signed.has(result.outputs['commit'] ?? ''));
});

test('G14: what points out of the repository is not published', async () => {
  await nothingPublished(async () => {
    const subject = issue();
    play(commands(['ln -s ../../../etc/passwd link && echo two > a.txt', 'echo x > ../../outside.txt']));
    assert.equal(endOf(await comment(subject, '/oi fix')), 'unchanged, success');
    assert.match(
      answerOn(subject),
      /^The link link points out of the repository\. Ask for a link inside it\./,
    );
  });
});

test('G19: a push that is refused fails the job, says why, and keeps the work', async () => {
  await nothingPublished(async () => {
    const subject = issue();
    play(commands(['echo two > a.txt']));
    github.faults.push({
      operation: 'git/create-ref',
      fault: { status: 403, body: { message: 'Resource not accessible by integration' } },
    });
    const result = await comment(subject, '/oi fix');
    assert.equal(endOf(result), 'failed, failure');
    assert.match(
      answerOn(subject),
      /^The token may not write the branch: .*`contents: write`.*\(`forge\.forbidden`\)$/m,
    );
    assert.match(answerOn(subject), /^\+two$/m);
    assert.match(result.summary, /^### Failed\n\nThe token may not write the branch/);
    assert.equal(result.annotations.filter(({ level }) => level === 'error').length, 1);
  });
});

test('R1: where workflows may not open pull requests, the branch is there, with the page to open one by hand', async () => {
  repository.actionsMayCreatePulls = false;
  const subject = issue();
  play(commands(['echo two > a.txt']));
  const event = github.events.issueComment('created', github.seed.comment(subject, 'ann', '/oi fix'));
  const before = pulls().length;
  const first = await scene.run(event);
  const branch = `oi/issue-${subject.number}`;
  assert.equal(endOf(first), 'failed, failure');
  assert.deepEqual(
    [first.outputs['branch'], first.outputs['commit']],
    [branch, await git('rev-parse', branch)],
  );
  const page = `${github.webUrl}/ann/shop/compare/main...${encodeURIComponent(branch)}?expand=1`;
  assert.match(answerOn(subject), /^The token may not open a pull request: GitHub Actions is not permitted/);
  assert.ok(
    answerOn(subject).includes(`Open it yourself on [this page](${page}), or allow it`),
    answerOn(subject),
  );
  assert.doesNotMatch(answerOn(subject), /```diff/);
  // Neither does another try pile anything up.
  const again = await scene.run(event, { attempt: 2 });
  repository.actionsMayCreatePulls = true;
  assert.deepEqual([again.outputs['commit'], endOf(again)], [first.outputs['commit'], 'failed, failure']);
  assert.equal(pulls().length, before);
  assert.equal(endOf(await scene.run(event, { attempt: 3 })), 'changed, success');
  assert.match(answerOn(subject), /^Done: I opened/);
});

test('R5: words and patches longer than GitHub takes are cut where nothing stays open', async () => {
  const long = `Words\n\n<details>\n\n${'é🎈 '.repeat(30_000)}\n\n\`\`\`js\n${'const x = 1;\n'.repeat(9000)}`;
  const subject = issue();
  play([{ text: long }]);
  assert.equal(endOf(await comment(subject, '/oi fix')), 'answered, success');
  const answer = answerOn(subject);
  assert.ok(answer.length > 49_000);
  assert.ok(/No file was changed/.test(answer), answer.slice(-300));

  const other = issue();
  play(commands(['echo two > a.txt'], long));
  const changed = await comment(other, '/oi fix');
  assert.equal(endOf(changed), 'changed, success');
  const body = pulls().at(-1)?.body ?? '';
  for (const text of [answerOn(other), body])
    assert.equal((text.match(/^```/gm) ?? []).length % 2, 0, text.slice(-300));
  assert.ok(/Closes #\d+$/m.test(body), body.slice(-300));
});
