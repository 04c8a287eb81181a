import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clip, some } from '../../../src/views/transcript/bounds.ts';
import { html } from '../../../src/views/transcript/html.ts';

const markup = (content: Parameters<typeof html>[1]): string => html`${content ?? null}`.markup;
const hole = (words: string): string => `\n<b class="hole">${words} left out</b>\n`;

test('a text that fits is not touched', () => {
  assert.equal(markup(clip('abcde', 5)), 'abcde');
});

test('of a longer one both ends are shown, and how much is missing', () => {
  assert.equal(markup(clip('aaaaaabbbbbcccc', 10)), `aaaaaa${hole('5 characters')}cccc`);
  assert.equal(markup(clip('aaaaaabcccc', 10)), `aaaaaa${hole('1 character')}cccc`);
});

test('no character is cut in half', () => {
  assert.equal(markup(clip('aaaaa😀bbbbbbbb', 10)), `aaaaa${hole('6 characters')}bbbb`);
  assert.equal(markup(clip('aaaaaabbbbb😀ccc', 10)), `aaaaaa${hole('7 characters')}ccc`);
});

test('of a long list the first members are shown, and how many more there are', () => {
  assert.equal(markup(some([1, 2, 3], 3, (item) => item)), '123');
  assert.equal(markup(some([1, 2, 3, 4], 2, (item) => item)), '12<p class="note">and 2 more</p>');
  assert.equal(
    markup(
      some(
        ['a', 'b'],
        1,
        (item) => item,
        (words) => ` (${words})`,
      ),
    ),
    'a (and 1 more)',
  );
});
