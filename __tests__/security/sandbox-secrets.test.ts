// Escapes 1 to 11: what an agent's command must not learn. Each attack first succeeds with the defence left out.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBare } from '../../src/sandbox/bare.ts';
import { startHost } from '../sandbox/hosts.ts';
import { agent, asRoot, attack, fill, folderOf, open, optionsFor, run } from '../sandbox/open.ts';

const secrets = {
  GITHUB_TOKEN: 'topsecret-token',
  INPUT_API_KEY: 'topsecret-key',
  ACTIONS_RUNTIME_TOKEN: 'topsecret-runtime',
  OI_API_KEY: 'topsecret-oi',
};
const env = { PATH: '/usr/bin:/bin', HOME: '/home/agent', ...secrets };

test('T32, T38, escape 1: a command’s environment holds no secret; either of two defences is enough', async (t) => {
  const both = ['clean-environment', 'empty-spawn-environment'] as const;
  const { open: leaked, held } = await attack(t, 'env', { env, without: both });
  assert.match(leaked.text, /topsecret-token/);
  assert.doesNotMatch(held.text, /topsecret/);
  for (const one of both) {
    const sandbox = await open(t, folderOf(t), { env, without: [one] });
    assert.doesNotMatch((await run(sandbox, 'env')).text, /topsecret/, one);
  }
});

test('escape 2: nor does what the first process was started with; either of two defences is enough', async (t) => {
  const both = ['own-pid-1', 'empty-spawn-environment'] as const;
  const look = "tr '\\0' '\\n' < /proc/1/environ";
  const { open: leaked, held } = await attack(t, look, { env, without: both });
  assert.match(leaked.text, /topsecret-token/);
  assert.match(held.text, /^HOME=/m);
  assert.doesNotMatch(held.text, /topsecret/);
  for (const one of both) {
    const sandbox = await open(t, folderOf(t), { env, without: [one] });
    assert.doesNotMatch((await run(sandbox, look)).text, /topsecret/, one);
  }
});

test('T32, escape 3: processes of the machine cannot be seen', async (t) => {
  const look = `cat /proc/${process.pid}/cmdline /proc/${process.pid}/environ /proc/${process.pid}/mem 2>&1 | tr '\\0' '\\n'`;
  // A /proc of the machine can be used only in the machine's own namespace of processes.
  const { open: leaked, held } = await attack(t, look, { without: ['fresh-proc', 'own-pids'] });
  const own = readFileSync('/proc/self/cmdline', 'utf8').split('\0')[0] ?? '';
  assert.ok(leaked.text.startsWith(`${own}\n`));
  assert.match(held.text, /^(cat: .*No such file or directory\n){3}$/);
  const processes = await run(await open(t, folderOf(t)), 'echo /proc/[0-9]*');
  assert.equal(processes.text, '/proc/1\n');
});

test('T34, escape 4: credential files of the home folder are not there', async (t) => {
  const home = folderOf(t);
  const names = [
    '.ssh/id_x',
    '.npmrc',
    '.docker/config.json',
    '.config/gh/hosts.yml',
    '.aws/credentials',
    '.netrc',
  ];
  fill(home, Object.fromEntries(names.map((name) => [name, 'topsecret'])));
  const look = `cd ~ && cat ${names.join(' ')}`;
  const how = { env: { PATH: '/usr/bin:/bin', HOME: home }, without: ['private-home'] as const };
  const { open: leaked, held } = await attack(t, look, how);
  assert.equal(leaked.text, 'topsecret'.repeat(names.length));
  assert.match(held.text, /^(cat: .*No such file or directory\n){6}$/);
});

test('T34, escape 5: tokens in git’s settings and cloud credentials in the workspace are masked, and git works', async (t) => {
  const folder = folderOf(t);
  execFileSync('git', ['init', '-q', folder]);
  const config = readFileSync(join(folder, '.git/config'), 'utf8');
  const header = '[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic topsecret\n';
  const remote =
    '[remote "o"]\n\turl = https://x:topsecret@github.com/a/b\n\tfetch = +refs/heads/*:refs/remotes/o/*\n';
  const include = '[includeIf "gitdir:/x"]\n\tpath = /home/runner/topsecret.config\n';
  fill(folder, {
    '.git/config': config + header + remote + include,
    '.git/modules/sub/HEAD': 'ref: refs/heads/main\n',
    '.git/modules/sub/config': header,
    'gha-creds-0123.json': 'topsecret',
  });
  const look =
    'cat .git/config .git/modules/sub/config gha-creds-*.json; git config --list --local; git status --short';
  const { open: leaked, held } = await attack(t, look, { folder, without: ['masked-secrets'] });
  assert.ok((leaked.text.match(/topsecret/g) ?? []).length > 5);
  assert.doesNotMatch(held.text, /topsecret/);
  assert.match(held.text, /core\.repositoryformatversion=0\n/);
  assert.match(held.text, /remote\.o\.fetch/);
});

test('escape 6: nothing of the machine is there but what was allowed', async (t) => {
  const look =
    'for path in /var/log /var/cache /home/* /root /srv /mnt /boot; do [ -e $path ] && echo $path; done';
  const { open: leaked, held } = await attack(t, look, { without: ['allow-listed-root'] });
  assert.match(leaked.text, /^\/var\/log$/m);
  assert.equal(held.text, '/home/agent\n');
});

test('T35, escapes 7, 55: the runner’s event, file commands and credentials can be neither read nor written', async (t) => {
  const temporary = folderOf(t);
  const files = [
    '_runner_file_commands/set_env_1',
    '_github_workflow/event.json',
    'git-credentials-1.config',
  ];
  fill(temporary, Object.fromEntries(files.map((name) => [name, 'topsecret'])));
  const runner = {
    ...env,
    HOME: folderOf(t),
    RUNNER_TEMP: temporary,
    GITHUB_ENV: join(temporary, files[0] ?? ''),
  };
  const command = `cat ${temporary}/*/* ${temporary}/*; echo "GITHUB_ENV=$GITHUB_ENV"; echo X=1 >> ${runner.GITHUB_ENV}`;
  const { open: leaked, held } = await attack(t, command, { env: runner, without: ['private-home'] });
  assert.match(leaked.text, /^topsecrettopsecret/);
  assert.equal(readFileSync(runner.GITHUB_ENV, 'utf8'), 'topsecretX=1\n');
  assert.doesNotMatch(held.text, /topsecret/);
  assert.match(held.text, /^GITHUB_ENV=$/m);
  assert.equal(readFileSync(runner.GITHUB_ENV, 'utf8'), 'topsecretX=1\n');
});

test('escape 8: what bubblewrap was started with cannot be read, and would hold no secret', async (t) => {
  const look = "cat /proc/*/cmdline | tr '\\0' '\\n'";
  const { open: seen, held } = await attack(t, look, { env, without: ['own-pid-1'] });
  assert.match(seen.text, /^--setenv$/m);
  assert.doesNotMatch(seen.text, /topsecret/);
  assert.doesNotMatch(held.text, /--setenv|topsecret/);
});

test('T33, escape 9: setuid programs give nothing', async (t) => {
  const folder = folderOf(t);
  const look = 'grep NoNewPrivs /proc/self/status | cut -f2; [ -e rootly ] && ./rootly -u';
  if (asRoot) {
    copyFileSync('/usr/bin/id', join(folder, 'rootly'));
    chownSync(join(folder, 'rootly'), 0, 0);
    chmodSync(join(folder, 'rootly'), 0o4755);
  }
  const options = { ...optionsFor(folder), mode: 'danger-full-access' as const };
  const bare = await startHost(
    t,
    { options, without: [], commands: [look], hold: null },
    { unprivileged: agent },
  );
  // Without a wall they do.
  assert.equal(bare.outputs[0], asRoot ? '0\n0\n' : '0\n');
  const held = await run(await open(t, folder), look);
  assert.equal(held.text, asRoot ? `1\n${agent}\n` : '1\n');
});

test('escape 10: descriptors that the host holds or inherited do not reach a command', async (t) => {
  const folder = folderOf(t);
  fill(folder, { 'inherited.txt': 'x' });
  const extra = openSync(join(folder, 'inherited.txt'), 'r');
  const commands = ['cd /proc/self/fd; for f in *; do [ -e $f ] && echo $f; done'];
  const listed = async (without: 'close-descriptors'[]) => {
    const script = { options: optionsFor(folder), without, commands, hold: null };
    return (await startHost(t, script, { extra })).outputs[0]?.trim().split('\n') ?? [];
  };
  const leaked = await listed(['close-descriptors']);
  assert.ok(leaked.includes('7') && leaked.length > 7, leaked.join());
  assert.deepEqual(await listed([]), ['0', '1', '2']);
});

test('escape 11: a crash leaves no core file', async (t) => {
  const look = 'ulimit -c unlimited 2>/dev/null && echo allowed; ulimit -Hc';
  const { open: allowed, held } = await attack(t, look, { without: ['limits'] });
  assert.notEqual(allowed.text, '0\n');
  assert.equal(held.text, '0\n');
});

test('files of /etc that not everybody may read are masked', async (t) => {
  if (!asRoot) return t.diagnostic('not root: they cannot be read anyway');
  const { open: leaked, held } = await attack(t, 'wc -c < /etc/shadow', {
    folder: folderOf(t, 0),
    without: ['masked-etc'],
  });
  assert.notEqual(leaked.text, '0\n');
  assert.equal(held.text, '0\n');
});

test('a command without a wall gets no secret in its environment either', async (t) => {
  const options = { ...optionsFor(folderOf(t), { env }), mode: 'danger-full-access' as const };
  const bare = await openBare(options);
  t.after(() => bare.close());
  assert.doesNotMatch((await run(bare, 'env')).text, /topsecret/);
});
