import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { outlineOf } from '../../src/context/outline.ts';
import type { FolderEntry, OutlineWish } from '../../src/core/outline.ts';

/** Folders end with a slash; what is asked for is noted. */
function folders(all: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = [];
  const look = async (path: string): Promise<FolderEntry[] | null> => {
    asked.push(path);
    const entries = all[path]?.map((name) => {
      const folder = name.endsWith('/');
      return { name: name.replace(/\/$/, ''), folder, file: !folder };
    });
    return entries ?? null;
  };
  return { asked, look };
}

const wish = (over: Partial<OutlineWish>): OutlineWish => ({
  first: 'files',
  widths: null,
  items: null,
  closed: [],
  ...over,
});
const none = { files: 0, folders: 0 };
const numbered = (count: number, end = ''): string[] =>
  Array.from({ length: count }, (_, index) => `n${String(index).padStart(6, '0')}${end}`);

test('so many entries in all are shown, a folder’s own before what is in its folders, and closed ones are not looked into', async () => {
  const { asked, look } = folders({
    '': ['b', 'a', 'lib/', '.git/', 'src/'],
    lib: ['x', 'y', 'in/'],
    src: ['z'],
    'lib/in': ['deep'],
  });
  assert.deepEqual(await outlineOf(look, wish({ items: 7, closed: ['.git'] })), {
    files: ['a', 'b'],
    folders: [
      { name: '.git', closed: true, inside: null },
      {
        name: 'lib',
        closed: false,
        inside: { files: ['x', 'y'], folders: [], left: { files: 0, folders: 1 } },
      },
      { name: 'src', closed: false, inside: null },
    ],
    left: none,
  });
  assert.deepEqual(asked, ['', 'lib']);
});

test('each depth has its width, and folders below the last are not looked at', async () => {
  const { asked, look } = folders({
    '': ['a', 'b', 'one/', '.two/', 'three/'],
    one: ['x', 'in/'],
    three: [],
  });
  assert.deepEqual(await outlineOf(look, wish({ first: 'folders', widths: [4, 1], closed: ['.*'] })), {
    files: ['a'],
    folders: [
      { name: '.two', closed: true, inside: null },
      {
        name: 'one',
        closed: false,
        inside: {
          files: [],
          folders: [{ name: 'in', closed: false, inside: null }],
          left: { files: 1, folders: 0 },
        },
      },
      { name: 'three', closed: false, inside: { files: [], folders: [], left: none } },
    ],
    left: { files: 1, folders: 0 },
  });
  assert.deepEqual(asked, ['', 'one', 'three']);
});

test('however much there is, what is looked at and what is kept have an end', async () => {
  const inner = numbered(50_000);
  const names = numbered(50_000, '/');
  const all = Object.fromEntries(names.map((name) => [name.slice(0, -1), inner]));
  const { asked, look } = folders({ '': names, ...all });
  const outline = await outlineOf(look, wish({ first: 'folders', widths: [30, 10] }));
  assert.equal(asked.length, 2);
  assert.equal(outline?.left.folders, 49_970);
  assert.equal(outline?.folders[0]?.inside?.left.files, 49_990);
  assert.ok(JSON.stringify(outline).length < 5000);
});

test('names are sorted as people do: letters of either case together, the small one first', async () => {
  const sortedBy = async (names: readonly string[]) =>
    (await outlineOf(folders({ '': names }).look, wish({})))?.files;
  assert.deepEqual(await sortedBy(['b', 'B', 'README', 'z', '.x', '_y', 'a']), [
    '_y',
    '.x',
    'a',
    'b',
    'B',
    'README',
    'z',
  ]);
  const sign = fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code));
  const name = fc.string({ unit: sign.filter((one) => one !== '/'), minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(name, { maxLength: 8 }), async (names) => {
      const expected = [...names].sort((one, other) => one.localeCompare(other, 'en'));
      assert.deepEqual(await sortedBy(names), expected);
    }),
    { numRuns: 200 },
  );
});

test('a name stays on its line, has nothing that nobody sees, and is not long; the folder is found by its own', async () => {
  const odd = `a\n\`\`\`\u202e\u0007${'x'.repeat(200)}`;
  const { asked, look } = folders({ '': [`${odd}/`, 'Ünïcode.txt'], [odd]: ['in'] });
  const outline = await outlineOf(look, wish({ widths: [9, 9] }));
  assert.equal(outline?.folders[0]?.name, `a \`\`\`${'x'.repeat(75)}…`);
  assert.deepEqual(outline?.folders[0]?.inside?.files, ['in']);
  assert.deepEqual(outline?.files, ['Ünïcode.txt']);
  assert.deepEqual(asked, ['', odd]);
});

test('of a folder that cannot be seen there is no outline', async () => {
  assert.equal(await outlineOf(async () => null, wish({ items: 20 })), null);
});
