import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHarness } from '../../src/harness/harness.ts';
import { begin, data, textIn } from './play.ts';

test('an answer that a harness puts into the model’s mouth stands where the harness has it', async () => {
  const base = await data('minimal');
  const made = await toHarness({ ...base, opening: ['On {{longDate}}.', { answer: 'Thanks.' }, '{{ask}}'] });
  const { messages } = made.encode(begin('minimal').entries);
  assert.deepEqual(
    messages.map(({ role }) => role),
    ['system', 'user', 'assistant', 'user'],
  );
  assert.deepEqual(messages.slice(1).map(textIn), ['On Thursday, January 1, 2026.', 'Thanks.', 'Mend it.']);
});

test('the day and the system are told as the originals write them', async () => {
  const made = await toHarness({ ...(await data('minimal')), opening: ['{{shortDate}} on {{platform}}'] });
  assert.equal(textIn(made.encode(begin('minimal').entries).messages[1]), 'Thu Jan 01 2026 on linux');
});
