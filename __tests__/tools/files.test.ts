import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '../../src/core/json.ts';
import { bareSandbox, callerIn } from '../support/bare-sandbox.ts';
import { temporaryFolder } from '../support/folder.ts';

const folder = temporaryFolder();
const call = callerIn(await bareSandbox(folder));
const make = (path: string, content: string | Uint8Array): void => writeFileSync(join(folder, path), content);
const read = async (args: JsonObject): Promise<JsonObject> => {
  const result = await call('read', args);
  return result.ok ? result.fields : { why: result.why };
};
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`).join('\n');

test('a file is read whole, without its last newline', async () => {
  make('short', 'one\n\ntwo\n');
  assert.deepEqual(await read({ path: 'short' }), {
    path: 'short',
    text: 'one\n\ntwo',
    start: 1,
    lines: 3,
    total: 3,
    newline: true,
    more: false,
    cut: 0,
  });
});

test('whether a file ends with a newline is told, as far as it was read', async () => {
  const newline = async (content: string, more: JsonObject = {}): Promise<unknown> => {
    make('end', content);
    return (await read({ path: 'end', ...more }))['newline'];
  };
  assert.equal(await newline('a\nb\n'), true);
  assert.equal(await newline('a\nb'), false);
  assert.equal(await newline(''), false);
  assert.equal(await newline('\n'), true);
  assert.equal(await newline('a\nb\nc\n', { count: 1 }), true);
});

test('a harness may set how much of a text and of a line is shown, within reason', async () => {
  make('wide', `${'x'.repeat(3000)}\n${'y'.repeat(300)}\n`);
  const wide = await read({ path: 'wide', line_chars: 3000 });
  assert.deepEqual([wide['lines'], wide['cut'], wide['more']], [2, 0, false]);
  const short = await read({ path: 'wide', line_chars: 3000, chars: 3100 });
  assert.deepEqual([short['lines'], short['cut'], short['more']], [1, 0, true]);
  make('one', 'z'.repeat(200_000));
  assert.ok(String((await read({ path: 'one', line_chars: 1e9, chars: 1e9 }))['text']).length < 100_100);
});

test('a start after the last line is told as a fault, with the number of lines', async () => {
  make('two', 'a\nb\n');
  assert.deepEqual(await call('read', { path: 'two', start: 3 }), {
    ok: false,
    why: 'two has 2 lines, so there is no line 3.',
    fields: { fault: 'behind', path: 'two', total: 2, newline: true },
  });
});

test('more than 2000 lines come where they are asked for', async () => {
  make('many', `${lines(1, 5000)}\n`);
  assert.equal((await read({ path: 'many', count: 4000 }))['lines'], 4000);
});

test('a file that is not there is told as a fault, with its whole path', async () => {
  for (const [name, args] of [
    ['read', {}],
    ['replace', { edits: [{ old: 'a', new: 'b' }] }],
  ] as const) {
    const result = await call(name, { path: 'lib/none', ...args });
    assert.deepEqual(result, {
      ok: false,
      why: 'lib/none does not exist.',
      fields: { fault: 'missing', path: 'lib/none', absolute: join(folder, 'lib/none'), folder },
    });
  }
  assert.deepEqual((await call('read', { path: '.' })).fields, {
    fault: 'folder',
    path: '.',
    absolute: folder,
    folder,
  });
});

test('carriage returns and a last line without newline are kept, an empty file is empty', async () => {
  make('crlf', 'a\r\nb\r\nc');
  assert.equal((await read({ path: 'crlf' }))['text'], 'a\r\nb\r\nc');
  make('empty', '');
  const { text, lines: count, total, more } = await read({ path: 'empty' });
  assert.deepEqual([text, count, total, more], ['', 0, 0, false]);
});

test('a part is read from the start or the end', async () => {
  make('long', `${lines(1, 5000)}\n`);
  const part = await read({ path: 'long', start: 10, count: 3 });
  assert.deepEqual(
    [part['text'], part['start'], part['lines'], part['total'], part['more']],
    [lines(10, 12), 10, 3, 5000, true],
  );
  const last = await read({ path: 'long', start: -2 });
  assert.deepEqual([last['text'], last['start'], last['more']], [lines(4999, 5000), 4999, false]);
  const most = await read({ path: 'long' });
  assert.deepEqual([most['lines'], most['more']], [2000, true]);
  assert.equal((await read({ path: 'long', start: -9999, count: 1 }))['text'], 'line 1');
});

test('lines up to one are read where it is named, as far as there are any', async () => {
  make('to', 'one\ntwo\nthree\n');
  const part = await read({ path: 'to', start: 2, end: 2 });
  assert.deepEqual([part['text'], part['lines'], part['more']], ['two', 1, true]);
  const rest = await read({ path: 'to', start: 2, end: 9 });
  assert.deepEqual([rest['text'], rest['lines'], rest['more']], ['two\nthree', 2, false]);
  assert.deepEqual(await read({ path: 'to', start: 3, end: 2 }), {
    why: 'Line 2 comes before line 3: give the first line first.',
  });
});

test('the end of the last line begins one more where a file is split at its line ends', async () => {
  const split = async (content: string, more: JsonObject = {}): Promise<unknown> => {
    make('split', content);
    const { text, lines, total, more: left, why } = await read({ path: 'split', split: true, ...more });
    return why ?? [text, lines, total, left];
  };
  assert.deepEqual(await split('a\nb\n'), ['a\nb\n', 3, 3, false]);
  assert.deepEqual(await split('a\nb'), ['a\nb', 2, 2, false]);
  assert.deepEqual(await split(''), ['', 1, 1, false]);
  assert.deepEqual(await split('a\nb\n', { start: 3 }), ['', 1, 3, false]);
  assert.deepEqual(await split('a\nb\n', { end: 2 }), ['a\nb', 2, 3, true]);
  assert.equal(await split('a\nb\n', { start: 4 }), 'split has 3 lines, so there is no line 4.');
});

test('a start behind the end is told with the number of lines', async () => {
  assert.deepEqual(await read({ path: 'short', start: 4 }), {
    why: 'short has 3 lines, so there is no line 4.',
  });
});

test('long lines are cut with a mark, and a long text ends early', async () => {
  make('wide', `${'é'.repeat(3000)}\nshort\n`);
  const wide = await read({ path: 'wide' });
  assert.equal(wide['text'], `${'é'.repeat(2000)}… [2000 more bytes]\nshort`);
  assert.equal(wide['cut'], 1);
  make('heavy', `${'x'.repeat(1000)}\n`.repeat(100));
  const heavy = await read({ path: 'heavy' });
  assert.deepEqual([heavy['lines'], heavy['total'], heavy['more']], [49, 100, true]);
});

test('a binary file is said to be one', async () => {
  make('binary', Buffer.from([0x89, 0x50, 0, 1]));
  assert.deepEqual(await read({ path: 'binary' }), { why: 'binary is a binary file of 4 bytes.' });
});

test('a large file is read in part without counting it, and not from its end', async () => {
  make('large', Buffer.alloc(70 * 1024 * 1024, `${'x'.repeat(99)}\n`));
  const part = await read({ path: 'large', start: 20_000, count: 2 });
  assert.deepEqual([part['lines'], part['total'], part['more']], [2, null, true]);
  assert.match(
    String((await read({ path: 'large', start: -1 }))['why']),
    /too large to be read from its end/,
  );
  assert.match(String((await read({ path: 'large', start: 9e6 }))['why']), /too far into it/);
});

test('property: reading a file part by part gives its lines', async () => {
  const content = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r', '😀'), maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(content, fc.integer({ min: 1, max: 4 }), async (text, count) => {
      make('parts', text);
      const parts: string[] = [];
      for (let start = 1, more = text !== ''; more; start += count) {
        const part = await read({ path: 'parts', start, count });
        parts.push(String(part['text']));
        more = part['more'] === true;
      }
      assert.equal(parts.join('\n'), text.replace(/\n$/, ''));
    }),
    { numRuns: 60 },
  );
});

test('a file is written, appended to, and created only where nothing is', async () => {
  const written = await call('write', { path: 'new/file', text: 'é\n' });
  assert.deepEqual(written, { ok: true, fields: { path: 'new/file', bytes: 3, existed: false, size: 3 } });
  const appended = await call('write', { path: 'new/file', text: 'more', how: 'append' });
  assert.deepEqual(appended.fields, { path: 'new/file', bytes: 4, existed: true, size: 7 });
  assert.equal(readFileSync(join(folder, 'new/file'), 'utf8'), 'é\nmore');
  const refused = await call('write', { path: 'new/file', text: '', how: 'create' });
  const fields = { fault: 'exists', path: 'new/file', absolute: join(folder, 'new/file'), folder };
  assert.deepEqual(refused, { ok: false, why: 'new/file exists already.', fields });
  const over = await call('write', { path: 'new', text: '' });
  assert.deepEqual(over.fields, { fault: 'folder', path: 'new', absolute: join(folder, 'new'), folder });
});

test('names that begin with a dot are listed unless they are not asked for', async () => {
  mkdirSync(join(folder, 'dots/.deep'), { recursive: true });
  make('dots/.env.example', '');
  make('dots/.deep/seen', '');
  make('dots/plain', '');
  const names = async (more: JsonObject): Promise<unknown> =>
    ((await call('list', { path: 'dots', depth: 2, ...more })).fields['found'] as { name: string }[]).map(
      ({ name }) => name,
    );
  assert.deepEqual(await names({}), ['.deep', 'seen', '.env.example', 'plain']);
  assert.deepEqual(await names({ hidden: false }), ['plain']);
});

test('files are listed, found and searched', async () => {
  mkdirSync(join(folder, 'search'));
  make('search/a.ts', 'const a = 1;\n');
  make('search/b.md', 'A word\n');
  assert.deepEqual((await call('list', { path: 'search' })).fields, {
    path: 'search',
    found: [
      { path: 'search/a.ts', name: 'a.ts', kind: 'file', bytes: 13 },
      { path: 'search/b.md', name: 'b.md', kind: 'file', bytes: 7 },
    ],
    more: false,
  });
  assert.deepEqual((await call('glob', { pattern: '*.ts', path: 'search' })).fields, {
    found: [{ path: 'search/a.ts', kind: 'file', bytes: 13 }],
    total: 1,
    more: false,
  });
  assert.deepEqual((await call('grep', { pattern: 'a\\b', path: 'search', ignore_case: true })).fields, {
    lines: [
      { path: 'search/a.ts', number: 1, text: 'const a = 1;', match: true },
      { path: 'search/b.md', number: 1, text: 'A word', match: true },
    ],
    matches: 2,
    more: false,
  });
  const counts = await call('grep', { pattern: '[a-z]', path: 'search', show: 'counts', glob: '*.md' });
  assert.deepEqual(counts.fields, {
    files: [{ path: 'search/b.md', matches: 4 }],
    total: 1,
    matches: 4,
    more: false,
  });
  const first = await call('grep', {
    pattern: 'a',
    path: 'search',
    show: 'files',
    ignore_case: true,
    limit: 1,
  });
  assert.deepEqual([first.fields['total'], first.fields['more']], [2, true]);
  const top = async (path: string) =>
    (await call('glob', { pattern: '*.ts', path, top: true })).fields?.['total'];
  assert.deepEqual([await top('.'), await top('search')], [0, 1]);
  for (const [name, args] of [
    ['list', { path: 'nowhere' }],
    ['glob', { pattern: '*', path: 'nowhere' }],
    ['grep', { pattern: 'x', path: 'nowhere' }],
  ] as const) {
    assert.deepEqual(await call(name, args), {
      ok: false,
      why: 'nowhere does not exist.',
      fields: { fault: 'missing', path: 'nowhere', absolute: join(folder, 'nowhere'), folder },
    });
  }
});

test('lines that do not follow the one before are marked where lines around matches are shown', async () => {
  make('gaps', 'x\na\nb\nc\nx\n');
  const gaps = async (args: JsonObject): Promise<unknown> => {
    const { fields } = await call('grep', { pattern: 'x', path: 'gaps', ...args });
    return (fields['lines'] as JsonObject[]).map(({ number, gap }) => [number, gap]);
  };
  assert.deepEqual(await gaps({ after: 1 }), [
    [1, undefined],
    [2, undefined],
    [5, true],
  ]);
  assert.deepEqual(await gaps({}), [
    [1, undefined],
    [5, undefined],
  ]);
});

test('a plan is counted and given back', async () => {
  const items = [
    { text: 'look', status: 'done' },
    { text: 'mend', status: 'in_progress' },
    { text: 'test', status: 'pending' },
  ];
  const counts = { done: 1, open: 2, pending: 1 };
  assert.deepEqual(await call('todo', { items }), { ok: true, fields: { items, ...counts } });
  const cleared = { items: [], before: items };
  assert.deepEqual((await call('todo', cleared)).fields, { ...cleared, done: 0, open: 0, pending: 0 });
});

test('finish takes its words', async () => {
  assert.deepEqual(await call('finish', { title: 'Mend it', body: '' }), { ok: true, fields: {} });
});
