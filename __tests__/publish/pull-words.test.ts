import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pullWords } from '../../src/publish/pull-words.ts';
import { handover } from '../../src/views/handover.ts';
import { logOf, opened, plan, settings } from '../support/entries.ts';

test('T53: what comes with a change is listed in the pull request, where nothing in it acts', () => {
  const work = { plan: plan(), handover: handover(logOf(opened())), settings };
  assert.doesNotMatch(pullWords(work, []).body, /Comes with it/);
  const remarks = [
    { path: 'package.json', sentence: 'asks for `left-pad ^1`, which is new.' },
    { path: 'a`b', sentence: 'is for @ann,\nand <b>bold</b>.' },
  ];
  const { body } = pullWords(work, remarks);
  assert.match(
    body,
    /\*\*Comes with it\*\*\n\n- `package\.json` asks for `left-pad \^1`, which is new\.\n- `a'b` is for/,
  );
  assert.doesNotMatch(body, /@ann|<b>/);
  const many = Array.from({ length: 60 }, (_, at) => ({ path: `${at}`, sentence: 'is new.' }));
  assert.match(pullWords(work, many).body, /- `49` is new\.\n- and 10 more/);
});
