import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../support/folder.ts';
import { answersOn, commands, endOf, openScene } from '../support/stage.ts';

const { github, play, issue, comment, run, operations } = await openScene();
const apiCalls = () => github.requests.filter(({ channel }) => channel === 'rest' || channel === 'graphql');

test('on a plain issue GitHub is asked at most four times before the model, and the comment is among the first three', async () => {
  const subject = issue();
  for (const words of ['two', 'three']) {
    const before = apiCalls().length;
    let asked: (string | null)[] = [];
    const turns = commands([`echo ${words} > a.txt`]);
    play(({ turn }) => {
      if (turn === 0)
        asked = apiCalls()
          .slice(before)
          .map(({ operation }) => operation);
      return turns[turn] ?? { text: '' };
    });
    const result = await comment(subject, `/oi fix to ${words}`);
    assert.equal(endOf(result), 'changed, success', result.raw);
    assert.ok(asked.length > 0 && asked.length <= 4, asked.join(', '));
    assert.ok(asked.slice(0, 3).includes('issues/create-comment'), asked.join(', '));
  }
});

test('what the asker may do is asked before the first answer has come, and once', async () => {
  const subject = issue();
  play(commands(['echo four > a.txt']));
  const asked = Promise.withResolvers<boolean>();
  const seen: boolean[] = [];
  const permission = 'repos/get-collaborator-permission-level';
  const before = apiCalls().length;
  github.before = async ({ operation, channel }) => {
    if (operation === permission) asked.resolve(true);
    // One after the other, they would wait for each other.
    if (channel === 'graphql') seen.push(await Promise.race([asked.promise, sleep(5000, false)]));
  };
  const result = await comment(subject, '/oi fix to four');
  github.before = null;
  assert.equal(seen[0], true);
  assert.equal(endOf(result), 'changed, success', result.raw);
  const operations = apiCalls().map(({ operation }) => operation);
  assert.equal(operations.slice(before).filter((operation) => operation === permission).length, 1);
});

test('R4: a run of many turns edits its comment no more often than every five seconds, and once at the end', async () => {
  const subject = issue();
  play(commands(Array.from({ length: 12 }, (_, at) => `echo ${at} > a.txt`)));
  let seconds = 0;
  const asked = await operations(async () => {
    const result = await comment(subject, '/oi fix');
    assert.equal(endOf(result), 'changed, success');
    seconds = (result.phases.main?.milliseconds ?? 0) / 1000;
  });
  const edits = asked.filter((operation) => operation === 'issues/update-comment').length;
  assert.ok(edits >= 1 && edits <= seconds / 5 + 1, `${edits} edits in ${seconds} s`);
  assert.equal(asked.at(-1), 'issues/update-comment');
  assert.match(answersOn(subject)[0]?.body ?? '', /Done: I opened/);
});

/** The runtime tells which files the bundle loads, from the very first on. */
const hook = join(temporaryFolder(), 'hook.mjs');
writeFileSync(
  hook,
  `import { registerHooks } from 'node:module';
   registerHooks({ load(url, at, next) { if (url.startsWith('file:')) console.log('loads ' + url); return next(url, at); } });`,
);
// By the command line: variables that load code are not obeyed.
const node = join(temporaryFolder(), 'node');
writeFileSync(node, `#!/bin/sh\nexec '${process.execPath}' --import '${pathToFileURL(hook)}' "$@"\n`, {
  mode: 0o755,
});
const bytesLoadedBy = ({ raw }: { raw: string }): number =>
  [...raw.matchAll(/^loads (.*)$/gm)]
    .filter(([, url]) => url !== pathToFileURL(hook).href)
    .reduce((sum, [, url = '']) => sum + statSync(new URL(url)).size, 0);

test('what is not for us costs no call and loads next to nothing of the product', async () => {
  const subject = issue();
  const before = github.requests.length;
  const events = [
    ...['Thanks!', 'see https://example.test/docs/oi/setup', 'and /oi fix in the middle'].map((body) =>
      github.events.issueComment('created', github.seed.comment(subject, 'ann', body)),
    ),
    github.events.issueComment('edited', github.seed.comment(subject, 'ann', '/oi fix'), {
      previousBody: '',
    }),
    github.events.issues('labeled', subject, { label: github.seed.label(subject, 'bug', 'ann').label }),
  ];
  for (const event of events) {
    const result = await run(event, { node });
    assert.equal(endOf(result), 'ignored, success', result.raw);
    const bytes = bytesLoadedBy(result);
    // The entry, and what makes the process safe before anything else of it runs (src/entry/start-clean.ts).
    assert.ok(bytes > 500 && bytes < 12_000, `${bytes} bytes`);
  }
  assert.equal(github.requests.length, before);
  assert.ok(bytesLoadedBy(await comment(subject, '/oi fix', 'sam', { node })) > 100_000);
});
