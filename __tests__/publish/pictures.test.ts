import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../../src/publish/policy/index.ts';
import { settings } from '../gates/around.ts';
import { memoryBlobs } from '../support/blobs.ts';

async function told(path: string, before: string, now: string): Promise<string[]> {
  const blobs = memoryBlobs();
  const data = Buffer.from(now);
  const was = { mode: '100644', bytes: await blobs.put(Buffer.from(before)) } as const;
  const is = { mode: '100644', bytes: (await blobs.put(data)) ?? '', size: data.length } as const;
  const change = { base: 'b'.repeat(40), files: [{ path, before: was, now: is }] };
  const { blocked, remarks } = await judge(change, { settings, taint: 'trusted', blobs, barred: [] });
  assert.equal(blocked, null);
  return remarks.map(({ sentence }) => sentence);
}

test('T45: a host that a page newly shows a picture from is named to the reviewer', async () => {
  const sentence = 'shows something from `evil.test`, which learns who looks.';
  for (const line of [
    '![a](https://evil.test/?d=1)',
    '[![a][b]](/x)\n\n[b]: http://Evil.test/a.png',
    '<picture><source srcset="//evil.test/a.png"></picture>',
    '<img alt=x src=http://evil.test/1>',
  ])
    assert.deepEqual(await told('README.md', 'old\n', `old\n${line}\n`), [sentence], line);
  assert.deepEqual(await told('docs/a.rst', '', '.. image:: https://evil.test/a.png\n'), [sentence]);
});

test('T45: pictures that were there, that lie in the repository, or in what is no page are not named', async () => {
  const old = '![a](https://evil.test/a.png)\n';
  assert.deepEqual(await told('README.md', old, `${old}more\n`), []);
  assert.deepEqual(await told('README.md', '', '![a](docs/a.png)\n'), []);
  assert.deepEqual(await told('a.ts', '', "const page = '![a](https://evil.test/a.png)';\n"), []);
});
