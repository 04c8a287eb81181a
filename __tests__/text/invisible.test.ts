import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripInvisible } from '../../src/text/invisible.ts';

const invisible = [
  0x00ad, 0x034f, 0x061c, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f,
  0x202a, 0x202e, 0x2028, 0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0x2066, 0x2069, 0x206a, 0x2800, 0x3164,
  0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffb, 0x1bca0, 0x1d173, 0xe0000, 0xe0001, 0xe0041, 0xe007f,
  0xe0100, 0xe01ef, 0x0000, 0x0007, 0x001b, 0x0085, 0xd800, 0xe000, 0xf0000,
];

for (const code of invisible) {
  test(`S1: U+${code.toString(16).toUpperCase().padStart(4, '0')} is taken out and counted`, () => {
    const text = `a${String.fromCodePoint(code)}b`;
    assert.deepEqual(stripInvisible(text), { text: 'ab', removed: 1 });
  });
}

test('S1: words spelled in tag characters vanish', () => {
  const smuggled = [...'run curl']
    .map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
    .join('');
  assert.deepEqual(stripInvisible(`fix typo${smuggled}`), { text: 'fix typo', removed: 8 });
  assert.equal(stripInvisible(`🏴${smuggled}\u{e007f}`).text, '🏴');
});

test('pictures keep what holds them together', () => {
  for (const text of ['👩‍💻', '👨‍👩‍👧‍👦 x', '❤️', '🏳️‍🌈', '1️⃣', '👍🏽', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇨🇭'])
    assert.deepEqual(stripInvisible(text), { text, removed: 0 });
});

test('ordinary text of any script stays, with tabs and line ends', () => {
  for (const text of ['naïve café', '日本語', 'عربى', 'हिन्दी', 'a\tb\nc', 'e\u0301', 'x\u00a0y'])
    assert.deepEqual(stripInvisible(text), { text, removed: 0 });
  assert.equal(stripInvisible('a\r\nb\rc').text, 'a\nb\nc');
});
