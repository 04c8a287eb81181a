// Programs and libraries that earlier steps of a job plant, by GITHUB_PATH and GITHUB_ENV.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runnerDisk } from '../support/folder.ts';
import { answerOn, commands, endOf, openScene } from '../support/stage.ts';

const scene = await openScene();
const { model, play, issue, comment } = scene;
play(commands(['echo two > a.txt']));

const planted = runnerDisk();
/** Every planted program leaves its name here: a path that no sandbox has. */
const marks = join(planted, 'marks');
const ran = (): string[] => {
  const names = existsSync(marks) ? readFileSync(marks, 'utf8').trim().split('\n') : [];
  rmSync(marks, { force: true });
  return [...new Set(names)].sort();
};

/** A program that leaves its mark and fails. */
function plant(folder: string, name: string): string {
  const file = join(planted, folder, name);
  mkdirSync(join(planted, folder), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho ${name} >> ${marks}\nexit 1\n`, { mode: 0o755 });
  return file;
}

async function undisturbed(env: Record<string, string>, path: string[] = []): Promise<void> {
  const subject = issue();
  const result = await comment(subject, '/oi fix', 'ann', { env, path });
  assert.equal(endOf(result), 'changed, success', result.raw);
  assert.match(answerOn(subject), /^Done: I opened/);
  assert.deepEqual(ran(), [], 'nothing that was planted ran');
}

test('planted programs that come first in PATH are not run', async () => {
  const names =
    'git bwrap nsenter setpriv unshare node sh bash env rm cp chmod mkfifo sleep cat mount umount ps kill';
  for (const name of names.split(' ')) plant('bin', name);
  const path = join(planted, 'bin');
  spawnSync('git', ['--version'], { env: { PATH: `${path}:${process.env['PATH']}` } });
  assert.deepEqual(ran(), ['git'], 'who looks git up in PATH runs the planted one');
  await undisturbed({}, [path]);
});

test('what git obeys in the environment is not obeyed', async () => {
  const helper = plant('helpers', 'git-remote-http');
  const hook = plant('helpers', 'hook');
  const env = {
    GIT_EXEC_PATH: join(planted, 'helpers'),
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_VALUE_0: hook,
    GIT_CONFIG_KEY_1: 'url.http://127.0.0.1:1/.insteadOf',
    GIT_CONFIG_VALUE_1: 'http://127.0.0.1',
    GIT_SSH_COMMAND: hook,
    GIT_ASKPASS: hook,
    GIT_EXTERNAL_DIFF: hook,
    GIT_PROXY_COMMAND: hook,
    GIT_DIR: planted,
    GIT_TEMPLATE_DIR: planted,
  };
  const { PATH = '' } = process.env;
  spawnSync('git', ['ls-remote', 'http://127.0.0.1:9/x.git'], {
    env: { PATH, GIT_EXEC_PATH: join(planted, 'helpers') },
  });
  assert.deepEqual(ran(), ['git-remote-http'], `git itself runs ${helper}`);
  await undisturbed(env);
});

test('what shells obey in the environment is not obeyed', async () => {
  const script = join(planted, 'rc');
  writeFileSync(script, `echo rc >> ${marks}\n`);
  const env = {
    BASH_ENV: script,
    ENV: script,
    SHELLOPTS: 'xtrace',
    PS4: `$(echo ps4 >> ${marks})`,
    'BASH_FUNC_cd%%': `() { echo cd >> ${marks}; }`,
    PROMPT_COMMAND: `echo prompt >> ${marks}`,
    SHELL: plant('bin2', 'shell'),
    npm_config_script_shell: plant('bin2', 'shell'),
  };
  spawnSync('/bin/bash', ['-c', 'cd /'], { env, stdio: 'ignore' });
  assert.ok(ran().includes('rc'), 'bash itself runs it');
  await undisturbed(env);
});

const refused = (names: string): RegExp =>
  new RegExp(
    `^By ${names} other code was loaded into this action, and could read its key and its token\\. If that was you, empty it .*replace the key\\. \\(\`environment\\.planted\`\\)`,
  );

/** Nothing keeps code out that is loaded before ours; but then the key is not used, and people are told. */
async function refuses(env: Record<string, string>, names: string): Promise<void> {
  const asked = model.requests.length;
  const subject = issue();
  const result = await comment(subject, '/oi fix', 'ann', { env });
  assert.equal(endOf(result), 'failed, failure', result.raw);
  assert.match(answerOn(subject), refused(names));
  assert.equal(model.requests.length, asked);
}

test('code that NODE_OPTIONS loads is told, and the model not asked', async () => {
  const module = join(planted, 'planted.cjs');
  writeFileSync(
    module,
    `require('node:fs').appendFileSync(${JSON.stringify(marks)}, process.env['INPUT_API-KEY'] + '\\n');`,
  );
  for (const options of [`--require ${module}`, `--max-old-space-size=900 --import=${module}`]) {
    await refuses({ NODE_OPTIONS: options }, 'NODE_OPTIONS');
    assert.deepEqual(ran(), ['sk-sim-0123456789abcdef'], 'it has read the key, which nothing can help');
  }
});

test('harmless options of Node’s are set aside', async () => {
  await undisturbed({ NODE_OPTIONS: '--max-old-space-size=4096', NODE_ENV: 'test' });
});

test('a library that the linker was told to load is told, and the model not asked', async () => {
  const [library = ''] = readFileSync('/proc/self/maps', 'utf8').match(/\/\S*\/libm\.so\S*/) ?? [];
  const folder = join(planted, 'lib');
  mkdirSync(folder);
  copyFileSync(library, join(folder, 'libm.so.6'));
  await refuses({ LD_PRELOAD: join(folder, 'libm.so.6') }, 'LD_PRELOAD');
  await refuses({ LD_LIBRARY_PATH: folder }, 'LD_LIBRARY_PATH');
});

test('a folder of libraries that Node needs none of is set aside, as setup-python leaves one', async () => {
  const folder = join(planted, 'python');
  mkdirSync(folder);
  await undisturbed({ LD_LIBRARY_PATH: folder });
});
