import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOn, answersOn, commands, endOf, openScene } from '../support/stage.ts';

const scene = await openScene();
const { github, repository, play, issue, comment, git, run } = scene;
const pullOf = (number: number) => scene.pulls().filter(({ pull }) => pull.head === `oi/issue-${number}`);
const commitsOn = async (branch: string) => (await git('log', '--format=%an', `main..${branch}`)).split('\n');

test('G10: a second command on an issue goes on with the same branch and the same pull request', async () => {
  const subject = issue();
  const branch = `oi/issue-${subject.number}`;
  play(commands(['echo two > a.txt'], 'Make it two'));
  const first = await comment(subject, '/oi fix');
  play(commands(['cat a.txt > c.txt'], 'Add a copy'));
  const second = await comment(subject, '/oi fix and copy it');

  assert.deepEqual([endOf(first), first.outputs['operation']], ['changed, success', 'created']);
  assert.deepEqual([endOf(second), second.outputs['operation']], ['changed, success', 'updated']);
  assert.equal(second.outputs['pull-number'], first.outputs['pull-number']);
  assert.equal(pullOf(subject.number).length, 1);
  assert.deepEqual(await commitsOn(branch), ['github-actions[bot]', 'github-actions[bot]']);
  assert.equal(await git('show', `${branch}:c.txt`), 'two');
  assert.equal(await git('rev-parse', branch), second.outputs['commit']);
  const [one, other, ...more] = answersOn(subject).map(({ body }) => body);
  assert.match(one ?? '', /Done: I opened/);
  assert.match(other ?? '', /Done: I updated/);
  assert.deepEqual(more, []);
});

test('a title and words that a person gave the pull request survive the next command', async () => {
  const subject = issue();
  play(commands(['echo two > a.txt'], 'Make it two'));
  await comment(subject, '/oi fix');
  const [pull] = pullOf(subject.number);
  assert.ok(pull?.body);
  pull.title = 'Count right';
  pull.body = `Ann: please look at b.txt, too.\r\n\r\n${pull.body.replaceAll('\n', '\r\n')}`;
  play(commands(['echo 2 > b.txt'], 'Mend the other'));
  assert.equal(endOf(await comment(subject, '/oi fix the other, too')), 'changed, success');
  assert.equal(pull.title, 'Count right');
  assert.match(pull.body, /^Ann: please look at b\.txt, too\.\r\n/);
  assert.match(pull.body, /^- `b\.txt`$/m);
  assert.doesNotMatch(pull.body, /^- `a\.txt`/m);
});

test('G9: a person’s commits on our branch survive the next command, which builds on them', async () => {
  const subject = issue();
  const branch = `oi/issue-${subject.number}`;
  play(commands(['echo two > a.txt']));
  await comment(subject, '/oi fix');
  const theirs = await github.seed.commit(repository, {
    author: 'ann',
    branch,
    files: { 'a.txt': 'two, says Ann\n', 'ann.txt': 'by Ann\n' },
  });
  play(commands(['cat a.txt ann.txt > c.txt']));
  assert.equal(endOf(await comment(subject, '/oi fix and copy it')), 'changed, success');
  assert.equal(await git('rev-parse', `${branch}^`), theirs);
  assert.equal(await git('show', `${branch}:c.txt`), 'two, says Ann\nby Ann');
});

test('G10: a pull request of ours that was closed is declined, and a merged one done, until its branch is deleted', async () => {
  const subject = issue();
  const branch = `oi/issue-${subject.number}`;
  play(commands(['echo two > a.txt']));
  await comment(subject, '/oi fix');
  const [pull] = pullOf(subject.number);
  assert.ok(pull);
  pull.state = 'closed';
  assert.equal(endOf(await comment(subject, '/oi fix it all the same')), 'refused, success');
  assert.match(
    answersOn(subject).at(-1)?.body ?? '',
    /was closed without a merge, so I take it as declined\. Reopen it/,
  );
  pull.pull.merged = { at: github.clock.now(), by: pull.author, sha: pull.pull.headSha };
  assert.equal(endOf(await comment(subject, '/oi fix what is left')), 'refused, success');
  assert.match(
    answersOn(subject).at(-1)?.body ?? '',
    new RegExp(`#\\u200b?${pull.number}, is merged, .* Delete the branch \`${branch}\``),
  );
  await github.seed.deleteBranch(repository, branch);
  const anew = await comment(subject, '/oi fix what is left');
  assert.deepEqual([endOf(anew), anew.outputs['operation']], ['changed, success', 'created']);
  assert.equal(await git('rev-parse', `${branch}^`), await git('rev-parse', 'main'));
});

test('a job that runs again answers in the same comment and finds its branch and pull request done', async () => {
  const subject = issue();
  const branch = `oi/issue-${subject.number}`;
  play(commands(['sed -i s/one/two/ a.txt'], 'Make it two'));
  const asked = github.seed.comment(subject, 'ann', '/oi fix');
  const event = github.events.issueComment('created', asked);
  const first = await run(event, { runId: 7 });
  const [before] = answersOn(subject);
  const again = await run(event, { runId: 7, attempt: 2 });

  assert.equal(endOf(first), 'changed, success');
  assert.deepEqual([endOf(again), again.outputs['operation']], ['changed, success', 'none'], again.raw);
  for (const same of ['branch', 'commit', 'pull-number', 'pull-url'])
    assert.equal(again.outputs[same], first.outputs[same], same);
  assert.deepEqual(answersOn(subject), [before]);
  assert.match(answerOn(subject), /holds the same change already/);
  assert.equal(pullOf(subject.number).length, 1);
  assert.deepEqual(await commitsOn(branch), ['github-actions[bot]']);
});

test('a job that could not open its pull request does so when it runs again', async () => {
  const subject = issue();
  play(commands(['sed -i s/one/two/ a.txt'], 'Make it two'));
  const event = github.events.issueComment('created', github.seed.comment(subject, 'ann', '/oi fix'));
  github.faults.push({
    operation: 'pulls/create',
    times: 9,
    fault: { status: 422, body: { message: 'No' } },
  });
  const first = await run(event);
  github.faults.length = 0;
  assert.equal(endOf(first), 'failed, failure');
  assert.deepEqual(
    [first.outputs['branch'], first.outputs['pull-number']],
    [`oi/issue-${subject.number}`, ''],
  );
  assert.match(answerOn(subject), /GitHub refused to open a pull request: No\. .*`forge\.rejected`/);
  const again = await run(event, { attempt: 2 });
  assert.deepEqual([endOf(again), again.outputs['operation']], ['changed, success', 'created']);
  assert.equal(again.outputs['commit'], first.outputs['commit']);
  assert.match(answerOn(subject), /^Done: I opened/);
});

test('where the plan has no drafts the branch stays, and the comment tells how to open its pull request', async () => {
  const subject = issue();
  const branch = `oi/issue-${subject.number}`;
  repository.drafts = false;
  play(commands(['sed -i s/one/two/ a.txt'], 'Make it two'));
  const result = await comment(subject, '/oi fix');
  repository.drafts = true;
  assert.equal(endOf(result), 'failed, failure');
  assert.deepEqual([result.outputs['branch'], result.outputs['pull-number']], [branch, '']);
  assert.deepEqual(pullOf(subject.number), []);
  assert.equal(await git('show', `${branch}:a.txt`), 'two');
  assert.ok(
    answerOn(subject).includes(
      `Review it and open the pull request yourself on [this page](${github.webUrl}/ann/shop/compare/main...oi%2Fissue-${subject.number}?expand=1). (`,
    ),
    answerOn(subject),
  );
});

test('R8: a job whose machine died leaves a comment that the next attempt takes up', async () => {
  const subject = issue();
  const kill = new AbortController();
  play(({ turn }) => {
    if (turn === 0) kill.abort();
    return commands(['sed -i s/one/two/ a.txt'])[turn] ?? { text: '' };
  });
  const event = github.events.issueComment('created', github.seed.comment(subject, 'ann', '/oi fix'));
  const grace = { interruptMilliseconds: 0, terminateMilliseconds: 0 };
  const killed = await run(event, { cancel: kill.signal, grace, machineDies: true });
  assert.equal(killed.phases.main?.signal, 'SIGKILL');
  assert.match(answerOn(subject), /^On it\./);
  assert.equal(endOf(await run(event, { attempt: 2 })), 'changed, success');
  assert.match(answerOn(subject), /^Done: I opened/);
});
