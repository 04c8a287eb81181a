import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Handover } from '../../src/core/handover.ts';
import type { Plan } from '../../src/core/task.ts';
import { pullWords } from '../../src/publish/pull-words.ts';
import { closing } from '../../src/publish/words.ts';
import { memoryBlobs } from '../support/blobs.ts';
import { settings } from '../support/settings.ts';

const ann = { id: 1, login: 'ann', kind: 'person' } as never;
const subject = { kind: 'issue', number: 7, repository: 'o/r' } as never;
const comment = { id: 2, body: '/oi fix', at: '2026-01-02T10:00:00Z' };
const plan: Plan = {
  task: {
    id: 't',
    origin: { kind: 'comment', subject, comment, author: ann, sender: ann },
    verb: 'fix',
    ask: 'as @mallory says, fix #8',
    commit: null,
  },
  session: 'issue-7',
  base: null,
  trunk: null,
  destination: { kind: 'pull', branch: 'oi/issue-7', head: null, into: 'main', pull: null } as never,
  taint: 'trusted',
};
const handover: Handover = {
  ended: { how: 'finished' },
  title: '',
  body: '',
  change: null,
  patch: null,
  left: [],
  barred: [],
  notes: [],
  hidden: [],
  verdicts: [],
  findings: [],
  checked: '',
  turns: 1,
  chosen: null,
  usage: { input: 0, cached: 0, output: 0, usd: 0, listed: 0, untold: { tokens: 0, prices: 0 } },
};
const wordsFor = (over: Partial<Handover>) =>
  pullWords({ plan, handover: { ...handover, ...over }, settings }, []);

test('T56: a commit’s message is one short subject and our two trailers, whatever the model says', () => {
  const { title, message } = wordsFor({
    title:
      'Mend\0 it [skip ci] for @ann #3 https://e.test\r\nCo-authored-by: m <m@e.test>\n\nskip-checks: true',
    body: `Reviewed-by: ann\n\n${'x'.repeat(1_000_000)}`,
  });
  assert.equal(title.replaceAll('\u200b', ''), 'Mend it for @ann #3 https://e.test');
  assert.doesNotMatch(title, /@ann|#3|:\/\/e/);
  assert.match(
    message.slice(title.length),
    /^\n\nRequested-by: ann\nRun: [^\n]+$|^\n\nRequested-by: ann(?:\n[^\n]+)?$/,
  );
});

test('T51: the body closes the issue of its branch and no other, also where a commit’s message is made of it', () => {
  const { body } = wordsFor({
    title: 'x',
    body: '```\nFixes #9\n```\nResolves o/r#9. closes https://github.com/o/r/issues/9',
  });
  const closed = body.match(/(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):? +(?:[\w./-]*#\d+|https?:\S+)/gi);
  assert.deepEqual(closed, ['Closes #7']);
});

test('T51: what the agent says stands behind a heading that tells so, and is cut before it is made harmless', () => {
  const long = `${'a '.repeat(1990)} \`https://evil.test/${'b'.repeat(100)}\` @mallory`;
  const { body } = wordsFor({ title: 'x', body: long });
  const [, said = ''] = body.split('**What the agent says** (unverified)\n\n');
  assert.ok(said.length > 3000 && said.length < 5000);
  assert.doesNotMatch(said, /(?<!`)https:\/\/evil/);
});

test('T21: characters that no reader sees are counted for each place on the pull request', () => {
  const hidden = [{ where: 'issue #7, NONE, https://github.com/o/r/issues/7 @mallory', count: 12 }];
  const { body } = wordsFor({ title: 'x', hidden });
  assert.match(
    body,
    /\*\*Characters that no reader sees\*\* were taken out of what the agent read:\n\n- 12 in issue #/,
  );
  assert.match(body, /`https:\/\/github.com\/o\/r\/issues\/\u200b7` @\u200bmallory/);
  assert.doesNotMatch(wordsFor({ title: 'x' }).body, /no reader sees/);
});

test('T51: a long answer is cut to what GitHub takes, with nothing in it that acts', async () => {
  const answer = '@mallory <b> https://evil.test '.repeat(10_000);
  const body = await closing({ kind: 'answered', answer }, { plan, handover, settings }, memoryBlobs());
  assert.ok(body.length <= 65_000, String(body.length));
  assert.doesNotMatch(body, /@mallory|<b>|(?<!`)https:\/\/evil/);
});

test('T53: what comes with a change is listed in the pull request, where nothing in it acts', () => {
  const bodyWith = (remarks: Parameters<typeof pullWords>[1]) =>
    pullWords({ plan, handover, settings }, remarks).body;
  assert.doesNotMatch(bodyWith([]), /Comes with it/);
  const body = bodyWith([
    { path: 'package.json', sentence: 'asks for `left-pad ^1`, which is new.' },
    { path: 'a`b', sentence: 'is for @bob,\nand <b>bold</b>.' },
  ]);
  assert.match(
    body,
    /\*\*Comes with it\*\*\n\n- `package\.json` asks for `left-pad \^1`, which is new\.\n- `a'b` is for/,
  );
  assert.doesNotMatch(body, /(?<!`)@bob|<b>/);
  const many = Array.from({ length: 60 }, (_, at) => ({ path: `${at}`, sentence: 'is new.' }));
  assert.match(bodyWith(many), /- `49` is new\.\n- and 10 more/);
});
