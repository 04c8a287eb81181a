import assert from 'node:assert/strict';
import { test } from 'node:test';
import xterm from '@xterm/headless';
import fc from 'fast-check';
import { openScreen, type Screen } from '../../src/sandbox/screen.ts';

const size = { rows: 4, columns: 20 };
const draw = (screen: Screen, printed: string | Buffer): Promise<void> =>
  new Promise((done) => screen.draw(Buffer.from(printed), done));
const esc = '\u001b';
const csi = (code: string, text: string): string => `${esc}[${code}${text}`;

test('what comes below what was seen is told from the line on where that ended, and the whole screen beside it', async () => {
  const screen = openScreen(size);
  await draw(screen, '/repo$ ');
  assert.deepEqual(screen.look(), { fresh: null, screen: '/repo$' });
  await draw(screen, 'ls\r\na\r\nb\r\n/repo$ ');
  assert.deepEqual(screen.look(), { fresh: '/repo$ ls\na\nb\n/repo$', screen: '/repo$ ls\na\nb\n/repo$' });
  await draw(screen, 'seq 6\r\n1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n/repo$ ');
  assert.deepEqual(screen.look(), {
    fresh: '/repo$ seq 6\n1\n2\n3\n4\n5\n6\n/repo$',
    screen: '4\n5\n6\n/repo$',
  });
  assert.equal(screen.look().fresh, '/repo$');
});

test('what is new cannot be told where the screen was cleared, a line was written over, or a program has a screen of its own', async () => {
  const screen = openScreen(size);
  await draw(screen, 'one\r\ntwo');
  screen.look();
  await draw(screen, csi('H', csi('2J', 'three')));
  assert.deepEqual(screen.look(), { fresh: null, screen: 'three' });
  await draw(screen, '\rTHR');
  assert.deepEqual(screen.look(), { fresh: null, screen: 'THRee' });
  await draw(screen, csi('?1049h', csi('H', 'full')));
  assert.deepEqual(screen.look(), { fresh: null, screen: 'full' });
  await draw(screen, csi('2;1H', 'more'));
  assert.deepEqual(screen.look(), { fresh: null, screen: 'full\nmore' });
  await draw(screen, `${esc}[?1049l`);
  assert.deepEqual(screen.look(), { fresh: null, screen: 'THRee' });
});

test('of more lines than are remembered only the screen is told', async () => {
  const screen = openScreen(size);
  screen.look();
  await draw(screen, '\r\nline'.repeat(6000));
  assert.deepEqual(screen.look(), { fresh: null, screen: 'line\nline\nline\nline' });
});

test('characters that are cut in two by how they come are drawn whole, wide and combined ones too', async () => {
  const screen = openScreen(size);
  for (const byte of Buffer.from('漢字 é e\u0301 👍')) await draw(screen, Buffer.from([byte]));
  assert.equal(screen.look().screen, '漢字 é e\u0301 👍');
});

const milliseconds = async (act: () => Promise<void>): Promise<number> => {
  const began = performance.now();
  await act();
  return performance.now() - began;
};

test('a sequence that the library repeats as often as it says takes no time on a screen', async () => {
  const often = Buffer.from(`x${esc}[40000L`);
  const library = new xterm.Terminal({ rows: 40, cols: 160 });
  const without = await milliseconds(() => new Promise((done) => library.write(often, done)));
  const screen = openScreen({ rows: 40, columns: 160 });
  const ours = await milliseconds(() => new Promise((done) => screen.draw(often, done)));
  assert.ok(without > 10 * ours, `${without} ms, and ${ours} ms where it is refused`);
});

/** Each of these keeps the library busy for minutes, where it is not refused. */
const endless = ['L', 'M', 'S', 'T', 'Z', 'b'].map((final) => `x${esc}[2147483647${final}`);

test('no sequence keeps us busy, however often it says that something is to be done', {
  timeout: 60_000,
}, async () => {
  const screen = openScreen({ rows: 40, columns: 160 });
  const finals = Array.from({ length: 0x3f }, (_, index) => String.fromCharCode(0x40 + index));
  const sequences = ['', '?', '>', '=', '!'].flatMap((prefix) =>
    ['', ' ', '"', '$', "'"].flatMap((between) =>
      finals.map((final) => `${esc}[${prefix}2147483647;2147483647${between}${final}`),
    ),
  );
  for (const sequence of [...endless, ...sequences]) await draw(screen, `x${sequence}`);
});

test('whatever is printed, a screen is text without control characters, of its size, and nothing fails', async () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    fc
      .tuple(
        fc.constantFrom('[', ']', 'P', '_', '^', '#', '(', 'c', '7', '8', 'M', 'D'),
        fc.stringMatching(/^[?>!]?[0-9;]{0,8}[ $"]?[@-~]?$/),
      )
      .map(([kind, rest]) => `${esc}${kind}${rest}`),
    fc.constantFrom('\r\n', '\b', '\t', '\u009b1;1H', `${esc}\\`, '\u0007'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 30 }), async (parts) => {
      const screen = openScreen(size);
      screen.look();
      await draw(screen, parts.join(''));
      const { fresh, screen: shown } = screen.look();
      for (const text of [fresh ?? '', shown]) assert.doesNotMatch(text, /[^\P{Cc}\n]/u);
      assert.ok(shown.split('\n').length <= size.rows);
    }),
    { numRuns: 300 },
  );
});
