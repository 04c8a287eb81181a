import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PullText, pullText } from '../../../src/forge/github/pull-text.ts';

const first = { title: 'Fix', body: 'What was done.' };
const second = { title: 'Fix more', body: 'What was done then.' };
const opened = pullText(first, null);
const shown = ({ title, body }: PullText): PullText => ({
  title,
  body: body.replaceAll(/<!--.*?-->\n?/g, '').trim(),
});

test('what nobody touched is written anew, and saying the same twice changes nothing', () => {
  assert.deepEqual(shown(opened), first);
  assert.deepEqual(pullText(first, opened), opened);
  assert.deepEqual(shown(pullText(second, opened)), second);
  const { title, body } = opened;
  const fromThePage = { title, body: body.replaceAll('\n', '\r\n') };
  assert.deepEqual(shown(pullText(second, fromThePage)), second);
});

test('a title that a person wrote stays, whatever comes after it', () => {
  const theirs = { ...opened, title: 'Ann’s title' };
  const once = pullText(second, theirs);
  assert.deepEqual(shown(once), { title: 'Ann’s title', body: second.body });
  assert.equal(pullText(first, once).title, 'Ann’s title');
});

test('what a person wrote above and below our part stays where it is', () => {
  const { title, body } = opened;
  const updated = pullText(second, { title, body: `Ann says:\r\n\r\n${body}\n\n- [x] seen by Ann` });
  assert.equal(shown(updated).body, `Ann says:\r\n\r\n${second.body}\n\n- [x] seen by Ann`);
  assert.deepEqual(pullText(second, updated), updated);
});

test('a part of ours that a person edited is theirs: it stays, folded below the new one', () => {
  const { title, body } = opened;
  const edited = { title, body: body.replace('was done', 'was really done') };
  const updated = pullText(second, edited);
  assert.match(
    shown(updated).body,
    /^What was done then\.\s+<details><summary>.*edited it<\/summary>\s+What was really done\.\s+<\/details>$/,
  );
  assert.deepEqual(pullText(second, updated), updated);
});

test('a pull request that a person opened keeps its title and its text, and gets our part before them', () => {
  const theirs = { title: 'Ann’s title', body: 'By hand.\n' };
  const updated = pullText(second, theirs);
  assert.deepEqual(shown(updated), { title: theirs.title, body: `${second.body}\n\nBy hand.` });
  assert.deepEqual(shown(pullText(second, { title: 'Ann’s title', body: '' })).body, second.body);
});

test('where people wrote much, ours is cut; where they left no room, theirs stays as it is', () => {
  const long = { ...second, body: 'word '.repeat(13_000) };
  const { title, body } = opened;
  const much = pullText(long, { title, body: `${body}\n\n${'x'.repeat(40_000)}` });
  assert.ok(much.body.length <= 65_536 && much.body.endsWith('xxx') && much.body.includes('cut off'));
  assert.equal(pullText(long, much).body, much.body);
  const full = { title: 'Ann’s', body: 'x'.repeat(65_500) };
  assert.deepEqual(pullText(second, full), full);
});
