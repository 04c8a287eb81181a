import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { Files, Found } from '../../src/core/sandbox.ts';
import { temporaryFolder } from '../support/folder.ts';
import { handsOn, whyOf } from '../support/hands.ts';

const folder = temporaryFolder();
const { files } = handsOn(folder);
let minute = 0;

/** Each file is a minute newer than the one before. */
function make(path: string, content = ''): void {
  const place = join(folder, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, content);
  utimesSync(place, 1_700_000_000, 1_700_000_000 + 60 * minute++);
}

for (const path of [
  'src/b.ts',
  'src/a.ts',
  'src/deep/er/c.ts',
  'src/.hidden.ts',
  'readme.md',
  'src/[id]/page.ts',
])
  make(path);
make('.gitignore', 'dist/\n*.log\n');
make('dist/out.ts');
make('x.log');
make('.git/config');
symlinkSync('src', join(folder, 'link'));
execFileSync('mkfifo', [join(folder, 'pipe')]);

const paths = (answer: { ok: true; value: { found: Found[] } } | { ok: false; why: string }): string[] =>
  answer.ok ? answer.value.found.map(({ path }) => path) : [answer.why];
const list = (path: string, how: { depth?: number; limit?: number; ignored?: boolean } = {}) =>
  files.list(path, { depth: 1, limit: 100, ignored: false, ...how });
const glob = (pattern: string, how: Partial<Parameters<Files['glob']>[1]> = {}) =>
  files.glob(pattern, { path: '.', folders: false, skip: 0, limit: 100, ignored: false, ...how });

test('a folder is listed sorted, with kinds and sizes, links not followed, .git and what is ignored left out', async () => {
  const listed = await list('.');
  assert.deepEqual(listed, {
    ok: true,
    value: {
      found: [
        { path: '.gitignore', kind: 'file', bytes: 12 },
        { path: 'link', kind: 'link', bytes: 3 },
        { path: 'pipe', kind: 'other', bytes: 0 },
        { path: 'readme.md', kind: 'file', bytes: 0 },
        { path: 'src', kind: 'folder', bytes: 0 },
      ],
      more: false,
    },
  });
});

test('depth, limit and the wish for ignored files are honoured', async () => {
  assert.deepEqual(paths(await list('src', { depth: 2 })), [
    'src/.hidden.ts',
    'src/[id]',
    'src/[id]/page.ts',
    'src/a.ts',
    'src/b.ts',
    'src/deep',
    'src/deep/er',
  ]);
  const some = await list('src', { depth: 9, limit: 3 });
  assert.deepEqual([paths(some).length, some.ok && some.value.more], [3, true]);
  assert.ok(paths(await list('.', { ignored: true })).includes('x.log'));
  assert.ok(!paths(await list('.', { ignored: true, depth: 9 })).some((path) => path.startsWith('.git/')));
});

test('an ignored folder that is named, a linked one and one outside the workspace are listed', async () => {
  assert.deepEqual(paths(await list('dist')), ['dist/out.ts']);
  assert.deepEqual(paths(await list('link')).slice(0, 2), ['link/.hidden.ts', 'link/[id]']);
  const outside = temporaryFolder();
  writeFileSync(join(outside, 'x'), '');
  assert.deepEqual(paths(await list(outside)), [join(outside, 'x')]);
});

test('what cannot be listed says why', async () => {
  assert.equal(whyOf(await list('nothing')), 'nothing does not exist.');
  assert.equal(whyOf(await list('readme.md')), 'readme.md is a file, not a folder.');
  assert.equal(whyOf(await glob('*', { path: 'pipe' })), 'pipe is a named pipe, not a folder.');
});

test('a pattern without a slash matches names at any depth, newest first, folders left out', async () => {
  assert.deepEqual(paths(await glob('*.ts')), [
    'src/[id]/page.ts',
    'src/.hidden.ts',
    'src/deep/er/c.ts',
    'src/a.ts',
    'src/b.ts',
  ]);
  const newest = await glob('*.ts', { limit: 2 });
  assert.deepEqual(paths(newest), ['src/[id]/page.ts', 'src/.hidden.ts']);
  assert.equal(newest.ok && newest.value.total, 5);
  assert.deepEqual(paths(await glob('*.ts', { skip: 3, limit: 9 })), ['src/a.ts', 'src/b.ts']);
  assert.deepEqual(paths(await glob('src')), []);
  assert.deepEqual(paths(await glob('src', { folders: true })), ['src']);
});

test('a pattern with slashes matches whole paths below the folder', async () => {
  assert.deepEqual(paths(await glob('src/*.ts')), ['src/.hidden.ts', 'src/a.ts', 'src/b.ts']);
  assert.deepEqual(paths(await glob('./src/*.ts')), ['src/.hidden.ts', 'src/a.ts', 'src/b.ts']);
  assert.deepEqual(paths(await glob('src/**/c.ts')), ['src/deep/er/c.ts']);
  assert.deepEqual(paths(await glob('**/{a,c}.ts')), ['src/deep/er/c.ts', 'src/a.ts']);
  assert.deepEqual(paths(await glob('deep/**', { path: 'src' })), ['src/deep/er/c.ts']);
  assert.deepEqual(paths(await glob('src/a.ts')), ['src/a.ts']);
  assert.deepEqual(paths(await glob('src/\\[id\\]/*')), ['src/[id]/page.ts']);
  assert.deepEqual(paths(await glob(`${folder}/src/b.*`)), ['src/b.ts']);
  assert.deepEqual(paths(await glob('../*/readme.md', { path: 'src' })), []);
});

test('ignored files are found where they are asked for or named', async () => {
  assert.deepEqual(paths(await glob('**/out.ts')), []);
  assert.deepEqual(paths(await glob('**/out.ts', { ignored: true })), ['dist/out.ts']);
  assert.deepEqual(paths(await glob('dist/*.ts')), ['dist/out.ts']);
});

test('a missing folder in the pattern finds nothing, a missing folder to search says so', async () => {
  assert.deepEqual(paths(await glob('nothing/*.ts')), []);
  assert.equal(whyOf(await glob('*.ts', { path: 'nothing' })), 'nothing does not exist.');
});

test('a name that is not UTF-8 is listed with replacement characters and breaks nothing', async () => {
  const odd = temporaryFolder();
  execFileSync('bash', ['-c', 'touch "$1"/$\'a\\xff\\xfe\' "$1"/b', 'bash', odd]);
  assert.deepEqual(paths(await list(odd)), [join(odd, 'a\ufffd\ufffd'), join(odd, 'b')]);
  assert.deepEqual(paths(await glob('*', { path: odd })), [join(odd, 'b'), join(odd, 'a\ufffd\ufffd')]);
  const found = await files.grep('x', {
    path: odd,
    glob: null,
    ignoreCase: false,
    before: 0,
    after: 0,
    skip: 0,
    limit: 9,
    ignored: false,
  });
  assert.deepEqual(found, { ok: true, value: { lines: [], more: false } });
});
