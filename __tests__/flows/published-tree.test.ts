// cspell:ignore neuer Näme
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gitAt, repositoryWith, treeByGit } from '../support/repository.ts';
import { answerOn, commands, endOf, openScene } from '../support/stage.ts';

const before = {
  'run.sh': '#!/bin/sh\n',
  'was-run.sh': '#!/bin/sh\n',
  'gone/one.txt': '1\n',
  'gone/two.txt': '2\n',
  'gone.sh': '#!/bin/sh\n',
  'becomes-link': 'text\n',
  'old name.txt': 'renamed\n',
  'deep/er/kept.txt': 'kept\n',
  'ends.txt': 'unix\n',
  // No change may bring such names along; what the repository has already can be changed.
  '-rf': 'y',
  '--output=x': 'y',
  ' lead and trail ': 'y',
  'a"b\\c*d?[e]': 'y',
  'tab\there': 'y',
};
const executable = ['was-run.sh', 'gone.sh'];

/** What a model may do to a tree in one go. */
const changes = [
  'chmod +x run.sh && chmod -x was-run.sh && touch new.sh && chmod 755 new.sh',
  'rm -r gone gone.sh && mv "old name.txt" "neuer Näme «1».txt"',
  'rm becomes-link && ln -s deep/er/kept.txt becomes-link && ln -s ../../run.sh deep/er/up && ln -s nowhere dangling',
  `printf 'a\\r\\nb\\r\\n' > ends.txt && printf 'na\\357ve\\n' > latin1.txt && printf 'PNG\\0\\1\\2' > image && printf '\\357\\273\\277bom\\r\\n' > bom.txt`,
  `printf 'no line end' > open.txt && : > empty.txt && yes "$(seq -s ' ' 100)" | head -c 300000 > large.txt`,
  `printf x > ./-rf && printf x > '--output=x' && printf x > ' lead and trail ' && printf x > 'a"b\\c*d?[e]' && printf x > $'tab\\there' && printf x > 'x$(touch pwned)'`,
  'mkdir -p ünï && printf "本\\n" > ünï/日本.txt && printf x > "ünï/é" && printf x > 🎈',
];

test('G14: the published tree is the one that git writes of the same folder after the same commands', async () => {
  const files = Object.fromEntries(
    Object.entries(before).map(([path, content]) => [
      path,
      executable.includes(path) ? { mode: '100755', content } : content,
    ]),
  );
  const { play, issue, comment, pulls, git } = await openScene({ files });
  play(commands(changes));
  const result = await comment(issue({ author: 'ann' }), '/oi fix');
  assert.equal(endOf(result), 'changed, success', result.raw);
  const branch = pulls()[0]?.pull.head ?? '';
  const folder = plainFolder();
  for (const change of changes) execFileSync('bash', ['-c', change], { cwd: folder, stdio: 'pipe' });
  const listed = gitAt(folder, 'ls-tree', '-r', treeByGit(folder)).split('\n');
  assert.deepEqual((await git('ls-tree', '-r', branch)).split('\n'), listed);
  assert.equal(await git('rev-parse', `${branch}^{tree}`), treeByGit(folder));
});

test('300 text files are published with three calls: one for the tree, one for the commit, one for the branch', async () => {
  const { github, play, issue, comment, git, pulls } = await openScene();
  play(commands(['mkdir src && for n in $(seq 300); do echo "export const n = $n;" > src/$n.js; done']));
  const result = await comment(issue(), '/oi fix');
  assert.equal(endOf(result), 'changed, success', result.raw);
  const writes = github.requests.filter(({ method, path }) => method !== 'GET' && path.includes('/git/'));
  assert.deepEqual(
    writes.filter(({ channel }) => channel === 'rest').map(({ operation }) => operation),
    ['git/create-tree', 'git/create-commit', 'git/create-ref'],
  );
  assert.equal(
    (await git('ls-tree', '-r', '--name-only', pulls()[0]?.pull.head ?? '')).split('\n').length,
    302,
  );
});

test('a name that is not UTF-8 is left out and said so, and the rest is published', async () => {
  const { play, issue, comment, git, pulls } = await openScene();
  play(commands([`echo fixed > a.txt && echo x > $'na\\xefve.txt'`]));
  const subject = issue();
  assert.equal(endOf(await comment(subject, '/oi fix')), 'changed, success');
  assert.match(answerOn(subject), /Left out: `.*na.*ve\.txt.*` \(has a name that is not UTF-8\)/);
  assert.equal(await git('show', `${pulls()[0]?.pull.head}:a.txt`), 'fixed');
});

function plainFolder(): string {
  const folder = repositoryWith(before);
  for (const path of executable) chmodSync(join(folder, path), 0o755);
  gitAt(folder, 'commit', '--quiet', '--all', '--amend', '--no-edit');
  return folder;
}
