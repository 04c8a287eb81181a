import assert from 'node:assert/strict';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { last, only } from '../../src/core/session.ts';
import { bakeHarness } from '../../src/harness/bake.ts';
import { toHarness } from '../../src/harness/harness.ts';
import { openSessionFile } from '../../src/session/file.ts';
import { codexEvents } from '../../src/views/codex-events.ts';
import { handover } from '../../src/views/handover.ts';
import { lines } from '../../src/views/lines.ts';
import { summary } from '../../src/views/summary.ts';
import { tracking } from '../../src/views/tracking.ts';
import { transcript } from '../../src/views/transcript/transcript.ts';
import { usage } from '../../src/views/usage.ts';
import { temporaryFolder } from '../support/folder.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The log of a job that mended a file in two rounds, as the first released format has it. It is never made anew: people
 * have logs like it.
 */
function openFirst() {
  const folder = temporaryFolder();
  copyFileSync(at('../fixtures/log-v1.jsonl'), join(folder, 'log.jsonl'));
  const opened = openSessionFile(folder, 'issue-1', { now: () => new Date(0), hide: (text) => text });
  return { ...opened, file: join(folder, 'log.jsonl') };
}

test('a log of version 1 opens and can be gone on with', () => {
  const { session, close, file } = openFirst();
  assert.equal(session.log.length, 36);
  assert.equal(last(session.log, 'session.opened')?.version, 1);
  session.record({ type: 'model.told', text: 'more' });
  close();
  assert.match(
    readFileSync(file, 'utf8'),
    /\n\{"seq":37,.*"sitting":1,"round":2,"type":"model\.told","text":"more"\}\n$/,
  );
});

test('every view still reads a log of version 1', () => {
  const { session, close } = openFirst();
  close();
  const { log } = session;
  const { input, output } = usage(log);
  assert.deepEqual([input, output], [8133, 73]);
  const { title, change, turns, ended, verdicts } = handover(log);
  assert.deepEqual([title, turns, ended], ['Mend it', 5, { how: 'finished' }]);
  assert.deepEqual(
    change?.files.map(({ path }) => path),
    ['a.txt'],
  );
  assert.deepEqual(
    verdicts.map(({ before, after }) => [before?.code, after.code]),
    [[1, 0]],
  );
  const outcome = last(log, 'sitting.closed')?.outcome;
  assert.ok(outcome);
  assert.match(summary(outcome, 'Done.', log), /sim\/model with the native harness/);
  const quotes = { words: (text: string) => text, code: (text: string) => text };
  assert.match(tracking(log, { runUrl: null }, quotes), /Mend a\.txt/);
  assert.match(transcript(log, { title: 'issue-1' }), /echo tow &gt; a\.txt/);
  const prefixes = log.map((_, index) => log.slice(0, index + 1));
  assert.ok(prefixes.flatMap(lines).some(({ text }) => text.startsWith('$ cat a.txt')));
  assert.ok(prefixes.flatMap(codexEvents).length > 5);
});

test('a harness still makes its conversation of a log of version 1', async () => {
  const { session, close } = openFirst();
  close();
  const harness = await toHarness(await bakeHarness(at('../../harnesses'), 'native'));
  const { messages } = harness.encode(session.entries);
  const replies = only(session.entries, 'model.replied').length;
  assert.equal(messages.filter(({ role }) => role === 'assistant').length, replies);
  assert.deepEqual(harness.next(session.entries), {
    kind: 'finish',
    title: 'Mend it',
    body: 'Done now, and the check passes.',
  });
});
