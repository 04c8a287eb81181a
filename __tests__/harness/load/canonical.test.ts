import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { canonicalTools } from '../../../src/harness/load/canonical.ts';

test('a harness file is checked against the arguments that the tools have', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/tools.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)].map(([, tool = '', args = '']) => [
    tool,
    [...args.matchAll(/`(\w+)/g)].map(([, name]) => name),
  ]);
  assert.ok(rows.length > 0);
  const known = (names: readonly string[]) => [...names].sort();
  const documented = rows.map(([tool, args]) => [
    tool,
    known(
      (args as string[]).filter((name) => !['replace', 'append', 'create'].includes(name) || tool === 'none'),
    ),
  ]);
  assert.deepEqual(
    Object.fromEntries(documented),
    Object.fromEntries(Object.entries(canonicalTools).map(([tool, args]) => [tool, known(args)])),
  );
});
