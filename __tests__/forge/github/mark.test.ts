import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marked, markOf } from '../../../src/forge/github/mark.ts';

test('a marked body gives its key back', () => {
  assert.equal(markOf(marked('answer:comment-12', 'Done.')), 'answer:comment-12');
  assert.equal(markOf('Done.'), null);
});

test('a quotation of our comment is not our comment', () => {
  assert.equal(markOf(`> ${marked('answer:comment-12', 'Done.')}`), null);
});

test('R5: with its mark the longest body is as long as GitHub takes, and no character is cut in two', () => {
  const body = marked('k', '😀'.repeat(40_000));
  assert.ok(body.length === 65_536 || body.length === 65_535);
  assert.doesNotMatch(body, /[\uD800-\uDBFF]$/);
  assert.equal(markOf(body), 'k');
});
