import assert from 'node:assert/strict';
import { chmodSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { diskChanges } from '../../src/workspace/disk-changes.ts';
import { openInPlace } from '../../src/workspace/in-place.ts';
import { memoryBlobs } from '../support/blobs.ts';
import { listTree, treeWith } from '../support/change-set.ts';
import { temporaryFolder } from '../support/folder.ts';
import { gitAt, treeByGit } from '../support/repository.ts';

/** Few names, so that files and folders meet under one; odd ones, so that nothing is taken for granted. */
const name = fc.constantFrom(
  'a',
  'b',
  'A',
  'x y',
  '-n',
  '"q"',
  'é',
  'e\u0301',
  '😀',
  'l\nf',
  ':(top)',
  '*',
  '.hidden',
);
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const content = fc.oneof(
  fc.uint8Array({ maxLength: 20 }),
  fc
    .constantFrom('', 'a\n', 'a\r\nb\r\n', '$Id$\n', 'caf\xe9', '\0', 'version https://git-lfs')
    .map((text) => Buffer.from(text, 'latin1')),
);
const edit = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('write' as const), path, content, executable: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('link' as const), path, target: path }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), path }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ignore' as const), path, rule: name }) },
);
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

/** Does an edit as a tool would: what stands in the way goes. */
function apply(folder: string, edits: readonly Edit[]): void {
  for (const one of edits) {
    const target = join(folder, one.path);
    if (one.do === 'ignore') {
      if (isFolder(dirname(target))) writeFileSync(join(dirname(target), '.gitignore'), `${one.rule}\n`);
      continue;
    }
    makeWay(folder, one.path);
    rmSync(target, { recursive: true, force: true });
    if (one.do === 'write') {
      writeFileSync(target, one.content);
      chmodSync(target, one.executable ? 0o755 : 0o644);
    } else if (one.do === 'link') symlinkSync(one.target, target);
  }
}

function makeWay(folder: string, path: string): void {
  const steps = path.split('/').slice(0, -1);
  steps.forEach((_, at) => {
    const step = join(folder, ...steps.slice(0, at + 1));
    if (isFolder(step)) return;
    rmSync(step, { force: true });
    mkdirSync(step);
  });
}

function isFolder(at: string): boolean {
  try {
    return lstatSync(at).isDirectory();
  } catch {
    return false;
  }
}

const never = new AbortController().signal;

test('for any tree and edits, snapshot and change set are git’s own tree, and laying brings either back', async () => {
  const edits = fc.array(edit, { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(edits, edits, async (first, then) => {
      const folder = temporaryFolder();
      gitAt(folder, 'init', '--quiet');
      apply(folder, first);
      gitAt(folder, 'add', '--all');
      gitAt(folder, 'commit', '--quiet', '--allow-empty', '--message', 'base');
      const base = gitAt(folder, 'rev-parse', 'HEAD');
      const blobs = memoryBlobs();
      const trees = await openInPlace({ folder, state: temporaryFolder(), blobs });
      const before = await trees.snapshot(never);
      assert.equal(before, treeByGit(folder));

      apply(folder, then);
      const expected = treeByGit(folder);
      assert.equal(await trees.snapshot(never), expected);
      const { change } = await diskChanges({ folder, gitDir: join(folder, '.git'), blobs }, base);
      // What the base ignored is not published, even if its rule is gone since: git alone would.
      const sameRules =
        gitAt(folder, 'diff', '--name-only', 'HEAD', '--', '.gitignore', '**/.gitignore') === '';
      const published = listTree(folder, await treeWith(folder, change, blobs));
      if (sameRules) assert.deepEqual(published, listTree(folder, expected));

      await trees.lay(before ?? '');
      assert.equal(await trees.snapshot(never), before);
      await trees.lay(expected);
      assert.equal(await trees.snapshot(never), expected);
      rmSync(folder, { recursive: true });
    }),
    { numRuns: 10 },
  );
});
