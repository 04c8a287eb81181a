import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInstructions } from '../../src/context/instructions.ts';

function tree(files: Record<string, string>) {
  const asked: string[] = [];
  const read = async (path: string): Promise<Uint8Array | null> => {
    asked.push(path);
    return files[path] === undefined ? null : Buffer.from(files[path]);
  };
  return { read, asked };
}

test('without changed files the root’s instructions are read, and nothing else', async () => {
  const { read, asked } = tree({ 'AGENTS.md': 'Use tabs.\n', 'src/AGENTS.md': 'x', 'CLAUDE.md': 'y' });
  assert.deepEqual(await readInstructions(read, []), {
    found: [{ path: 'AGENTS.md', text: 'Use tabs.' }],
    hidden: [],
  });
  assert.deepEqual(asked, ['AGENTS.md']);
});

test('the folders on the way to changed files are read too, the nearest last', async () => {
  const { read } = tree({ 'AGENTS.md': '1', 'a/b/AGENTS.md': '3', 'a/AGENTS.md': '2', 'z/AGENTS.md': 'no' });
  const { found } = await readInstructions(read, ['a/b/c.ts', 'a/d.ts', 'e.ts']);
  assert.deepEqual(
    found.map(({ path }) => path),
    ['AGENTS.md', 'a/AGENTS.md', 'a/b/AGENTS.md'],
  );
});

test('a repository without instructions has none', async () => {
  assert.deepEqual(await readInstructions(tree({}).read, ['a/b.ts']), { found: [], hidden: [] });
  assert.deepEqual((await readInstructions(tree({ 'AGENTS.md': ' \n' }).read, [])).found, []);
});

test('T22: invisible characters are taken out and counted, comments stay', async () => {
  const { read } = tree({ 'AGENTS.md': '\ufeffUse\u200b tabs. <!-- for agents -->\u{e0041}' });
  assert.deepEqual(await readInstructions(read, []), {
    found: [{ path: 'AGENTS.md', text: 'Use tabs. <!-- for agents -->' }],
    hidden: [{ where: 'AGENTS.md', count: 2 }],
  });
});

test('all together are at most 32,000 characters, and the nearest get the room', async () => {
  const { read } = tree({ 'AGENTS.md': 'r '.repeat(10_000), 'a/AGENTS.md': 'n '.repeat(10_000) });
  const { found } = await readInstructions(read, ['a/b.ts']);
  const [root, near] = found.map(({ text }) => text.length);
  assert.equal(near, 19_999);
  assert.ok(root !== undefined && root > 11_000 && root + 19_999 <= 32_000);
});

test('a change to hundreds of folders does not cost hundreds of reads', async () => {
  const { read, asked } = tree({});
  await readInstructions(
    read,
    Array.from({ length: 500 }, (_, n) => `d${n}/x.ts`),
  );
  assert.ok(asked.length <= 32 && asked[0] === 'AGENTS.md');
});
