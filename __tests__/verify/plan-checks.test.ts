import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planChecks } from '../../src/verify/plan-checks.ts';

const base = 'a'.repeat(40);
const repository = (files: Record<string, string>) => ({
  read: async (_tree: string, path: string) => (files[path] === undefined ? null : Buffer.from(files[path])),
  list: async () => Object.keys(files),
});
const scripts = (given: Record<string, string>) => JSON.stringify({ scripts: given });

test('the settings win, and no command at all is theirs to say', async () => {
  const files = repository({ 'package.json': scripts({ test: 'x' }) });
  assert.deepEqual(
    (await planChecks(['make it', 'prove it'], files, base)).checks.map(({ command }) => command),
    ['make it', 'prove it'],
  );
  assert.deepEqual((await planChecks([], files, base)).checks, []);
});

test('else the repository’s own files say, at the base commit', async () => {
  const { checks, why } = await planChecks(
    null,
    repository({ 'package.json': scripts({ test: 't' }) }),
    base,
  );
  assert.deepEqual(
    checks.map(({ command }) => command),
    ['npm run test'],
  );
  assert.match(why, /found in the repository: `npm run test`/);
  assert.match((await planChecks(null, repository({}), base)).why, /^No check was found: /);
});
