import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Verdict } from '../../src/core/check.ts';
import type { Handover } from '../../src/core/handover.ts';
import { lookClosely, proved } from '../../src/publish/proof-words.ts';

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
  checked: 'The checks are the configured ones.',
  turns: 1,
  chosen: null,
  usage: { input: 0, cached: 0, output: 0, usd: 0, listed: 0, untold: { tokens: 0, prices: 0 } },
};
const check = { name: 'make', command: 'make', why: '' };
const ran = (code: number | null, killed: 'timeout' | null = null) => ({ code, killed, milliseconds: 1234 });

/** The last row of the table. */
const row = (before: Verdict['before'], after: Verdict['after'], scripts: string[] = []): string =>
  proved({ ...handover, verdicts: [{ check, before, after, scripts }] })
    .split('\n')
    .at(-1) ?? '';

test('a row shows a check before and after, with its exit codes and times', () => {
  assert.equal(row(ran(1), ran(0)), '| `make` | ❌ exit 1, 1.2 s | ✅ exit 0, 1.2 s |');
  assert.equal(row(null, ran(null, 'timeout')), '| `make` | not run | ❌ timed out, 1.2 s |');
});

test('a program that was never there proves nothing; one that the change took away has failed', () => {
  const missing = '➖ cannot run here (exit 127)';
  assert.equal(row(ran(127), ran(127)), `| \`make\` | ${missing} | ${missing} |`);
  assert.equal(row(ran(0), ran(127)), '| `make` | ✅ exit 0, 1.2 s | ❌ exit 127, 1.2 s |');
});

test('what an agent named cannot leave its cell, nor its line', () => {
  assert.equal(
    row(ran(1), ran(0), ['a`|\n| x | ✅']),
    "| `make`<br>changed behind it: `a'\\| \\| x \\| ✅` | ❌ exit 1, 1.2 s | ✅ exit 0, 1.2 s |",
  );
  const path = 'a`\n> - all is well';
  const words = lookClosely([{ kind: 'tests-removed', path, count: 1, sentence: 'One\n# test <b>' }]);
  assert.equal(words.split('\n').length, 3, words);
});
