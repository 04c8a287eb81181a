import assert from 'node:assert/strict';
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { git } from './git.ts';
import { clientOf, jobClient, openSim, refusedWith, shop, temporaryFolder } from './open-sim.ts';

const github = await openSim({ after });
const repository = github.repository('octo/shop');
const alice = clientOf(github, 'alice-token');
const tipOf = (branch: string) => repository.git.text(['rev-parse', branch]);

test('a tree made through the API is the one that git writes for the same folder', async (t) => {
  const folder = await temporaryFolder(t);
  await git(folder, 'clone', '-q', `${github.webUrl}/octo/shop.git`, '.');
  await mkdir(join(folder, 'ünïcode dir'), { recursive: true });
  await writeFile(join(folder, 'ünïcode dir/näme\t"x".txt'), 'odd name\n');
  await writeFile(join(folder, 'crlf.txt'), 'a\r\nb\r\n');
  await writeFile(join(folder, 'latin1.txt'), Buffer.from('caf\xe9\n', 'latin1'));
  await writeFile(join(folder, 'nul.bin'), Buffer.from([0, 1, 2, 0]));
  await writeFile(join(folder, 'README.md'), '# Shop\n');
  await chmod(join(folder, 'README.md'), 0o755);
  await rm(join(folder, 'run.sh'));
  await symlink('README.md', join(folder, 'run.sh'));
  await rm(join(folder, 'src'), { recursive: true });
  await writeFile(join(folder, 'src'), 'a file where a folder was\n');
  await git(folder, '-c', 'core.autocrlf=false', 'add', '-A');
  const wanted = await git(folder, 'write-tree');

  const blob = async (bytes: Buffer) =>
    (await alice.git.createBlob({ ...shop, content: bytes.toString('base64'), encoding: 'base64' })).data.sha;
  const file = { mode: '100644', type: 'blob' } as const;
  const { data } = await alice.git.createTree({
    ...shop,
    base_tree: await tipOf('main'),
    tree: [
      { ...file, path: 'ünïcode dir/näme\t"x".txt', content: 'odd name\n' },
      { ...file, path: 'crlf.txt', content: 'a\r\nb\r\n' },
      { ...file, path: 'latin1.txt', sha: await blob(Buffer.from('caf\xe9\n', 'latin1')) },
      { ...file, path: 'nul.bin', sha: await blob(Buffer.from([0, 1, 2, 0])) },
      { ...file, path: 'README.md', mode: '100755', content: '# Shop\n' },
      { ...file, path: 'run.sh', mode: '120000', content: 'README.md' },
      { ...file, path: 'src', content: 'a file where a folder was\n' },
    ],
  });
  assert.equal(data.sha, wanted);
  const { data: listed } = await alice.git.getTree({ ...shop, tree_sha: wanted, recursive: 'true' });
  assert.equal(listed.tree.length, 8, 'seven files and a folder');
});

test('a list of 300 files costs one call for the tree', async () => {
  const tree = Array.from({ length: 300 }, (_, index) => ({
    path: `many/${index}.txt`,
    mode: '100644' as const,
    type: 'blob' as const,
    content: `${index}\n`,
  }));
  const before = github.requests.length;
  const { data } = await alice.git.createTree({ ...shop, base_tree: await tipOf('main'), tree });
  assert.equal(github.requests.length - before, 1);
  const names = await repository.git.text(['ls-tree', '-r', '--name-only', data.sha, 'many/']);
  assert.equal(names.split('\n').length, 300);
});

test('a whole folder and a submodule are entries too', async () => {
  const base_tree = await tipOf('main');
  const sub = await repository.git.text(['rev-parse', 'main:src']);
  const { data } = await alice.git.createTree({
    ...shop,
    base_tree,
    tree: [
      { path: 'copy', mode: '040000', type: 'tree', sha: sub },
      { path: 'module', mode: '160000', type: 'commit', sha: base_tree },
    ],
  });
  assert.equal(await repository.git.text(['rev-parse', `${data.sha}:copy`]), sub);
  assert.match(await repository.git.text(['ls-tree', data.sha, 'module']), /^160000 commit /);
});

test('what is no object is refused by name', async () => {
  const base_tree = await tipOf('main');
  const none = 'd'.repeat(40);
  const entry = { path: 'x', mode: '100644', type: 'blob' } as const;
  const tree = (change: object) =>
    alice.git.createTree({ ...shop, base_tree, tree: [{ ...entry, ...change }] });
  await assert.rejects(tree({ sha: none }), refusedWith(422, `tree.sha ${none} is not a valid blob`));
  await assert.rejects(
    tree({ sha: none, content: 'both' }),
    refusedWith(422, 'Must supply either tree.sha or'),
  );
  await assert.rejects(
    tree({ path: '.git/config', content: 'x' }),
    refusedWith(422, 'malformed path component'),
  );
  await assert.rejects(
    alice.git.createCommit({ ...shop, message: 'x', tree: none }),
    refusedWith(422, 'Tree SHA does not exist'),
  );
  await assert.rejects(
    alice.git.createRef({ ...shop, ref: 'refs/heads/x', sha: none }),
    refusedWith(422, 'Object does not exist'),
  );
});

test('only what an App commits as itself is signed', async () => {
  const job = jobClient(github, { contents: 'write' });
  const commit = {
    ...shop,
    message: 'x',
    tree: await repository.git.text(['rev-parse', 'main^{tree}']),
    parents: [],
  };
  const { data: own } = await job.git.createCommit(commit);
  assert.equal(own.verification.verified, true);
  assert.deepEqual([own.author.name, own.committer.name], ['github-actions[bot]', 'GitHub']);
  assert.equal(own.author.email, '41898282+github-actions[bot]@users.noreply.github.com');
  const author = { name: 'Somebody', email: 'somebody@example.com' };
  assert.equal((await job.git.createCommit({ ...commit, author })).data.verification.verified, false);
  assert.equal((await alice.git.createCommit(commit)).data.verification.verified, false);
});

test('a commit says who made it and what it changed', async () => {
  const sha = await github.seed.commit(repository, {
    author: 'bob',
    branch: 'said',
    message: 'Subject\n\nBody',
    files: { 'src/total.js': 'one\n' },
  });
  const { data } = await alice.repos.getCommit({ ...shop, ref: 'said' });
  assert.deepEqual([data.sha, data.author?.login, data.commit.message], [sha, 'bob', 'Subject\n\nBody']);
  assert.deepEqual(data.stats, { additions: 0, deletions: 7, total: 7 });
  const { data: listed } = await alice.repos.listCommits({ ...shop, sha: 'said', path: 'README.md' });
  assert.equal(listed.length, 1);
});

test('two branches are compared from where they parted', async () => {
  await github.seed.commit(repository, { author: 'bob', branch: 'one', files: { '1': '1\n' } });
  await github.seed.commit(repository, {
    author: 'bob',
    branch: 'other/two',
    files: { '2': '2\n' },
    from: 'main',
  });
  const { data } = await alice.repos.compareCommitsWithBasehead({ ...shop, basehead: 'one...other/two' });
  assert.deepEqual(
    [data.status, data.ahead_by, data.behind_by, data.files?.map((file) => file.filename)],
    ['diverged', 1, 1, ['2']],
  );
  const diff = await alice.repos.compareCommitsWithBasehead({
    ...shop,
    basehead: 'one...other/two',
    mediaType: { format: 'diff' },
  });
  assert.match(String(diff.data), /^diff --git a\/2 b\/2/);
  const { data: branch } = await alice.repos.getBranch({ ...shop, branch: 'other/two' });
  assert.equal(branch.name, 'other/two');
});

test('contents are read as JSON, raw, and as a folder, and written with the id of what they replace', async () => {
  const { data: file } = await alice.repos.getContent({ ...shop, path: 'README.md' });
  assert.ok(!Array.isArray(file) && file.type === 'file');
  assert.equal(Buffer.from(file.content, 'base64').toString(), '# Shop\n');
  const raw = await alice.repos.getContent({ ...shop, path: 'README.md', mediaType: { format: 'raw' } });
  assert.equal(String(raw.data), '# Shop\n');
  const { data: folder } = await alice.repos.getContent({ ...shop, path: '' });
  assert.deepEqual(Array.isArray(folder) && folder.map((entry) => [entry.name, entry.type]), [
    ['README.md', 'file'],
    ['run.sh', 'file'],
    ['src', 'dir'],
  ]);
  const put = {
    ...shop,
    path: 'README.md',
    message: 'New',
    content: Buffer.from('# New\n').toString('base64'),
  };
  await assert.rejects(
    alice.repos.createOrUpdateFileContents(put),
    refusedWith(422, `"sha" wasn't supplied`),
  );
  await assert.rejects(
    alice.repos.createOrUpdateFileContents({ ...put, sha: 'e'.repeat(40) }),
    refusedWith(409, 'does not match'),
  );
  assert.equal((await alice.repos.createOrUpdateFileContents({ ...put, sha: file.sha })).status, 200);
  assert.equal(await repository.git.text(['show', 'main:README.md']), '# New');
});

test('a repository without a commit says so', async () => {
  await github.seed.repository('octo/empty');
  const empty = { owner: 'octo', repo: 'empty' };
  const owner = clientOf(github, 'owner-token');
  assert.equal((await owner.repos.get(empty)).data.default_branch, 'main');
  await assert.rejects(
    owner.git.getRef({ ...empty, ref: 'heads/main' }),
    refusedWith(409, 'Git Repository is empty.'),
  );
  await assert.rejects(owner.repos.listCommits(empty), refusedWith(409, 'Git Repository is empty.'));
  await assert.rejects(
    owner.git.createBlob({ ...empty, content: 'x' }),
    refusedWith(409, 'Git Repository is empty.'),
  );
  const answer = await owner.graphql(
    '{ repository(owner: "octo", name: "empty") { isEmpty defaultBranchRef { name } } }',
  );
  assert.deepEqual(answer, { repository: { isEmpty: true, defaultBranchRef: null } });
});

test('nothing of this left what GitHub publishes', () => assert.deepEqual(github.violations, []));
