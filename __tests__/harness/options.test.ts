import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Prompt } from '../../src/core/model.ts';
import { filledOptions } from '../../src/harness/options.ts';
import { begin, chosen, harness, sit } from './play.ts';

const nonce = 'f00dfeed';

test('a session has one name through all its sittings, which comes from the log and tells nothing of it', () => {
  const at = begin('native');
  const once = filledOptions({ key: 'session_{{session}}' }, at.entries);
  sit(at, 'native', { context: { nonce: 'cafecafe' } });
  assert.deepEqual(filledOptions({ key: 'session_{{session}}' }, at.entries), once);
  assert.deepEqual(once, { key: `session_${nonce}` });
});

test('texts anywhere in request parameters are filled in, and all else stays as it is', () => {
  const { entries } = begin('native');
  const options = { a: { b: '{{session}}' }, c: ['{{session}}'], d: null, e: true, f: 0.5 };
  assert.deepEqual(filledOptions(options, entries), { ...options, a: { b: nonce } });
});

/** What a harness asks for over a wire. */
async function promptOf(id: string, wire: 'chat' | 'responses'): Promise<Prompt> {
  const at = begin(id);
  at.record(chosen(id, 'm', wire));
  return (await harness(id)).encode(at.entries);
}

test('each harness whose original names the session asks for it on the wire where that does', async () => {
  const keyOf = async (id: string, wire: 'chat' | 'responses') =>
    (await promptOf(id, wire)).options['prompt_cache_key'];
  assert.equal(await keyOf('native', 'responses'), nonce);
  assert.equal(await keyOf('native', 'chat'), undefined);
  assert.equal(await keyOf('kimi-code', 'chat'), `session_${nonce}`);
  assert.equal(await keyOf('kimi-cli', 'chat'), nonce);
});
