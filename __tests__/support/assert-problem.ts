import assert from 'node:assert/strict';
import { type Code, errorTable } from '../../src/core/errors.ts';
import { key, type Ran } from './oi.ts';

/** `oi` ended with this error: one sentence, one piece of advice and the code; no answer, no stack, no key. */
export function assertProblem({ code, stdout, stderr }: Ran, problem: Code): void {
  assert.equal(code, errorTable[problem].exit, stderr);
  assert.equal(stdout, '');
  const told = stderr.split('\n').filter((line) => line.endsWith(` (${problem})`));
  assert.equal(told.length, 1, stderr);
  assert.match(told[0] ?? '', /^[^.].+[.:”)] [A-Z].+[.?] \([\w.-]+\)$/);
  assert.doesNotMatch(stderr, /^\s+at |Error:|node:internal/m);
  assert.ok(!stderr.includes(key));
}
