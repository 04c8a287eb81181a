// cspell:ignore żółć שלום mred خواهم
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen } from '../../../src/views/transcript/seen.ts';

const shown = (text: string): string => seen(text).join('');

test('plain text, line ends and tabs stay as they are', () => {
  for (const text of ['', 'a\n\tb', 'żółć', 'שלום', '中文', 'e\u0301']) assert.deepEqual(seen(text), [text]);
  assert.deepEqual(seen('a\r\nb'), ['a\nb']);
});

test('what stood there and what stands for the unseen come by turns', () => {
  assert.deepEqual(seen('a\u0007b\u200bc'), ['a', '␇', 'b', '⟨U+200B⟩', 'c']);
  assert.deepEqual(seen('\u0007'), ['', '␇', '']);
});

test('an escape sequence is one piece, its letters included', () => {
  assert.deepEqual(seen('\u001b[1;31mred\u001b[0m'), ['', '␛[1;31m', 'red', '␛[0m', '']);
});

test('pictures keep the joiners and tags that hold them together, letters the joiners between them', () => {
  for (const text of ['👩‍👩‍👧‍👦', '❤️', '👍🏽', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', 'क्‍ष']) assert.equal(shown(text), text);
});

test('joiners and tags that hold nothing together are shown', () => {
  assert.equal(shown('a\u200d\u200db'), 'a⟨U+200D⟩⟨U+200D⟩b');
  assert.equal(shown('👍\u{e0041}'), '👍⟨U+E0041⟩');
});

test('a long run is counted and not spelled out', () => {
  const run = shown('\u200b'.repeat(1040));
  assert.equal(run, `${'⟨U+200B⟩'.repeat(40)}⟨and 1,000 more⟩`);
});

test('every control character of both sets is shown as something else', () => {
  for (let code = 0; code < 0xa0; code++) {
    if ((code >= 0x20 && code < 0x7f) || code === 9 || code === 10) continue;
    const text = shown(String.fromCharCode(code));
    assert.ok(text !== '' && !/\p{Cc}/u.test(text), code.toString(16));
  }
});
