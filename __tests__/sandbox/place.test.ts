import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSandbox } from '../../src/sandbox/index.ts';
import { startHost } from './hosts.ts';
import { agent, asRoot, fill, folderOf, open, optionsFor, run } from './open.ts';

const status =
  'grep -E "^(Seccomp|NoNewPrivs|CapEff):" /proc/self/status | tr -d "\\t" | tr "\\n" " "; id -u';
const walled = 'CapEff:0000000000000000 NoNewPrivs:1 Seccomp:2 ';

test('in place, commands run as the folder’s owner and make files of that owner', async (t) => {
  const folder = folderOf(t);
  const sandbox = await open(t, folder);
  assert.equal(
    (await run(sandbox, `${status}; touch made; stat -c %u made`)).text,
    `${walled}${agent}\n${agent}\n`,
  );
  assert.equal(statSync(join(folder, 'made')).uid, agent);
});

test('in place in root’s own folder, commands run as a root without any capability', async (t) => {
  if (!asRoot) return t.diagnostic('not root: the case does not exist here');
  const sandbox = await open(t, folderOf(t, 0));
  const { text } = await run(sandbox, `${status}; chown 1 /tmp; touch /etc/x /usr/x /proc/sys/kernel/x`);
  assert.match(text, new RegExp(`^${walled}0\n`));
  assert.match(text, /chown: changing ownership/);
  assert.equal(existsSync('/etc/x'), false);
});

test('a host without privileges opens the same sandbox', async (t) => {
  const user = asRoot ? agent + 1 : agent;
  const [folder, temporary] = [folderOf(t, user), folderOf(t, user)];
  const options = optionsFor(folder, { temporary });
  const script = { options, without: [], commands: [status, 'touch made; echo $?'], hold: null };
  const { outputs } = await startHost(t, script, { unprivileged: user });
  assert.deepEqual(outputs, [`${walled}${user}\n`, '0\n']);
});

test('whoever runs inside has a name', async (t) => {
  const sandbox = await open(t, folderOf(t));
  const script = 'const { username } = require("os").userInfo(); console.log(username)';
  const { text } = await run(sandbox, `whoami; echo $USER; /oi/node -e '${script}'`);
  const [name, ...others] = text.trim().split('\n');
  assert.ok(name);
  assert.deepEqual(others, [name, name]);
});

test('a copy is seen at the job’s own path, and what lies beside it there is not', async (t) => {
  const [source, job] = [folderOf(t), folderOf(t)];
  fill(source, { 'a.txt': 'copy' });
  fill(job, { 'a.txt': 'original', 'secret.txt': 'secret' });
  const sandbox = await open(t, job, { place: { kind: 'copy', source } });
  assert.equal(sandbox.folder, job);
  assert.equal((await run(sandbox, 'pwd; cat a.txt; ls; echo changed > a.txt')).text, `${job}\ncopya.txt\n`);
  assert.deepEqual(await sandbox.files.read('a.txt'), {
    ok: true,
    value: { content: Buffer.from('changed\n'), bytes: 8 },
  });
  assert.equal(readFileSync(join(source, 'a.txt'), 'utf8'), 'changed\n');
  assert.equal(readFileSync(join(job, 'a.txt'), 'utf8'), 'original');
});

test('a copy’s own git folder can be written: it is thrown away', async (t) => {
  const source = folderOf(t);
  fill(source, { '.git/config': '[core]\n', '.github/workflows/ci.yml': 'on: push' });
  const sandbox = await open(t, '/home/runner/work/r/r', { place: { kind: 'copy', source } });
  const { text } = await run(
    sandbox,
    'echo x >> .git/config && echo y >> .github/workflows/ci.yml && echo written',
  );
  assert.equal(text, 'written\n');
});

test('a copy that belongs to root is not given to an agent', async (t) => {
  if (!asRoot) return t.diagnostic('not root: the case does not exist here');
  const options = optionsFor('/home/runner/work/r/r', { place: { kind: 'copy', source: folderOf(t, 0) } });
  await assert.rejects(openSandbox(options), { code: 'sandbox.unsound' });
});

test('ignored folders of the checkout are used and changed without being touched', async (t) => {
  const [source, modules] = [folderOf(t), folderOf(t)];
  fill(modules, { 'a/index.js': 'original' });
  const at = '/home/runner/work/r/r/node_modules';
  const sandbox = await open(t, '/home/runner/work/r/r', {
    place: { kind: 'copy', source },
    overlays: [{ lower: modules, at }],
  });
  assert.deepEqual(sandbox.report.overlays, [{ at, as: 'overlay' }]);
  const change =
    'cat node_modules/a/index.js; echo changed > node_modules/a/index.js; mkdir node_modules/.cache';
  assert.equal((await run(sandbox, change)).text, 'original');
  assert.equal(
    (await run(sandbox, 'cat node_modules/a/index.js; ls -A node_modules')).text,
    'changed\n.cache\na\n',
  );
  assert.equal(readFileSync(join(modules, 'a/index.js'), 'utf8'), 'original');
  assert.equal(existsSync(join(modules, '.cache')), false);
  assert.equal(existsSync(join(source, 'node_modules/a')), false);
});

test('where an overlay fails the folder is copied, and what is too large for that is read-only; both are said', async (t) => {
  const [source, copied, large] = [folderOf(t), folderOf(t), folderOf(t)];
  fill(copied, { file: 'original' });
  fill(large, { file: 'original', sparse: '' });
  truncateSync(join(large, 'sparse'), 3 * 1024 ** 3);
  const base = '/home/runner/work/r/r';
  const sandbox = await open(t, base, {
    place: { kind: 'copy', source },
    overlays: [
      { lower: copied, at: `${base}/one` },
      { lower: large, at: `${base}/two` },
    ],
    without: ['overlays'],
    selfTest: true,
  });
  assert.deepEqual(sandbox.report.overlays, [
    { at: `${base}/one`, as: 'copy' },
    { at: `${base}/two`, as: 'read-only' },
  ]);
  const { text } = await run(
    sandbox,
    'echo changed > one/file; cat one/file; echo changed > two/file; cat two/file',
  );
  assert.match(text, /^changed\nbash: .*Read-only file system\noriginal$/);
  assert.equal(readFileSync(join(copied, 'file'), 'utf8'), 'original');
});

test('a toolchain that PATH names is there read-only, and what PATH lost is said', async (t) => {
  const home = folderOf(t);
  fill(home, {
    '.cargo/bin/cargo': '#!/bin/sh\necho cargo',
    '.cargo/credentials.toml': 'token',
    '.pyenv/shims/python9': '#!/bin/sh\necho python',
    'tools/bin/tool': '#!/bin/sh\necho tool',
  });
  execFileSync('chmod', ['-R', '755', home]);
  const lost = asRoot ? folderOf(t, 0) : null;
  if (lost) chmodSync(lost, 0o700);
  const entries = ['.cargo/bin', '.pyenv/shims', 'tools/bin'].map((name) => join(home, name));
  const PATH = [...entries, ...(lost ? [join(lost, 'bin')] : []), '/usr/bin', '/bin', 'relative'].join(':');
  if (lost) execFileSync('mkdir', [join(lost, 'bin')]);
  const sandbox = await open(t, folderOf(t), { env: { PATH, HOME: home } });
  const { text } = await run(
    sandbox,
    'cargo; python9; tool; ls -A ~ ~/.cargo; mv ~/.cargo ~/x; touch ~/.cargo/bin/x',
  );
  assert.match(text, /^cargo\npython\ntool\n/);
  assert.doesNotMatch(text, /credentials/);
  assert.match(text, /Device or resource busy\n.*Read-only file system\n$/s);
  assert.deepEqual(sandbox.report.lostFromPath, lost ? [join(lost, 'bin')] : []);
});

test('a repository’s history can be read in place, from a linked worktree too', async (t) => {
  const [main, tree] = [folderOf(t), folderOf(t)];
  const git = (...args: string[]) =>
    execFileSync('git', [
      '-C',
      main,
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b',
      '-c',
      'safe.directory=*',
      ...args,
    ]);
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'first');
  git('worktree', 'add', '-q', join(tree, 'work'), '-b', 'branch');
  if (asRoot) execFileSync('chown', ['-R', `${agent}:${agent}`, main, tree]);
  for (const folder of [main, join(tree, 'work')]) {
    const sandbox = await open(t, folder);
    const { text } = await run(
      sandbox,
      'git log --format=%s; git status --short; git commit -q --allow-empty -m x; echo $?',
    );
    assert.match(text, /^first\n.*\n[1-9]\d*\n$/s, folder);
  }
});

test('a worktree file that points to somebody else’s repository or folder shows nothing of it', async (t) => {
  const [folder, other] = [folderOf(t), folderOf(t)];
  fill(other, { HEAD: 'ref', 'objects/x': '', 'refs/x': '', 'worktrees/w/commondir': '../..\n' });
  fill(folder, {
    '.git': `gitdir: ${folder}/fake\n`,
    'fake/commondir': `${other}\n`,
    'fake/gitdir': `${folder}/.git\n`,
  });
  const seen = async () => (await run(await open(t, folder), `ls ${other}`)).text;
  assert.match(await seen(), /No such file/);
  fill(folder, { '.git': `gitdir: ${other}/worktrees/w\n` });
  assert.match(await seen(), /No such file/);
});

test('a workspace reached by a link is seen at its real path', async (t) => {
  const folder = folderOf(t);
  const link = join(folderOf(t), 'link');
  symlinkSync(folder, link);
  assert.equal((await open(t, link)).folder, folder);
});
