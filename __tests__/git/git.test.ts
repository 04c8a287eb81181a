import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { git, line } from '../../src/git/git.ts';
import { temporaryFolder } from '../support/folder.ts';
import { gitAt, repositoryWith, write } from '../support/repository.ts';

test('git answers the bytes it printed, for input given as text, bytes or a stream', async () => {
  const gitDir = join(repositoryWith({ a: 'a' }), '.git');
  for (const input of ['text', Buffer.from('text'), Readable.from(['te', 'xt'])]) {
    const id = line(await git(gitDir, ['hash-object', '-w', '--stdin'], { input }));
    assert.equal(String(await git(gitDir, ['cat-file', 'blob', id])), 'text');
  }
});

test('T50, escape 51: neither the environment nor a global configuration reaches git, and its git dir cannot make it run something', async () => {
  const folder = repositoryWith({ a: 'a' });
  const gitDir = join(folder, '.git');
  const marker = join(temporaryFolder(), 'ran');
  const home = temporaryFolder();
  const evil = `[core]\n\tfsmonitor = sh -c 'echo ran >> ${marker}' --\n`;
  write(home, { '.gitconfig': evil });
  const status = ['status', '--porcelain'];
  const hostile = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    GIT_CONFIG_PARAMETERS: `'core.fsmonitor'='sh -c "echo ran >> ${marker}" --'`,
    GIT_DIR: '/nowhere',
    GIT_INDEX_FILE: '/nowhere/index',
    GIT_OBJECT_DIRECTORY: '/nowhere/objects',
    GIT_TRACE2: marker,
  };
  const before = { ...process.env };
  // Without our settings the attack works: on a git that inherits what is around it.
  execFileSync('git', status, { cwd: folder, env: { ...before, HOME: home } });
  assert.ok(existsSync(marker));
  rmSync(marker);

  Object.assign(process.env, hostile);
  try {
    writeFileSync(join(gitDir, 'config'), readFileSync(join(gitDir, 'config'), 'utf8') + evil);
    assert.equal(String(await git(gitDir, status, { workTree: folder })), '');
    assert.ok(!existsSync(marker));
  } finally {
    for (const name of Object.keys(hostile)) delete process.env[name];
    Object.assign(process.env, before);
  }
});

test('a failure has a code and git’s own words; some exit codes are answers', async () => {
  const gitDir = join(repositoryWith({ a: 'a' }), '.git');
  await assert.rejects(git(gitDir, ['cat-file', 'blob', 'nothing']), {
    code: 'git.failed',
    happened: '`git cat-file` failed: Not a valid object name nothing.',
  });
  assert.equal(String(await git(gitDir, ['cat-file', '-e', '0'.repeat(40)], { exits: [0, 1] })), '');
  await assert.rejects(git(gitDir, ['status'], { workTree: '/nowhere' }), { code: 'folder.missing' });
});

test('output beyond the bound ends git and is a failure', async () => {
  const gitDir = join(repositoryWith({ big: 'x'.repeat(3_000_000) }), '.git');
  const show = ['cat-file', 'blob', 'HEAD:big'];
  await assert.rejects(git(gitDir, show, { maxBytes: 1000 }), {
    code: 'git.failed',
    happened: /more than 1000 bytes/,
  });
  assert.equal((await git(gitDir, show)).length, 3_000_000);
});

test('a signal ends git and whatever it started, at once, with the signal’s reason', async () => {
  const folder = repositoryWith({ a: 'a' });
  const gitDir = join(folder, '.git');
  await assert.rejects(git(gitDir, ['status'], { signal: AbortSignal.abort(new Error('before')) }), /before/);

  // An alias lets git start something that lasts and says so.
  const started = join(temporaryFolder(), 'started');
  gitAt(folder, 'config', 'alias.last', `!echo $$ > ${started}; exec sleep 1000`);
  const stop = new AbortController();
  const running = git(gitDir, ['last'], { signal: stop.signal });
  while (!existsSync(started) || readFileSync(started, 'utf8') === '') await new Promise(setImmediate);
  stop.abort(new Error('enough'));
  await assert.rejects(running, /enough/);
  const pid = readFileSync(started, 'utf8').trim();
  while (readdirSync('/proc').includes(pid) && !/^State:\tZ/m.test(statusOf(pid)))
    await new Promise(setImmediate);
});

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return 'State:\tZ';
  }
}
