// cspell:ignore natve
import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Issue } from '../../sim/github/hub/records.ts';
import { emptyAnswer, type Fault, noSuchModel, wrongKey } from '../../sim/model/faults.ts';
import type { Job } from '../../sim/runner/index.ts';
import { type Code, errorTable } from '../../src/core/errors.ts';
import { temporaryFolder } from '../support/folder.ts';
import { answerOn, answersOn, commands, openScene } from '../support/stage.ts';

const faults: (Fault | null)[] = [];
const scene = await openScene({ model: { faults } });
const { github, model, repository, play, issue, comment, git } = scene;
const main = await git('rev-parse', 'main');

type Expected = { code: Code; happened: RegExp; advice: RegExp };

/** A run that ends badly, as everybody sees it who ought to: in the log, in the summary and, where one can be written, in the comment. */
async function ends(
  expected: Expected & { comment?: false },
  over: Partial<Job> = {},
  on?: Issue,
): Promise<void> {
  const { code, happened, advice } = expected;
  const subject = on ?? issue();
  const refs = await git('for-each-ref');
  play(commands(['echo two > a.txt']));
  const result = await comment(subject, '/oi fix', 'ann', over);
  assert.deepEqual(
    [result.outputs['outcome'], result.conclusion, result.exitCode],
    ['failed', 'failure', errorTable[code].exit],
  );
  const words = new RegExp(`^${happened.source} ${advice.source} \\(\`${code}\`\\)$`, 'm');
  assert.match(result.annotations.find(({ level }) => level === 'error')?.message ?? '', words);
  assert.match(result.summary, words);
  if (expected.comment === false) assert.deepEqual(answersOn(subject), []);
  else assert.match(answerOn(subject), words);
  assert.doesNotMatch(result.raw, /^\s+at /m, 'no stack trace');
  assert.equal(await git('for-each-ref'), refs);
}

const inputs = (values: Record<string, string>): Partial<Job> => ({ inputs: values });
const tokenWith = (permissions: Parameters<typeof github.seed.actionsToken>[1]): Partial<Job> => ({
  token: github.seed.actionsToken('ann/shop', permissions).value,
});
const nextAnswers = (...next: Fault[]): void => {
  faults.length = model.requests.length;
  faults.push(...next);
};
async function withConfig(text: string, work: () => Promise<void>): Promise<void> {
  await github.seed.commit(repository, { author: 'ann', branch: 'main', files: { '.github/oi.yml': text } });
  await work();
  await git('update-ref', 'refs/heads/main', main);
}

test('an input with a value that it cannot have', () =>
  ends(
    {
      code: 'input.invalid',
      happened: /The input `max-turns` must be a whole number from 1 to 10000\./,
      advice: /Correct `max-turns` in the workflow file, or leave it out\./,
    },
    inputs({ 'max-turns': 'many' }),
  ));

test('an input that is misspelt', () =>
  ends(
    {
      code: 'input.invalid',
      happened: /There is no input `max-turn`\./,
      advice: /Write `max-turns` in the workflow file if that is what you meant, else leave it out\./,
    },
    inputs({ 'max-turn': '3' }),
  ));

test('a harness that nobody knows', () =>
  ends(
    { code: 'harness.unknown', happened: /There is no harness "natve"\./, advice: /Did you mean native\?/ },
    inputs({ harness: 'natve' }),
  ));

test('a settings file with a wrong key, named with its line and the nearest right one', () =>
  withConfig('model: sim/model\nmax-turn: 3\n', () =>
    ends({
      code: 'config.invalid',
      happened: /\.github\/oi\.yml, line 2: There is no setting `max-turn`; did you mean `max-turns`\?/,
      advice: /The settings are .*\./,
    }),
  ));

test('a settings file that an input names and that is not there', () =>
  ends(
    {
      code: 'config.invalid',
      happened: /There is no file \.github\/io\.yml on the base branch\./,
      advice: /Correct the input `config`, or leave it out\./,
    },
    inputs({ config: '.github/io.yml' }),
  ));

test('no model, neither as an input nor in the settings', () =>
  ends(
    {
      code: 'input.missing',
      happened: /No model is set\./,
      advice: /Set the input `model` in the workflow file, or `model:` in \.github\/oi\.yml\./,
    },
    inputs({ model: '' }),
  ));

test('no key for a provider that wants one', () =>
  ends(
    {
      code: 'key.missing',
      happened: /There is no key for deepseek\./,
      advice: /Set the input `api-key` or DEEPSEEK_API_KEY\./,
    },
    inputs({ model: 'deepseek/deepseek-chat', 'base-url': '', 'api-key': '' }),
  ));

test('a key that is refused', () => {
  nextAnswers(wrongKey());
  return ends({
    code: 'key.refused',
    happened: /The model server at \S+ refuses the key: “Incorrect API key provided”\./,
    advice: /Check the value of the input `api-key`, and that it may use sim\/model\./,
  });
});

test('a model that the provider does not have', () => {
  nextAnswers(noSuchModel('sim/model'));
  return ends({
    code: 'model.unknown',
    happened: /The model server at \S+ has no model sim\/model: “.*”\./,
    advice: /Check the name of the model; .*\./,
  });
});

test('a model that answers nothing', () => {
  nextAnswers(emptyAnswer(), emptyAnswer(), emptyAnswer());
  return ends({
    code: 'model.empty',
    happened: /sim\/model answered nothing \(tried 3 times\)\./,
    advice: /Try again, or use another model\./,
  });
});

test('a base URL where a web site is', async () => {
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Welcome</title>');
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  after(() => site.close());
  await ends(
    {
      code: 'model.not-an-api',
      happened: /`http:\/\/127\.0\.0\.1:\d+` answered with a web page \(200\) in place of a model's answer\./,
      advice: /Check the base URL; most of them end in \/v1\./,
    },
    inputs({ 'base-url': `http://127.0.0.1:${(site.address() as AddressInfo).port}` }),
  );
});

test('a token that may not write contents; the change is kept as a patch', async () => {
  const subject = issue();
  await ends(
    {
      code: 'forge.forbidden',
      happened: /The token may not write the changed files: Resource not accessible by integration\./,
      advice: /Give the job `contents: write` under `permissions:` in the workflow file\./,
    },
    tokenWith({ contents: 'read', issues: 'write', pull_requests: 'write' }),
    subject,
  );
  assert.match(answerOn(subject), /^\+two$/m);
});

test('a token that may not write issues: no comment can be written, so the summary and the log tell, and no model is asked', async () => {
  const asked = model.requests.length;
  await ends(
    {
      code: 'forge.forbidden',
      happened: /The token may not write a comment: Resource not accessible by integration\./,
      advice: /Give the job `issues: write` under `permissions:` in the workflow file\./,
      comment: false,
    },
    tokenWith({ contents: 'write', issues: 'read', pull_requests: 'read' }),
  );
  assert.equal(model.requests.length, asked);
});

test('a token that may not open pull requests: the branch is there, and the page to open one by hand', async () => {
  const subject = issue();
  play(commands(['echo two > a.txt']));
  const result = await comment(subject, '/oi fix', 'ann', tokenWith({ contents: 'write', issues: 'write' }));
  assert.deepEqual(
    [result.outputs['outcome'], result.exitCode],
    ['failed', errorTable['forge.forbidden'].exit],
  );
  assert.equal(result.outputs['branch'], `oi/issue-${subject.number}`);
  const words =
    /^The token may not open a pull request: .*\. Open it yourself on \[this page\]\(\S+\), or allow it under Settings, Actions, General, and give the job `pull-requests: write`\. \(`forge\.forbidden`\)$/m;
  assert.match(answerOn(subject), words);
  assert.match(result.summary, words);
});

test('a token that may not read pull requests of a private repository is told so where it may write', async () => {
  repository.private = true;
  await ends(
    {
      code: 'forge.forbidden',
      happened: /The token may not read issue #\u200b?\d+: Resource not accessible by integration\./,
      advice:
        /Give the job `issues: read, pull-requests: read, contents: read` under `permissions:` in the workflow file\./,
    },
    tokenWith({ contents: 'write', issues: 'write' }),
  );
  repository.private = false;
});

test('GitHub that cannot say who may write: the asker is refused, and told that it is not his fault', async () => {
  const subject = issue();
  github.faults.push({
    operation: 'repos/get-collaborator-permission-level',
    times: 9,
    fault: { status: 502 },
  });
  const result = await comment(subject, '/oi fix');
  github.faults.length = 0;
  assert.deepEqual([result.outputs['outcome'], result.conclusion], ['refused', 'success']);
  assert.match(
    answerOn(subject),
    /^Whether you may write to this repository could not be found out: .*\(502\).* Run the job again in a few minutes\.$/,
  );
});

test('a token that GitHub does not know', () =>
  ends(
    {
      code: 'forge.token-refused',
      happened: /GitHub refused the token\./,
      advice: /Check that `github-token` is a valid token for this repository and has not expired\./,
      comment: false,
    },
    { token: 'ghs_of-another-time' },
  ));

test('a token that is empty', () =>
  ends(
    {
      code: 'input.missing',
      happened: /The input `github-token` is empty\./,
      advice: /Leave it out to use the token of the job, or pass a secret that exists\./,
      comment: false,
    },
    inputs({ 'github-token': '' }),
  ));

test('a repository without commits', async () => {
  const empty = await github.seed.repository('ann/empty');
  const subject = github.seed.issue(empty, { author: 'ann', title: 'Begin' });
  await ends(
    {
      code: 'repository.empty',
      happened: /This repository has no commit yet, so there is nothing to work on\./,
      advice: /Push a first commit and ask again\./,
    },
    {
      repository: { fullName: 'ann/empty', id: empty.id, ownerId: empty.owner.id },
      token: github.seed.actionsToken('ann/empty', {
        contents: 'write',
        issues: 'write',
        pull_requests: 'write',
      }).value,
    },
    subject,
  );
});

test('a machine without a sandbox', () =>
  ends(
    {
      code: 'sandbox.unavailable',
      happened: /The sandbox needs bubblewrap, and there is no \/usr\/bin\/bwrap that only root can write\./,
      advice: /Install it, e\.g\. with `sudo apt-get install bubblewrap`, and try again\./,
    },
    { node: nodeWithoutBubblewrap() },
  ));

test('a stranger hears of none of that, only that he is refused', () =>
  withConfig('max-turn: 3\n', async () => {
    const subject = issue();
    const result = await comment(subject, '/oi fix', 'sam', inputs({ model: '', 'max-turn': '3' }));
    assert.deepEqual([result.outputs['outcome'], result.conclusion], ['refused', 'success']);
    for (const told of [answerOn(subject), result.summary]) {
      assert.match(told, /I take work only from people who can write to this repository\./);
      assert.doesNotMatch(told, /max-turn|setting|input/);
    }
  }));

/** Node in a mount namespace of its own, where the place of bubblewrap's program is taken by a device. */
function nodeWithoutBubblewrap(): string {
  const program = join(temporaryFolder(), 'node');
  const unshare =
    process.getuid?.() === 0 ? 'unshare --mount' : 'unshare --map-current-user --keep-caps --mount';
  const hide = 'mount --bind /dev/null /usr/bin/bwrap && exec "$0" "$@"';
  // Other shells drop variables with a dash in their names, which inputs have.
  writeFileSync(program, `#!/bin/bash\nexec ${unshare} bash -c '${hide}' '${process.execPath}' "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}
