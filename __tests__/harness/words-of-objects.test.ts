import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toOurs } from '../../src/harness/args.ts';
import { harnessIds } from '../../src/harness/choose.ts';
import { words } from '../../src/harness/steps/words.ts';
import { answering } from '../harness-answers/answering.ts';
import { call, data } from './play.ts';

test('a word of the model’s that every object has a property for is a word like any other', async () => {
  const { answer } = await answering('opencode');
  for (const status of ['constructor', 'toString', '__proto__']) {
    const said = await answer(call('todowrite', { todos: [{ content: 'a', status, priority: 'high' }] }));
    assert.match(said, new RegExp(`^\\S+ must be one of .*, not "${status}"\\.$`));
  }
});

test('in every harness such words go through to the tool, and through steps, as they are', async () => {
  for (const id of harnessIds)
    for (const face of (await data(id)).tools)
      for (const [theirs, name] of Object.entries(face.args)) {
        if (typeof name === 'string' || !name.words) continue;
        assert.equal(toOurs(face, { [theirs]: 'valueOf' })[name.to], 'valueOf', `${id} ${face.name}`);
      }
  const fields = { killed: 'constructor' };
  words.apply(fields, { step: 'words', field: 'killed', words: { timeout: 'too long' } });
  assert.deepEqual(fields, { killed: 'constructor' });
});
