// Escapes 13 to 28: what an agent's command must not change or make. Each attack first succeeds with the defence left out.
import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSandbox } from '../../src/sandbox/index.ts';
import { agent, asRoot, attack, fill, folderOf, open, optionsFor, run } from '../sandbox/open.ts';

const repository = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/config': '[core]\n\tbare = false\n',
  '.git/hooks/x': '',
  '.github/workflows/ci.yml': 'on: push\n',
};

test('T37, escapes 13, 58: the machine’s folders cannot be written, whatever their mode says', async (t) => {
  const tools = folderOf(t);
  fill(tools, { tool: 'good' });
  const { open: written, held } = await attack(t, `echo evil > ${tools}/tool; cat ${tools}/tool`, {
    readable: [tools],
    without: ['read-only-system'],
  });
  assert.equal(written.text, 'evil\n');
  assert.match(held.text, /Read-only file system\nevil\n$/);
  const places = ['/usr/local/bin/x', '/opt/x', '/etc/x', '/usr/share/x', '/x', '/oi/x', '/oi/output/x'];
  const touch = await run(
    await open(t, folderOf(t)),
    `for at in ${places.join(' ')}; do touch $at && echo made; done`,
  );
  assert.equal(touch.text.match(/Read-only file system/g)?.length, places.length);
});

test('escapes 14, 22: git’s own folder stays as it is, by writing, moving and hard links', async (t) => {
  const command = [
    "echo '[alias]' >> .git/config",
    'echo evil > .git/hooks/pre-commit',
    'ln .git/config link && echo evil >> link; cat .git/config',
    'rm -rf .git',
    'mv .git moved',
  ].join('; ');
  const [open_, held_] = [folderOf(t), folderOf(t)];
  for (const folder of [open_, held_]) fill(folder, repository);
  const naive = await run(await open(t, open_, { without: ['protected-paths'] }), command);
  assert.match(naive.text, /^evil$/m, 'through the hard link');
  assert.equal(existsSync(join(open_, '.git')), false);
  const { text } = await run(await open(t, held_), command);
  assert.equal(readFileSync(join(held_, '.git/config'), 'utf8'), repository['.git/config']);
  assert.equal(existsSync(join(held_, '.git/hooks/pre-commit')), false);
  assert.match(text, /Device or resource busy/);
});

test('escape 15: nor can a folder above a protected path be moved away and replaced', async (t) => {
  const modules = '[submodule "a"]\n\tpath = libs/a\n\turl = x\n';
  const plant = 'mv libs away; mkdir -p libs/a && echo "gitdir: ../../evil" > libs/a/.git; cat libs/a/.git';
  const folder = folderOf(t);
  fill(folder, { ...repository, '.gitmodules': modules, 'libs/a/.git': 'gitdir: ../../.git/modules/a\n' });
  const naive = await run(await open(t, folder, { without: ['pinned-ancestors'] }), plant);
  assert.equal(naive.text, 'gitdir: ../../evil\n');
  const again = folderOf(t);
  fill(again, { ...repository, '.gitmodules': modules, 'libs/a/.git': 'gitdir: ../../.git/modules/a\n' });
  const held = await run(await open(t, again), `${plant}; mv libs/a away; mv .github away; rm -rf .github`);
  assert.match(held.text, /Device or resource busy/);
  assert.equal(readFileSync(join(again, 'libs/a/.git'), 'utf8'), 'gitdir: ../../.git/modules/a\n');
  assert.equal(readFileSync(join(again, '.github/workflows/ci.yml'), 'utf8'), 'on: push\n');
});

test('escape 16: what was missing can be made, so that it was is known afterwards', async (t) => {
  const folder = folderOf(t);
  fill(folder, { '.git/config': '' });
  const sandbox = await open(t, folder);
  assert.deepEqual(sandbox.appeared(), []);
  await run(
    sandbox,
    'mkdir -p .github/workflows .vscode src; echo evil > .github/workflows/ci.yml; touch .mcp.json',
  );
  assert.deepEqual(sandbox.appeared().sort(), ['.github', '.mcp.json', '.vscode']);
});

test('escape 17: a protected path that is a link is refused, because it could be replaced or followed', async (t) => {
  const folder = folderOf(t);
  symlinkSync('/etc', join(folder, '.github'));
  const plant = 'rm .github; mkdir -p .github/workflows; echo evil > .github/workflows/ci.yml';
  await assert.rejects(openSandbox(optionsFor(folder)), { code: 'folder.refused' });
  assert.ok(lstatSync(join(folder, '.github')).isSymbolicLink());
  await run(await open(t, folder, { without: ['protected-paths'] }), plant);
  assert.equal(readFileSync(join(folder, '.github/workflows/ci.yml'), 'utf8'), 'evil\n');
});

test('T28, escapes 18, 19: the hands follow links only to what commands see too', async (t) => {
  const [folder, outside] = [folderOf(t), folderOf(t)];
  fill(outside, { id_x: 'topsecret' });
  const plant = `ln -s ${outside}/id_x secret; ln -s ${outside} out`;
  const env = { PATH: '/usr/bin:/bin', HOME: folderOf(t) };
  const naive = await open(t, folder, { env, without: ['private-home'] });
  await run(naive, plant);
  const leaked = await naive.files.read('secret');
  assert.ok(leaked.ok && Buffer.from(leaked.value.content).toString() === 'topsecret');
  await naive.files.write('out/planted', Buffer.from('x'));
  assert.ok(existsSync(join(outside, 'planted')));

  const { files } = await open(t, folder);
  for (const path of ['secret', 'out/id_x']) {
    assert.equal((await files.read(path)).ok, false, path);
  }
  await files.write('out/again', Buffer.from('x'));
  assert.equal(existsSync(join(outside, 'again')), false);
});

test('escape 21: the hands do not hang on a pipe, nor read a device', async (t) => {
  const sandbox = await open(t, folderOf(t));
  const plain = await run(sandbox, 'mkfifo pipe; ln -s /dev/zero zero; timeout 0.2 cat pipe; echo $?');
  assert.equal(plain.text, '124\n', 'a reader without a look at what it is waits for ever');
  for (const path of ['pipe', 'zero']) assert.equal((await sandbox.files.read(path)).ok, false, path);
});

test('escape 23: no setuid file and no device node is left behind', async (t) => {
  const command =
    'cp /bin/true s && chmod 4755 s; stat -c %a s; mkfifo fifo && echo fifo; rm -f fifo; mknod d c 1 3 || echo no device';
  const { open: made, held } = await attack(t, command, { without: ['seccomp'] });
  assert.match(made.text, /^4755$/m);
  assert.match(held.text, /^755$/m);
  assert.match(held.text, /^fifo$/m);
  assert.match(held.text, /^no device$/m);
});

test('escape 24: a file cannot grow without end', async (t) => {
  const command = 'truncate -s 3G big; stat -c %s big 2>/dev/null || echo none; rm -f big';
  const { open: grown, held } = await attack(t, command, { without: ['limits'] });
  assert.equal(grown.text, '3221225472\n');
  assert.match(held.text, /^0$|none/m);
});

test('escape 26: folders that hold more than a project are refused', async (t) => {
  const home = folderOf(t);
  for (const folder of ['/', '/tmp', '/home', '/etc', '/usr', '/proc', '/dev/shm', home]) {
    const options = { ...optionsFor(folder), env: { PATH: '/usr/bin:/bin', HOME: home } };
    await assert.rejects(openSandbox(options), { code: 'folder.refused' }, folder);
  }
});

test('escape 27: in read-only mode nothing of the workspace changes, and there is still a place to write', async (t) => {
  const folder = folderOf(t);
  fill(folder, { 'a.txt': 'a' });
  const command = 'echo x > new; rm -f a.txt; ls; echo x > /tmp/x && echo x > ~/x && echo elsewhere';
  const held = await run(await open(t, folder, { mode: 'read-only' }), command);
  assert.match(held.text, /a\.txt\nelsewhere\n$/);
  // Without that mode it does.
  assert.match((await run(await open(t, folder), command)).text, /^new\nelsewhere\n$/);
});

test('T37, T47, escape 28: HOME and /tmp are private', async (t) => {
  const home = folderOf(t);
  const how = { env: { PATH: '/usr/bin:/bin', HOME: home } };
  const name = `oi-test-private-${process.pid}`;
  const command = `echo evil >> ~/.bashrc; echo x > /tmp/${name}`;
  await run(await open(t, folderOf(t), how), command);
  assert.equal(existsSync(join(home, '.bashrc')), false);
  assert.equal(existsSync(`/tmp/${name}`), false);
  await run(await open(t, folderOf(t), { ...how, without: ['private-home'] }), command);
  assert.equal(readFileSync(join(home, '.bashrc'), 'utf8'), 'evil\n');
  await run(await open(t, folderOf(t), { ...how, without: ['private-home'] }), `rm /tmp/${name}`);
});

test('escape 40: root’s settings of the kernel cannot be written', async (t) => {
  const look = '[ -w /proc/sys/kernel/core_pattern ] && echo writable || echo held';
  const folder = folderOf(t, asRoot ? 0 : agent);
  const { open: naive, held } = await attack(t, look, { folder, without: ['read-only-sysctl'] });
  // Who is not root could never write it.
  assert.equal(naive.text, asRoot ? 'writable\n' : 'held\n');
  assert.equal(held.text, 'held\n');
});

test('the workspace itself cannot be moved away, nor a folder above it', async (t) => {
  const above = folderOf(t);
  mkdirSync(join(above, 'deep'));
  const folder = join(above, 'deep/work');
  mkdirSync(folder);
  fill(above, {});
  const command = `mv ${folder} ${folder}2; mv ${above}/deep ${above}/deep2; mv ${above} ${above}2; true`;
  const { open: moved, held } = await attack(t, command, { folder, without: ['pinned-ancestors'] });
  assert.equal(moved.text.match(/busy/g)?.length, 1);
  assert.equal(held.text.match(/busy/g)?.length, 3);
});
