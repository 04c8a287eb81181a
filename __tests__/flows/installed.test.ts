// cspell:ignore pyvenv npyvenv
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../support/folder.ts';
import { write } from '../support/repository.ts';
import { commands, endOf, openScene } from '../support/stage.ts';

const { model, play, issue, comment, git } = await openScene({
  files: { 'a.txt': 'one\n', '.gitignore': '.venv/\n' },
});

/** A job's disk after `actions/checkout` of something older, `npm ci` and `python -m venv`: virtual environments hold absolute paths. */
function disk(): { root: string; workspace: string } {
  const root = temporaryFolder();
  const workspace = join(root, 'work/shop/shop');
  write(workspace, {
    'a.txt': 'stale\n',
    'node_modules/dependency/index.js': 'installed\n',
    'packages/inner/node_modules/other/index.js': 'installed, too\n',
    '.venv/pyvenv.cfg': 'home = /usr/bin\n',
    '.venv/bin/tool': `#!${workspace}/.venv/bin/sh\necho "the tool runs"\n`,
  });
  symlinkSync('/bin/sh', join(workspace, '.venv/bin/sh'));
  chmodSync(join(workspace, '.venv/bin/tool'), 0o755);
  mkdirSync(join(workspace, '.git'));
  chmodSync(root, 0o755);
  return { root, workspace };
}

/** Every file with its mode, content and time, as one text. */
const stateOf = (folder: string): string =>
  execFileSync(
    'bash',
    ['-c', 'find . -printf "%p %m %s %T@ %l\\n" | sort; find . -type f | sort | xargs cat'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );

test('what earlier steps installed is used at its place, and never written to', async () => {
  const { root, workspace } = disk();
  const before = stateOf(workspace);
  play(
    commands([
      'cat a.txt node_modules/dependency/index.js packages/inner/node_modules/other/index.js; .venv/bin/tool; pwd',
      'echo hacked > node_modules/dependency/index.js; echo x > node_modules/new.js; rm -rf .venv/bin; echo two > a.txt',
      'cat node_modules/dependency/index.js; ls .venv node_modules; git status --short',
    ]),
  );
  const result = await comment(issue(), '/oi fix', 'ann', { root });
  assert.equal(endOf(result), 'changed, success', result.raw);
  const [, seen = '', , after = ''] = model.requests.map(({ body }) => JSON.stringify(body['messages']));
  assert.ok(
    seen.includes(`one\\ninstalled\\ninstalled, too\\nthe tool runs\\n${workspace}\\n`),
    seen.slice(-1500),
  );
  // What root installed, the agent of a job that root runs cannot change; elsewhere it sees its own changes.
  const isRoot = process.getuid?.() === 0;
  const [content, venv] = isRoot ? ['installed', 'bin\\npyvenv.cfg'] : ['hacked', 'pyvenv.cfg'];
  const expected = `${content}\\n.venv:\\n${venv}\\n\\nnode_modules:\\ndependency\\nnew.js\\n M a.txt\\n`;
  assert.ok(after.includes(expected), after.slice(-700));
  assert.equal(stateOf(workspace), before);
  assert.equal(readFileSync(join(workspace, 'a.txt'), 'utf8'), 'stale\n');
  assert.equal(await git('diff', '--name-only', 'main', result.outputs['branch'] ?? ''), 'a.txt');
});
