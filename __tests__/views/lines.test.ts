import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { failure, type ToolResult } from '../../src/core/tool.ts';
import { lines } from '../../src/views/lines.ts';
import { log, ran } from '../harness/play.ts';

/** What is shown of a result. */
function shown(tool: string, args: JsonObject, result: ToolResult): string[] {
  const at = log();
  at.record({ type: 'tool.called', call: { id: 'c1_0', tool, args, quote: null } });
  at.record({ type: 'tool.returned', call: 'c1_0', result });
  return lines(at.entries).map(({ text }) => text.trim());
}

test('a command shows how it ended, and goes on only where it has a handle', () => {
  assert.deepEqual(shown('exec', { command: 'x' }, ran('')), ['exit 0, 1.2 s']);
  assert.deepEqual(shown('exec', { command: 'x' }, ran('', { code: null, killed: 'timeout' })), [
    'timeout after 1.2 s',
  ]);
  assert.deepEqual(shown('exec', { command: 'x' }, ran('', { code: null, handle: '7' })), [
    'goes on in the background',
  ]);
});

test('a call that came to nothing shows why, whatever else is known of it', () => {
  for (const fields of [{}, { named: ['command'] }, { fault: 'missing', path: 'a' }])
    for (const tool of ['exec', 'read', 'replace'])
      assert.deepEqual(shown(tool, {}, failure('It is missing.', fields)), ['It is missing.']);
});
