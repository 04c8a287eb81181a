import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Checkout, checkout } from '../../src/workspace/checkout.ts';
import { memoryBlobs } from '../support/blobs.ts';
import { treeWith } from '../support/change-set.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startGitServer } from '../support/git-server.ts';
import { gitAt, repositoryWith, treeByGit, write } from '../support/repository.ts';

const token = 'Basic c2VjcmV0LXRva2Vu';
const root = temporaryFolder();
const origin = join(root, 'repo.git');
const work = repositoryWith({
  'a.txt': 'a\n',
  'crlf.bat': 'a\r\n',
  'run.sh': '#!/bin/sh\n',
  '.gitignore': '*.log\n',
});
symlinkSync('a.txt', join(work, 'link'));
gitAt(work, 'add', '.');
gitAt(work, 'update-index', '--chmod=+x', 'run.sh');
for (let i = 0; i < 60; i++) gitAt(work, 'commit', '--quiet', '--allow-empty', '--message', `commit ${i}`);
gitAt(root, 'clone', '--quiet', '--bare', work, origin);
const head = gitAt(work, 'rev-parse', 'HEAD');
const server = await startGitServer(root, token);

const never = new AbortController().signal;

function setUp(
  over: { commit?: string; headers?: Record<string, string>; also?: string[]; repository?: string } = {},
) {
  const state = temporaryFolder();
  const folder = join(temporaryFolder(), 'copy');
  const blobs = memoryBlobs();
  const url = server.urlOf(over.repository ?? 'repo.git');
  const repository = { url, headers: over.headers ?? { authorization: token } };
  const also = over.also ?? [];
  const fetch = (): Promise<Checkout> =>
    checkout(
      { repository, commit: over.commit ?? head, also, state, folder, owner: null, blobs, instructing: null },
      never,
    );
  const open = async (): Promise<Checkout> => {
    const made = await fetch();
    await made.laid;
    return made;
  };
  return { state, folder, blobs, fetch, open };
}

test('commits are read as soon as they are fetched, whatever becomes of the copy', async () => {
  const { state, fetch } = setUp();
  // A folder lies where the index belongs: nothing can be laid.
  mkdirSync(join(state, 'trees.git/index'), { recursive: true });
  const { trees, laid } = await fetch();
  assert.notEqual(await trees.read(head, 'a.txt'), null);
  await assert.rejects(laid);
});

test('the copy is the commit’s tree, with a clean `.git` and fifty commits of history for the agent', async () => {
  const { folder, open } = setUp();
  const { notes } = await open();
  assert.deepEqual(notes, []);
  assert.equal(gitAt(folder, 'rev-parse', 'HEAD'), head);
  assert.equal(gitAt(folder, 'status', '--porcelain'), '');
  assert.equal(gitAt(folder, 'rev-list', '--count', 'HEAD'), '50');
  assert.equal(gitAt(folder, 'remote'), '');
  assert.equal(readFileSync(join(folder, 'crlf.bat'), 'utf8'), 'a\r\n');
  assert.equal(lstatSync(join(folder, 'run.sh')).mode & 0o111, 0o111);

  write(folder, { 'a.txt': 'a\nb\n' });
  assert.match(gitAt(folder, 'diff'), /\+b/);
  assert.match(gitAt(folder, 'blame', 'a.txt'), /Ann/);
  gitAt(folder, 'stash');
  gitAt(folder, 'stash', 'pop');
  gitAt(folder, 'commit', '--quiet', '--all', '--message', 'mine');
  assert.match(gitAt(folder, 'log', '--oneline', '-2'), /mine\n.*commit 59/);
});

test('nothing that the agent does in its `.git` reaches the pristine git dir', async () => {
  const { folder, open } = setUp();
  const { pristine } = await open();
  const before = readdirSync(pristine, { recursive: true }).sort();
  write(folder, { new: 'n' });
  gitAt(folder, 'add', '.');
  gitAt(folder, 'commit', '--quiet', '--message', 'mine');
  gitAt(folder, 'tag', 'mine');
  gitAt(folder, 'gc', '--quiet');
  assert.deepEqual(readdirSync(pristine, { recursive: true }).sort(), before);
});

test('the change set is told from the pinned commit, whatever the agent did to its `.git`', async () => {
  const { folder, blobs, open } = setUp();
  const { trees } = await open();
  write(folder, { 'a.txt': 'changed\n', 'x.log': 'ignored' });
  gitAt(folder, 'commit', '--quiet', '--all', '--message', 'mine');
  write(folder, { 'b/c': 'new' });
  const expected = treeByGit(folder, head);
  rmSync(join(folder, '.git'), { recursive: true });
  const { change, left } = await trees.changes(head);
  assert.deepEqual(left, []);
  assert.equal(await treeWith(origin, change, blobs), expected);
});

test('G3: a branch that the agent made and left is said; one that it stayed on is just where its work lies', async () => {
  const { folder, open } = setUp();
  const { trees } = await open();
  gitAt(folder, 'switch', '--quiet', '--create', 'fix/mine');
  write(folder, { new: 'n' });
  gitAt(folder, 'add', '.');
  gitAt(folder, 'commit', '--quiet', '--message', 'mine');
  const stayed = await trees.changes(head);
  assert.deepEqual(
    stayed.change.files.map(({ path }) => path),
    ['new'],
  );
  assert.deepEqual(stayed.left, []);
  gitAt(folder, 'switch', '--quiet', 'work');
  const { change, left } = await trees.changes(head);
  assert.deepEqual(change.files, []);
  assert.deepEqual(
    left.map(({ path }) => path),
    ['.git/refs/heads/fix/mine'],
  );
  rmSync(join(folder, '.git/refs'), { recursive: true });
  symlinkSync('/', join(folder, '.git/refs'));
  assert.deepEqual((await trees.changes(head)).left, []);
});

test('snapshots and laying work in a copy, and leave its `.git` alone', async () => {
  const { folder, open } = setUp();
  const { trees } = await open();
  const first = await trees.snapshot(never);
  assert.equal(first, gitAt(origin, 'rev-parse', 'HEAD^{tree}'));
  write(folder, { 'a.txt': 'changed\n', new: 'n' });
  rmSync(join(folder, 'link'));
  await trees.lay(first ?? '');
  assert.equal(gitAt(folder, 'status', '--porcelain'), '');
  assert.equal(String(await trees.read(head, 'a.txt')), 'a\n');
  assert.equal(await trees.read(head, 'absent'), null);
});

test('more commits than the one to work on can be had at hand', async () => {
  const first = gitAt(origin, 'rev-list', '--max-parents=0', 'HEAD');
  const { open } = setUp({ also: [first, head] });
  const { trees } = await open();
  assert.equal(String(await trees.read(first, 'a.txt')), 'a\n');
});

test('the token is in no file of ours and in no argument or environment of git', async () => {
  const { state, folder, open } = setUp();
  const seen: string[] = [];
  server.onRequest = () => seen.push(...processesOf());
  await open();
  server.onRequest = null;
  assert.ok(seen.some((process) => process.includes('fetch')));
  assert.ok(!seen.some((process) => process.includes('c2VjcmV0')));
  for (const place of [state, folder]) {
    assert.throws(() => execFileSync('grep', ['-r', 'c2VjcmV0', place]), { status: 1 });
  }
});

/** Arguments and environments of every git that runs. */
function processesOf(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        if (!/^Name:\tgit/m.test(status)) return '';
        return (
          readFileSync(`/proc/${pid}/cmdline`, 'latin1') + readFileSync(`/proc/${pid}/environ`, 'latin1')
        );
      } catch {
        return '';
      }
    });
}

test('G8: a commit that is not there any more ends with its own words', async () => {
  const { open } = setUp({ commit: '1'.repeat(40) });
  await assert.rejects(open(), { code: 'checkout.failed', happened: /commit 111111111111\./ });
});

test('each door that stays shut has its own code: refused token, missing repository, missing permission', async () => {
  await assert.rejects(setUp({ headers: { authorization: 'wrong' } }).open(), {
    code: 'forge.token-refused',
  });
  server.faults.push(404);
  await assert.rejects(setUp().open(), { code: 'forge.missing' });
  server.faults.push(403);
  await assert.rejects(setUp().open(), { code: 'forge.forbidden' });
  server.faults.push(302);
  await assert.rejects(setUp().open(), { code: 'checkout.failed', happened: /302/ });
  assert.equal(server.faults.length, 0);
});

test('a server that stumbles is asked again', async () => {
  server.faults.push(503);
  const { folder, open } = setUp();
  await open();
  assert.ok(existsSync(join(folder, 'a.txt')));
});

test('submodules and LFS files are said, and nothing is fetched or run for them', async () => {
  const work = repositoryWith({
    '.gitattributes': '*.psd filter=lfs diff=lfs merge=lfs -text\n',
    'art.psd': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n',
    '.gitmodules': '[submodule "x"]\n\tpath = libs/x\n\turl = ext::sh -c touch% pwned\n',
  });
  gitAt(work, 'update-index', '--add', '--cacheinfo', `160000,${head},libs/x`);
  gitAt(work, 'commit', '--quiet', '--message', 'submodule');
  gitAt(root, 'clone', '--quiet', '--bare', work, join(root, 'odd.git'));
  const { folder, open } = setUp({ repository: 'odd.git', commit: gitAt(work, 'rev-parse', 'HEAD') });
  const { trees, notes } = await open();
  assert.deepEqual(notes, [
    'Submodules were not checked out and are empty folders: "libs/x".',
    'Files kept in Git LFS were not checked out; pointers stand in their places.',
  ]);
  assert.deepEqual(readdirSync(join(folder, 'libs/x')), []);
  assert.deepEqual(await trees.changes(gitAt(work, 'rev-parse', 'HEAD')), {
    change: { base: gitAt(work, 'rev-parse', 'HEAD'), files: [] },
    left: [],
    barred: [],
  });
  const pointer = 'version https://git-lfs.github.com/spec/v1\n';
  write(folder, { '.gitattributes': '', 'art.psd': `${pointer}oid sha256:1\nsize 1\n`, 'new.psd': '8BPS' });
  const { change, barred } = await trees.changes(gitAt(work, 'rev-parse', 'HEAD'));
  assert.deepEqual(
    change.files.map(({ path }) => path),
    ['.gitattributes', 'art.psd', 'new.psd'],
  );
  const why = 'is kept in Git LFS, and only its pointer was here';
  assert.deepEqual(barred, [
    { path: 'art.psd', why },
    { path: 'new.psd', why },
  ]);
});

test('all of the copy belongs to whom it was made for, also what is laid later', {
  skip: process.getuid?.() === 0 ? false : 'only root can give files away',
}, async () => {
  const owner = { uid: 10_001, gid: 10_002 };
  const { state, folder, blobs } = setUp();
  const repository = { url: server.urlOf('repo.git'), headers: { authorization: token } };
  const { trees, laid } = await checkout(
    { repository, commit: head, also: [], state, folder, owner, blobs, instructing: null },
    never,
  );
  await laid;
  const foreign = (): string =>
    execFileSync('find', [folder, '!', '(', '-uid', '10001', '-gid', '10002', ')'], { encoding: 'utf8' });
  assert.equal(foreign(), '');
  write(folder, { 'deep/er/x': 'x' });
  const withDeep = await trees.snapshot(never);
  rmSync(join(folder, 'deep'), { recursive: true });
  rmSync(join(folder, 'a.txt'));
  await trees.lay(withDeep ?? '');
  assert.equal(foreign(), '');
  // The owner's git finds a folder of its own, and nothing to refresh.
  assert.equal(gitAt(folder, '-c', 'safe.directory=*', 'status', '--porcelain'), '?? deep/');
});
