import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Files } from '../../src/core/sandbox.ts';
import { temporaryFolder } from '../support/folder.ts';
import { handsOn, whyOf } from '../support/hands.ts';

const folder = temporaryFolder();
const { files } = handsOn(folder);

function make(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

make('.gitignore', 'out/\n');
make('out/a.txt', 'needle\n');
make('src/one.ts', 'first\nneedle here\nthird\nfourth\nneedle there\nsixth\n');
make('src/two.js', 'no\nNeedle\r\nlast needle');
make('bin', Buffer.concat([Buffer.from('needle\n'), Buffer.from([0]), Buffer.from('needle\n')]));
make('latin1.txt', Buffer.from('caf\xe9 needle\n', 'latin1'));
symlinkSync('src', join(folder, 'link'));
execFileSync('mkfifo', [join(folder, 'src/pipe')]);

type How = Parameters<Files['grep']>[1];
const grep = (pattern: string, how: Partial<How> = {}) =>
  files.grep(pattern, {
    path: '.',
    glob: null,
    ignoreCase: false,
    before: 0,
    after: 0,
    skip: 0,
    limit: 100,
    ignored: false,
    ...how,
  });
/** Lines as grep prints them: `-` marks context. */
const shown = async (pattern: string, how: Partial<How> = {}): Promise<string[]> => {
  const answer = await grep(pattern, how);
  assert.ok(answer.ok, whyOf(answer));
  return answer.value.lines.map(
    ({ path, number, text, match }) => `${path}${match ? ':' : '-'}${number}${match ? ':' : '-'}${text}`,
  );
};

test('matching lines are found with path and number; binary, ignored, linked and odd files are passed over', async () => {
  assert.deepEqual(await shown('needle'), [
    'latin1.txt:1:caf\ufffd needle',
    'src/one.ts:2:needle here',
    'src/one.ts:5:needle there',
    'src/two.js:3:last needle',
  ]);
});

test('an expression looks at one line at a time, without its line end', async () => {
  assert.deepEqual(await shown('^needle$', { ignoreCase: true }), ['src/two.js:2:Needle']);
  assert.deepEqual(await shown('first\\s+needle'), []);
  assert.deepEqual(await shown('(?i)NEEDLE$'), [
    'latin1.txt:1:caf\ufffd needle',
    'src/two.js:2:Needle',
    'src/two.js:3:last needle',
  ]);
  assert.deepEqual(await shown('\\p{Lu}eedle'), ['src/two.js:2:Needle']);
  assert.deepEqual(await shown('need\\le \\here'), ['src/one.ts:2:needle here']);
});

test('context comes once, also between matches that are near', async () => {
  assert.deepEqual(await shown('needle', { path: 'src/one.ts', before: 1, after: 1 }), [
    'src/one.ts-1-first',
    'src/one.ts:2:needle here',
    'src/one.ts-3-third',
    'src/one.ts-4-fourth',
    'src/one.ts:5:needle there',
    'src/one.ts-6-sixth',
  ]);
  assert.equal((await shown('needle', { path: 'src/one.ts', before: 3, after: 3 })).length, 6);
});

test('a glob chooses files by name, or by their path below the folder', async () => {
  assert.deepEqual(await shown('needle', { glob: '*.js' }), ['src/two.js:3:last needle']);
  assert.deepEqual(await shown('needle', { glob: 'src/*.{js,mjs}' }), ['src/two.js:3:last needle']);
  assert.deepEqual(await shown('last', { glob: '!*.ts' }), ['src/two.js:3:last needle']);
  assert.deepEqual(await shown('needle', { glob: '*.nothing' }), []);
});

test('the limit counts matches, and `more` is true only if there is another', async () => {
  const two = await grep('needle', { path: 'src', limit: 2, before: 1, after: 1 });
  assert.ok(two.ok);
  assert.deepEqual([two.value.lines.filter(({ match }) => match).length, two.value.more], [2, true]);
  const all = await grep('needle', { path: 'src', limit: 3 });
  assert.ok(all.ok);
  assert.deepEqual([all.value.lines.length, all.value.more], [3, false]);
});

test('lines before and after a match are asked for by themselves, and matches can be passed over', async () => {
  assert.deepEqual(await shown(' here', { after: 1 }), ['src/one.ts:2:needle here', 'src/one.ts-3-third']);
  assert.deepEqual(await shown(' here', { before: 1 }), ['src/one.ts-1-first', 'src/one.ts:2:needle here']);
  assert.deepEqual(await shown('needle', { path: 'src', skip: 1, limit: 1 }), ['src/one.ts:5:needle there']);
});

test('files with a match come newest first, with their number of matches or only the first', async () => {
  for (const [index, path] of ['latin1.txt', 'src/one.ts', 'src/two.js'].entries())
    utimesSync(join(folder, path), index + 1, index + 1);
  const matches = async (pattern: string, how: object = {}): Promise<unknown> => {
    const where = { path: '.', glob: null, ignoreCase: false, ignored: false };
    const answer = await files.matches(pattern, { ...where, once: false, skip: 0, limit: 9, ...how });
    return answer.ok ? answer.value : whyOf(answer);
  };
  assert.deepEqual(await matches('e+'), {
    files: [
      { path: 'src/two.js', matches: 4 },
      { path: 'src/one.ts', matches: 8 },
      { path: 'latin1.txt', matches: 2 },
    ],
    total: 3,
    matches: 14,
  });
  assert.deepEqual(await matches('needle', { once: true, skip: 1, limit: 1 }), {
    files: [{ path: 'src/one.ts', matches: 1 }],
    total: 3,
    matches: 3,
  });
  assert.deepEqual(await matches('nothing at all'), { files: [], total: 0, matches: 0 });
  assert.match(String(await matches('(')), /^The pattern is no regular expression/);
});

test('ignored files are searched where they are asked for or named', async () => {
  assert.ok((await shown('needle', { ignored: true })).includes('out/a.txt:1:needle'));
  assert.deepEqual(await shown('needle', { path: 'out' }), ['out/a.txt:1:needle']);
  assert.deepEqual(await shown('needle', { path: 'out/a.txt' }), ['out/a.txt:1:needle']);
});

test('a long line is cut to the part around its match', async () => {
  make('long/min.js', `${'a'.repeat(300_000)}needle${'b'.repeat(300_000)}\nneedle\n`);
  const [long = '', short] = await shown('needle', { path: 'long' });
  assert.ok(long.length < 600);
  assert.match(long, /^long\/min\.js:1:…a+needleb+…$/);
  assert.equal(short, 'long/min.js:2:needle');
});

test('what does not work says why', async () => {
  assert.match(whyOf(await grep('(')), /^The pattern is no regular expression: .*Unterminated group/);
  assert.equal(whyOf(await grep('x', { path: 'nothing' })), 'nothing does not exist.');
  assert.equal(whyOf(await grep('x', { path: 'src/pipe' })), 'src/pipe is a named pipe, not a file.');
});

test('property: plain words are found where grep(1) finds them', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '\r'), maxLength: 8 });
  const content = fc
    .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('', '\n'))
    .map(([lines, end]) => lines.join('\n') + end);
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(content, word, fc.nat(2), async (text, pattern, context) => {
      make('property/file', text);
      const oracle = spawnSync(
        'grep',
        ['-n', '--no-group-separator', `-C${context}`, '-e', pattern, 'property/file'],
        {
          cwd: folder,
          encoding: 'utf8',
          env: { ...process.env, LC_ALL: 'C.UTF-8' },
        },
      ).stdout;
      const lines = await shown(pattern, { path: 'property/file', before: context, after: context });
      const ours = lines.map((one) => one.slice('property/file'.length + 1));
      assert.deepEqual(
        ours,
        oracle
          .split('\n')
          .filter(Boolean)
          .map((one) => one.replace(/\r$/, '')),
      );
    }),
    { numRuns: 100 },
  );
});
