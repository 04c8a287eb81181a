import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outlineOf } from '../../src/context/outline.ts';
import { last } from '../../src/core/session.ts';
import { lookInto } from '../../src/entry/in-place-workspace.ts';
import { layRepository } from '../../tools/conformance/repository.ts';
import { temporaryFolder } from '../support/folder.ts';
import { begin, data, harness, textIn } from './play.ts';

const folder = temporaryFolder();
layRepository(folder);

/** The first messages of a session in the repository that the originals were recorded in. */
async function messagesIn(id: string, place: string): Promise<string[]> {
  const made = await harness(id);
  const at = begin(id, { folder: place });
  const seen = last(at.entries, 'environment.seen') ?? assert.fail();
  const outline = made.outline && (await outlineOf((path) => lookInto(`${place}/${path}`), made.outline));
  Object.assign(seen, { outline });
  return made.encode(at.entries).messages.map(textIn);
}

test('qwen-code’s first message shows the folder as the original’s did', async () => {
  const [, setup = ''] = await messagesIn('qwen-code', folder);
  const expected = `${folder}/
├───.gitignore
├───empty.txt
├───heavy.txt
├───long.txt
├───many.txt
├───README.md
├───twice.txt
├───unended.txt
├───wide.txt
├───.git/...
├───edits/
│   ├───absent.js
│   ├───again.js
│   ├───all.txt
│   ├───ambiguous.txt
│   ├───blanks.js
│   └───changed.txt
│   └───...
├───ignored/
├───src/
└───written/`;
  assert.ok(setup.endsWith(expected), setup);
});

test('kimi-code’s first message shows the folder as the original’s did', async () => {
  const expected = `\`\`\`
├── .git/
├── edits/
│   ├── absent.js
│   ├── again.js
│   ├── all.txt
│   ├── ambiguous.txt
│   ├── blanks.js
│   ├── changed.txt
│   ├── nothing.txt
│   ├── ok.js
│   ├── removes.txt
│   ├── same.txt
│   └── ... and 1 more
├── ignored/
│   └── left.js
├── src/
│   ├── deep/
│   ├── add.js
│   └── total.js
├── written/
│   ├── read.js
│   └── unread.js
├── .gitignore
├── empty.txt
├── heavy.txt
├── long.txt
├── many.txt
├── README.md
├── twice.txt
├── unended.txt
└── wide.txt
\`\`\``;
  for (const id of ['kimi-code', 'kimi-cli']) {
    const [system = ''] = await messagesIn(id, folder);
    assert.ok(system.includes(expected), system);
  }
});

test('an empty folder is told as such, and one that nobody could look into not at all', async () => {
  const [system = ''] = await messagesIn('kimi-code', temporaryFolder());
  assert.ok(system.includes('```\n(empty directory)\n```'));
  const [without = ''] = await messagesIn('kimi-code', '/nowhere');
  assert.doesNotMatch(without, /directory listing|```\n/);
});

test('what is left out is told where it is left out', async () => {
  const { outline } = await data('kimi-code');
  const { drawn } = await import('../../src/harness/outline.ts');
  const left = { files: 2, folders: 1 };
  const inside = { files: ['x'], folders: [], left: { files: 4, folders: 0 } };
  const seen = { files: ['a'], folders: [{ name: 'src', closed: false, inside }], left };
  const kimi = outline ?? assert.fail();
  assert.equal(
    drawn(seen, kimi),
    '├── src/\n│   ├── x\n│   └── ... and 4 more\n├── a\n└── ... and 3 more entries',
  );
  const qwen = (await data('qwen-code')).outline ?? assert.fail();
  assert.equal(drawn(seen, qwen), '├───a\n├───...\n├───src/\n│   └───x\n│   └───...\n└───...');
});
