import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseFileCommand } from '../../sim/runner/file-commands.ts';
import { parseLogCommand } from '../../sim/runner/log-commands.ts';
import { logCommand, readInput, setOutput } from '../../src/entry/runner-protocol.ts';

test('an input is found by its name in capitals, and trimmed', () => {
  assert.equal(readInput({ 'INPUT_API-KEY': ' k\n' }, 'api-key'), 'k');
  assert.equal(readInput({}, 'api-key'), '');
});

test('the runner reads a message with line ends and percent signs as it was', () => {
  const message = '100%0A\r\nsecond ::error::line';
  const line = logCommand('notice', message);
  assert.equal(line.split('\n').length, 2);
  assert.equal(parseLogCommand(line.trimEnd())?.message, message);
});

test('S7: no value can set a second output', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'oi-protocol-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const GITHUB_OUTPUT = join(folder, 'output');
  const first = 'a\nEOF\nbranch=evil';
  setOutput({ GITHUB_OUTPUT }, 'answer', first);
  const delimiter = /<<(.+)/.exec(readFileSync(GITHUB_OUTPUT, 'utf8'))?.[1] ?? '';
  const second = `${first}\n${delimiter}\nbranch=evil`;
  setOutput({ GITHUB_OUTPUT }, 'next', second);
  const rest = { line: 'x<<EOF=1', returned: 'x\rbranch=evil', empty: '', word: 'Grüße' };
  for (const [name, value] of Object.entries(rest)) setOutput({ GITHUB_OUTPUT }, name, value);
  assert.deepEqual(parseFileCommand(readFileSync(GITHUB_OUTPUT, 'utf8')), {
    answer: first,
    next: second,
    ...rest,
  });
});
