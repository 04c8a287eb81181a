import assert from 'node:assert/strict';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { bareSandbox, callerIn } from '../support/bare-sandbox.ts';
import { temporaryFolder } from '../support/folder.ts';

const folder = temporaryFolder();
const call = callerIn(await bareSandbox(folder));
const at = join(folder, 'file');

type Edit = { old: string; new: string; all?: boolean };
/** The file afterwards, or why nothing was done to it. */
async function replace(content: string | Uint8Array, ...edits: readonly Edit[]): Promise<string> {
  writeFileSync(at, content);
  const result = await call('replace', { path: 'file', edits });
  const now = readFileSync(at);
  if (result.ok) return now.toString();
  assert.deepEqual(now, Buffer.from(content), 'a failure changes nothing');
  return result.why;
}

test('one place is replaced, the mode is kept, and the lines around it are shown', async () => {
  writeFileSync(at, 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n');
  chmodSync(at, 0o755);
  const result = await call('replace', { path: 'file', edits: [{ old: 'five\nsix', new: 'FIVE' }] });
  assert.deepEqual(result, {
    ok: true,
    fields: {
      path: 'file',
      replaced: 1,
      excerpt: { start: 1, lines: 9, total: 9, text: 'one\ntwo\nthree\nfour\nFIVE\nseven\neight\nnine\n' },
      first: 5,
      last: 5,
    },
  });
  assert.equal(readFileSync(at, 'utf8'), 'one\ntwo\nthree\nfour\nFIVE\nseven\neight\nnine\n');
  assert.equal(statSync(at).mode & 0o777, 0o755);
});

test('what looks like a pattern or a placeholder is plain text', async () => {
  assert.equal(await replace('a.*b axxb', { old: 'a.*b', new: '$& $1 \\n' }), '$& $1 \\n axxb');
});

test('the lines of the first new text are told as they are afterwards', async () => {
  const lines = async (...edits: readonly Edit[]): Promise<unknown> => {
    writeFileSync(at, 'a\nb\nc\nd\n');
    const { first, last } = (await call('replace', { path: 'file', edits })).fields;
    return [first, last];
  };
  assert.deepEqual(await lines({ old: 'b', new: 'B' }), [2, 2]);
  assert.deepEqual(await lines({ old: 'b\nc', new: 'x\ny\nz' }), [2, 4]);
  assert.deepEqual(await lines({ old: 'c\n', new: '' }), [3, 3]);
  assert.deepEqual(await lines({ old: 'd', new: '1' }, { old: 'a', new: '1\n2' }), [1, 2]);
});

test('all edits speak of the file as it was', async () => {
  assert.equal(await replace('a b c', { old: 'a', new: 'b' }, { old: 'b', new: 'a' }), 'b a c');
  assert.equal(await replace('x x x', { old: 'x', new: 'xx', all: true }), 'xx xx xx');
  assert.equal(await replace('keep cut', { old: ' cut', new: '' }), 'keep');
});

test('an edit that does not fit says which, how often it was found and where', async () => {
  assert.equal(
    await replace('x\nx\ny x\n', { old: 'y', new: 'z' }, { old: 'x', new: 'z' }),
    'Edit 2: its old text was found 3 times in file, on lines 1, 2, 3: add lines around it until it fits once.',
  );
  assert.equal(
    await replace('x\n', { old: 'q', new: 'z' }),
    'The old text was not found in file. Read the file again and copy the text exactly.',
  );
  assert.match(await replace('x\n', { old: 'q', new: 'z', all: true }), /not found/);
  const pointless = 'The new text is the same as the old one, so nothing would change.';
  assert.equal(await replace('x\n', { old: 'x', new: 'x' }), pointless);
  assert.equal(await replace('x y\n', { old: 'x', new: 'x' }, { old: 'y', new: 'y' }), pointless);
  assert.equal(await replace('x y\n', { old: 'x', new: 'x' }, { old: 'y', new: 'z' }), 'x z\n');
  assert.match(await replace('x\n', { old: '', new: 'x' }), /^The old text is empty/);
  assert.equal(
    await replace('abcd', { old: 'abc', new: '1' }, { old: 'cd', new: '2' }),
    'Edits 1 and 2 overlap in file: make one edit of them.',
  );
});

test('a failure says in fields which edit is at fault', async () => {
  const fault = async (...edits: readonly Edit[]) => {
    writeFileSync(at, 'x\nx\ny\n');
    const { fields } = await call('replace', { path: 'file', edits });
    return [fields?.['fault'], fields?.['edit'], fields?.['other']];
  };
  const fits = { old: 'y', new: 'z' };
  assert.deepEqual(await fault(fits, { old: 'q', new: '' }), ['absent', 2, undefined]);
  assert.deepEqual(await fault(fits, { old: 'x', new: '' }), ['ambiguous', 2, undefined]);
  assert.deepEqual(await fault({ old: '', new: 'a' }, fits), ['empty', 1, undefined]);
  assert.deepEqual(await fault({ old: 'x\ny', new: 'a' }, fits), ['overlap', 1, 2]);
});

test('in order, each edit is made on what the one before left, at the first place, and one that does not fit is passed over', async () => {
  const inOrder = async (content: string, ...edits: readonly Edit[]) => {
    writeFileSync(at, content);
    const result = await call('replace', { path: 'file', edits, in_order: true });
    return result.ok ? [readFileSync(at, 'utf8'), result.fields['replaced']] : result.why;
  };
  assert.deepEqual(await inOrder('x x', { old: 'x', new: 'y' }), ['y x', 1]);
  assert.deepEqual(await inOrder('a', { old: 'a', new: 'b' }, { old: 'b', new: 'c' }), ['c', 2]);
  assert.deepEqual(await inOrder('x x a', { old: 'x', new: 'y', all: true }, { old: 'q', new: 'z' }), [
    'y y a',
    2,
  ]);
  assert.deepEqual(await inOrder('a\r\nb\r\n', { old: 'a\nb', new: 'c\nd' }), ['c\r\nd\r\n', 1]);
  assert.match(
    String(await inOrder('a', { old: 'q', new: 'z' }, { old: '', new: 'z' })),
    /^Nothing was found to replace in file/,
  );
  assert.match(
    String(await inOrder('a b', { old: 'a', new: 'b' }, { old: 'b', new: 'a' })),
    /nothing would change/,
  );
  const missing = await call('replace', { path: 'none', edits: [{ old: '', new: 'x' }], in_order: true });
  assert.equal(missing.ok ? null : missing.fields?.['fault'], 'missing');
});

test('a near miss is shown: white space, and line numbers that were copied along', async () => {
  assert.equal(
    await replace('if x:\n\treturn  1\nend\n', { old: 'if x:\n    return 1', new: '' }),
    'The old text was not found in file. Lines 1 to 2 differ only in white space; there it says:\nif x:\n\treturn  1',
  );
  assert.equal(
    await replace('a\n  call( x )\n', { old: 'call( x ) ', new: '' }),
    'The old text was not found in file. Line 2 differs only in white space; there it says:\n  call( x )',
  );
  assert.equal(
    await replace('a\nb\n', { old: '1\ta\n2\tb', new: '' }),
    'The old text was not found in file. It begins its lines with line numbers: leave them out.',
  );
});

/** The same with a fuzzy second look. */
async function fuzzily(content: string | Uint8Array, ...edits: readonly Edit[]): Promise<string> {
  writeFileSync(at, content);
  const result = await call('replace', { path: 'file', edits, fuzzy: true });
  return result.ok ? readFileSync(at, 'utf8') : result.why;
}

test('a fuzzy second look forgives blanks at the ends of lines and typographic signs, and changes nothing around', async () => {
  const content = 'keep  \nsay(“it’s — 1\u00a0€”)  \n\tnext\t\nkeep\t\n';
  const old = 'say("it\'s - 1 €")\n\tnext';
  assert.equal(await fuzzily(content, { old, new: 'done' }), 'keep  \ndone\t\nkeep\t\n');
  assert.equal(await fuzzily('a\nb \nc', { old: 'a  \nb\nc', new: 'x' }), 'x');
  assert.equal(await fuzzily('a \r\nb\r\nc\r\n', { old: 'a\nb', new: 'x\ny' }), 'x\r\ny\r\nc\r\n');
  assert.equal(await fuzzily('\ufeffa \nb\n', { old: 'a\nb', new: 'x' }), '\ufeffx\n');
});

test('a fuzzy second look is only taken where there is no exact place, and has to be unique too', async () => {
  assert.equal(await fuzzily('“a” "a"', { old: '"a"', new: 'b' }), '“a” b');
  assert.match(await fuzzily('“a” „a‟', { old: '"a"', new: 'b' }), /^The old text was found 2 times in file/);
  assert.match(await fuzzily('a', { old: 'q', new: 'b' }), /was not found/);
  assert.match(await fuzzily('a \n', { old: ' \t', new: 'b' }), /was not found/);
  assert.match(await fuzzily(Buffer.from('a \nb \xff', 'latin1'), { old: 'a\nb', new: 'x' }), /not found/);
  assert.match(await replace('a \nb', { old: 'a\nb', new: 'x' }), /differ only in white space/);
});

test('property: a fuzzy look at an exact text finds it where the exact look does', async () => {
  const signs = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '’', '"', '\t'), maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(signs, signs, signs, async (before, old, after) => {
      const edit = { old: `<${old}>`, new: 'new' };
      const content = `${before}${edit.old}${after}`;
      assert.equal(await fuzzily(content, edit), await replace(content, edit));
    }),
    { numRuns: 60 },
  );
});

test('bytes that are not UTF-8 stay as they are around an edit', async () => {
  const latin1 = Buffer.from('caf\xe9 old \xff\xfe\x00 end', 'latin1');
  writeFileSync(at, latin1);
  const result = await call('replace', { path: 'file', edits: [{ old: 'old', new: 'néw' }] });
  assert.ok(result.ok);
  const expected = Buffer.concat([latin1.subarray(0, 5), Buffer.from('néw'), latin1.subarray(8)]);
  assert.deepEqual(readFileSync(at), expected);
});

test('in a file with CRLF an edit may be written with LF, and a mark at the start of the file stays', async () => {
  assert.equal(await replace('\uFEFFa\r\nb\r\nc\r\n', { old: 'a\nb', new: 'x\ny' }), '\uFEFFx\r\ny\r\nc\r\n');
  assert.equal(await replace('a\r\nb\r\n', { old: 'a\r\nb', new: 'x\r\ny' }), 'x\r\ny\r\n');
  assert.equal(await replace('a\r\nb\n', { old: 'a\r\n', new: 'x\n' }), 'x\nb\n');
  assert.match(await replace('a\r\nb\n', { old: 'a\nb', new: 'x' }), /differ only in white space/);
});

test('a missing file, a folder and one that is too large say so', async () => {
  const edits = [{ old: 'a', new: 'b' }];
  const why = async (path: string): Promise<string> => {
    const result = await call('replace', { path, edits });
    return result.ok ? '' : result.why;
  };
  assert.equal(await why('missing'), 'missing does not exist.');
  assert.equal(await why('.'), '. is a folder, not a file.');
  writeFileSync(join(folder, 'large'), Buffer.alloc(9 * 1024 * 1024, 'a'));
  assert.match(await why('large'), /^large has 9437184 bytes, too many to edit/);
});

test('why an old text does not do is told as a fault, for who has words of their own', async () => {
  writeFileSync(at, 'one\ntwo\none\n');
  const fields = async (edit: Edit): Promise<unknown> =>
    (await call('replace', { path: 'file', edits: [edit] })).fields;
  assert.deepEqual(await fields({ old: 'three', new: '3' }), { path: 'file', fault: 'absent', edit: 1 });
  assert.deepEqual(await fields({ old: 'one', new: '1' }), {
    path: 'file',
    fault: 'ambiguous',
    count: 2,
    on: '1, 3',
    edit: 1,
  });
  assert.deepEqual(await fields({ old: 'two', new: 'two' }), { path: 'file', fault: 'same' });
  assert.deepEqual(await fields({ old: '', new: 'two' }), { path: 'file', fault: 'empty', edit: 1 });
});

test('property: edits of places that occur once give what cutting and joining gives', async () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'é', '\n', ' ', '$'), maxLength: 5 });
  const edit = fc.record({ before: word, old: word, next: word });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 5 }), async (parts) => {
      const marked = parts.map(({ old }, index) => `<${index}${old}${index}>`);
      const content = parts.map(({ before }, index) => before + marked[index]).join('');
      const expected = parts.map(({ before, next }, index) => `${before}<${index}new${next}>`).join('');
      const edits = parts.map(({ next }, index) => ({
        old: marked[index] ?? '',
        new: `<${index}new${next}>`,
      }));
      assert.equal(await replace(content, ...edits.reverse()), expected);
    }),
    { numRuns: 60 },
  );
});

test('64 kB of one character are searched without delay', async () => {
  for (const character of [' ', '\n', 'a', '\t', '1', '\r']) {
    const many = character.repeat(64 * 1024);
    assert.match(await replace(many, { old: `${many}x`, new: '' }), /not found/);
    assert.match(await replace(`${many}x`, { old: `${character.repeat(1000)}y`, new: '' }), /not found/);
    assert.match(await fuzzily(`${many}x`, { old: `${character.repeat(1000)}y`, new: '' }), /not found/);
  }
});
