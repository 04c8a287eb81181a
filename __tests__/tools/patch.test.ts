import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { bareSandbox, callerIn } from '../support/bare-sandbox.ts';
import { temporaryFolder } from '../support/folder.ts';

const folder = temporaryFolder();
const call = callerIn(await bareSandbox(folder));
const place = (path: string): string => join(folder, path);
const text = (path: string): string | null =>
  existsSync(place(path)) ? readFileSync(place(path), 'utf8') : null;
function make(path: string, content: string): void {
  mkdirSync(dirname(place(path)), { recursive: true });
  writeFileSync(place(path), content);
}

const envelope = (...lines: readonly string[]): string =>
  ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
const patch = (...lines: readonly string[]) => call('patch', { patch: envelope(...lines) });
async function whyNot(...lines: readonly string[]): Promise<string> {
  const result = await patch(...lines);
  assert.ok(!result.ok, JSON.stringify(result));
  return result.why;
}
/** What a file holds after one update of it. */
async function updated(content: string, ...lines: readonly string[]): Promise<string | null> {
  make('f', content);
  const result = await patch('*** Update File: f', ...lines);
  assert.ok(result.ok, JSON.stringify(result));
  return text('f');
}

test('files are added, changed, moved and deleted in one patch', async () => {
  make('change', 'one\ntwo\nthree\n');
  make('move', 'a\nb\n');
  chmodSync(place('move'), 0o755);
  make('delete', 'x');
  const result = await patch(
    '*** Add File: new/file',
    '+first',
    '+',
    '+ third',
    '*** Update File: change',
    '@@',
    ' one',
    '-two',
    '+2',
    '*** Update File: move',
    '*** Move to: new/place',
    '@@ a',
    '-b',
    '+c',
    '*** Delete File: delete',
  );
  assert.deepEqual(result, {
    ok: true,
    fields: {
      files: [
        { op: 'A', path: 'new/file' },
        { op: 'M', path: 'change' },
        { op: 'M', path: 'new/place' },
        { op: 'D', path: 'delete' },
      ],
    },
  });
  assert.deepEqual(['new/file', 'change', 'new/place', 'move', 'delete'].map(text), [
    'first\n\n third\n',
    'one\n2\nthree\n',
    'a\nc\n',
    null,
    null,
  ]);
  assert.equal(statSync(place('new/place')).mode & 0o777, 0o755);
});

test('the line after @@ tells which of several places is meant, several narrow it down', async () => {
  const content = 'class A\n  def f\n    x\nclass B\n  def f\n    x\n';
  const changed = 'class A\n  def f\n    x\nclass B\n  def f\n    y\n';
  assert.equal(await updated(content, '@@ class B', '   def f', '-    x', '+    y'), changed);
  assert.equal(await updated(content, '@@ class B', '@@   def f', '-    x', '+    y'), changed);
  assert.equal(await updated(content, '@@ -4,3 +4,3 @@ class B', '   def f', '-    x', '+    y'), changed);
  assert.equal(
    await updated(content, '@@ class B', '+  new'),
    'class A\n  def f\n    x\nclass B\n  new\n  def f\n    x\n',
  );
});

test('an end of file mark means the last lines, and lines without a place go to the end', async () => {
  const content = 'x\ny\nx\ny\n';
  assert.equal(await updated(content, '@@', ' x', '-y', '+z', '*** End of File'), 'x\ny\nx\nz\n');
  assert.equal(await updated(content, '+end'), 'x\ny\nx\ny\nend\n');
  assert.equal(await updated('', '+only'), 'only\n');
});

test('hunks follow the order of the file, and the first may lack its @@', async () => {
  assert.equal(await updated('a\nb\nc\nd\n', '-a', '+A', '@@', '-d', '+D'), 'A\nb\nc\nD\n');
});

test('blanks at line ends, indentation and typographic characters may differ in lines that stay as they are', async () => {
  assert.equal(await updated('a  \nb\n', ' a', '-b', '+c'), 'a  \nc\n');
  assert.equal(await updated('\tif x:\n\t\ty\n', ' if x:', '-    y', '+\t\tz'), '\tif x:\n\t\tz\n');
  assert.equal(
    await updated('“say” – it\u00a0is\nb\n', ' "say" - it is', '-b', '+c'),
    '“say” – it\u00a0is\nc\n',
  );
});

test('a byte order mark stays where its line is changed', async () => {
  assert.equal(await updated('\ufeffone\ntwo\n', '@@', '-one', '+ONE'), '\ufeffONE\ntwo\n');
  assert.equal(await updated('\ufeffone\n', '@@', '+zero', ' one'), '\ufeffzero\none\n');
});

test('CRLF files stay so, and a missing newline at the end stays missing', async () => {
  assert.equal(await updated('a\r\nb\r\n', ' a', '-b', '+c', '+d'), 'a\r\nc\r\nd\r\n');
  assert.equal(await updated('a\r\nb', ' a', '-b', '+c'), 'a\r\nc');
  assert.equal(await updated('a\nb', ' a', '-b', '+c', '\\ No newline at end of file'), 'a\nc');
});

test('what stands around the envelope and blank lines within it are passed over', async () => {
  for (const [before, after] of [
    ["apply_patch <<'EOF'\n", '\nEOF\n'],
    ['```\n', '\n```'],
    ['\n  \n', '\n\n'],
  ]) {
    make('f', 'a\n');
    const inner = envelope(
      '',
      '*** Update File: f',
      '@@',
      '-a',
      '+b',
      '',
      '*** Add File: g',
      '+x',
      '',
      '+y',
      '',
    );
    const result = await call('patch', { patch: before + inner + after });
    assert.ok(result.ok, JSON.stringify(result));
    assert.deepEqual([text('f'), text('g')], ['b\n', 'x\n\ny\n']);
  }
});

test('a patch with CRLF of its own is read like any other', async () => {
  make('f', 'a\n');
  const crlf = envelope('*** Update File: f', '@@', '-a', '+b').replaceAll('\n', '\r\n');
  assert.ok((await call('patch', { patch: crlf })).ok);
  assert.equal(text('f'), 'b\n');
});

test('a later section sees what an earlier one made', async () => {
  make('f', 'a\n');
  const lines = ['*** Update File: f', '-a', '+b', '*** Update File: f', '-b', '+c', '*** Delete File: f'];
  assert.ok((await patch(...lines, '*** Add File: f', '+new')).ok);
  assert.equal(text('f'), 'new\n');
  assert.match(
    await whyNot('*** Delete File: f', '*** Update File: ./f', '-new', '+x'),
    /^f does not exist\./,
  );
  assert.equal(text('f'), 'new\n');
});

test('one hunk that does not fit leaves every file alone and is named', async () => {
  make('f', 'a\nb\nc\n');
  make('g', 'x\n');
  const first = ['*** Update File: g', '-x', '+y'];
  assert.equal(
    await whyNot(...first, '*** Update File: f', '@@', '-a', '+A', '@@', ' b', '-q', '+r'),
    'f, hunk 2: its lines were not found after line 1:\nb\nq\nThey fit from line 2 on, but instead of "q" line 3 is "c". Nothing was changed.',
  );
  assert.match(
    await whyNot(...first, '*** Update File: f', '-b', '+B', '@@', '-a', '+A'),
    /They are on line 1: give hunks in the order of the file/,
  );
  assert.match(
    await whyNot(...first, '*** Update File: f', '@@ nowhere', '-a', '+A'),
    /the line after @@ was not found: nowhere/,
  );
  assert.match(
    await whyNot(...first, '*** Update File: missing', '-a', '+A'),
    /^missing does not exist\. Nothing was changed\.$/,
  );
  assert.match(await whyNot(...first, '*** Delete File: missing'), /^missing does not exist\./);
  assert.deepEqual([text('f'), text('g')], ['a\nb\nc\n', 'x\n']);
});

test('when the disk refuses half-way, what was done is taken back', async () => {
  make('f', 'a\n');
  make('g', 'b\n');
  make('old', 'o\n');
  make('wall', 'a file, not a folder\n');
  const why = await whyNot(
    '*** Update File: f',
    '-a',
    '+A',
    '*** Add File: fresh',
    '+x',
    '*** Delete File: g',
    '*** Update File: old',
    '*** Move to: moved',
    '*** Add File: wall/inside',
    '+y',
  );
  assert.match(why, /^wall\/inside .* Nothing was changed\.$/);
  assert.deepEqual(['f', 'fresh', 'g', 'old', 'moved'].map(text), ['a\n', null, 'b\n', 'o\n', null]);
});

test('what is no patch is told with the line that is wrong', async () => {
  const why = async (patch: string): Promise<string> => {
    const result = await call('patch', { patch });
    return result.ok ? '' : result.why;
  };
  assert.match(await why('diff --git a b'), /^The patch lacks its first line, "\*\*\* Begin Patch"\./);
  assert.match(await why('*** Begin Patch\n*** Delete File: f'), /^The patch lacks its last line/);
  assert.match(await why(envelope()), /^The patch changes no file\./);
  assert.match(
    await whyNot('*** Frob File: f'),
    /^Line 2 of the patch must begin a section with .* but is "\*\*\* Frob File: f"/,
  );
  assert.match(
    await whyNot('*** Add File: q', 'no sign'),
    /^Line 3 of the patch adds to q and must begin with "\+"/,
  );
  assert.match(
    await whyNot('*** Update File: f', '@@', 'no sign'),
    /^Line 4 of the patch changes f and must begin with/,
  );
  assert.match(await whyNot('*** Update File: f'), /must bring a change for f/);
  assert.match(await whyNot('*** Update File: f', '@@ x'), /must bring lines for f/);
  assert.match(await whyNot('*** Add File: '), /must name a file/);
});

/** The oracle: git's own diff of two texts, put into an envelope. */
function diffOf(before: string, after: string, context: number): string[] {
  const own = mkdtempSync(place('diff-'));
  writeFileSync(join(own, 'a'), before);
  writeFileSync(join(own, 'b'), after);
  const { stdout } = spawnSync('git', ['diff', '--no-index', `-U${context}`, 'a', 'b'], {
    cwd: own,
    encoding: 'utf8',
  });
  const lines = stdout.split('\n').slice(0, -1);
  return lines.slice(lines.findIndex((line) => line.startsWith('@@')));
}

const change = fc.array(
  fc.constantFrom<'keep' | 'drop' | 'change' | 'insert'>('keep', 'keep', 'keep', 'drop', 'change', 'insert'),
  { minLength: 1, maxLength: 30 },
);

/** Lines before and after, each line like no other, so that every hunk has one place. */
function versions(changes: readonly ('keep' | 'drop' | 'change' | 'insert')[]): {
  before: string[];
  after: string[];
} {
  const before: string[] = [];
  const after: string[] = [];
  for (const [index, kind] of changes.entries()) {
    if (kind !== 'insert') before.push(`  line ${index} é`);
    if (kind === 'keep') after.push(`  line ${index} é`);
    if (kind === 'change' || kind === 'insert') after.push(`\tnew ${index}`);
  }
  return { before, after };
}

test('property: a real diff in an envelope gives the bytes of its target', async () => {
  const newline = fc.constantFrom('\n', '\r\n');
  await fc.assert(
    fc.asyncProperty(
      change,
      newline,
      fc.boolean(),
      fc.integer({ min: 1, max: 4 }),
      async (changes, eol, ended, context) => {
        const { before, after } = versions(changes);
        const whole = (lines: readonly string[]): string =>
          lines.length === 0 ? '' : lines.join(eol) + (ended || before.length === 0 ? eol : '');
        const [from, to] = [whole(before), whole(after)];
        // Where one side is empty or one line, its line ends say nothing about the other's.
        fc.pre(from !== to && (eol === '\n' || from.includes(eol)));
        make('p', from);
        const lines = diffOf(from, to, context).map((line) => line.replace(/\r$/, ''));
        const result = await patch('*** Update File: p', ...lines);
        assert.ok(result.ok, JSON.stringify(result));
        assert.equal(text('p'), to);
      },
    ),
    { numRuns: 120 },
  );
});

test('property: no text makes the parser throw, and a refused patch changes nothing', async () => {
  const line = fc.oneof(
    fc.constantFrom(
      '*** Update File: f',
      '*** Add File: g',
      '*** Delete File: f',
      '*** Move to: h',
      '*** End of File',
    ),
    fc.constantFrom(
      '@@',
      '@@ a',
      ' a',
      '-a',
      '+b',
      '-b',
      '',
      ' ',
      '***',
      '*** Begin Patch',
      '*** End Patch',
      'x',
      '\\ No',
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
      make('f', 'a\nb\n');
      make('g', 'g\n');
      make('h', 'h\n');
      const result = await patch(...lines);
      if (!result.ok) {
        assert.match(result.why, /Nothing was changed\.$/);
        assert.deepEqual(['f', 'g', 'h'].map(text), ['a\nb\n', 'g\n', 'h\n']);
      }
    }),
    { numRuns: 150 },
  );
});

test('what does not fit is told as a fault, with the path and the lines', async () => {
  make('lib/there', 'a\nb\n');
  const fields = async (...lines: readonly string[]) => {
    const result = await patch(...lines);
    return !result.ok && result.fields;
  };
  const at = (path: string, fault: string) => ({ fault, path, absolute: place(path), folder });
  const none = 'lib/none';
  assert.deepEqual(await fields(`*** Update File: ${none}`, '@@', '-a'), at(none, 'missing'));
  assert.deepEqual(await fields('*** Add File: lib', '+a'), at('lib', 'folder'));
  const absent = { fault: 'absent', path: 'lib/there', absolute: place('lib/there'), lines: 'a\nc' };
  assert.deepEqual(await fields('*** Update File: lib/there', '@@', ' a', '-c', '+d'), absent);
  assert.deepEqual(await fields(`*** Delete File: ${none}`), {});
});

test('64 kB of one character, or of one line, are read without delay', async () => {
  for (const character of [' ', '\n', '@', '+', '-', '*', '\r']) {
    const many = character.repeat(64 * 1024);
    assert.ok(!(await call('patch', { patch: many })).ok);
    assert.ok(!(await patch('*** Update File: f', '@@', many, '-never there')).ok);
  }
  make('f', 'a\n'.repeat(32 * 1024));
  const lines = Array.from({ length: 16 * 1024 }, () => ' a');
  assert.match(
    await whyNot('*** Update File: f', '@@', ...lines, '-b'),
    /^f, hunk 1: its lines were not found/,
  );
});
