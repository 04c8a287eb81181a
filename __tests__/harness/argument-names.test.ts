import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTheirNames } from '../../src/harness/argument-names.ts';
import { harnessIds } from '../../src/harness/choose.ts';
import type { ArgNames } from '../../src/harness/data.ts';
import { answering } from '../harness-answers/answering.ts';
import { call, data } from './play.ts';

/** Our names as a tool says them, and theirs. */
function pairs(names: ArgNames): [ours: string, theirs: string][] {
  return Object.entries(names).flatMap(([theirs, said]): [string, string][] => {
    const { to, each } = typeof said === 'string' ? { to: said, each: undefined } : said;
    const said_ = to.replace(/\.(\d+)/g, '[$1]');
    const inner = each ? pairs(each) : [];
    return [
      [said_, theirs],
      ...inner.map(([a, b]): [string, string] => [`${to}[2].${a}`, `${theirs}[2].${b}`]),
    ];
  });
}

test('whatever a tool calls its arguments, a model reads the names that it gave them, in every harness', async () => {
  for (const id of harnessIds)
    for (const face of (await data(id)).tools) {
      const known = new Map(pairs(face.args).reverse());
      for (const [ours, theirs] of known) {
        const said = inTheirNames(face, `\`${ours}\` must be.`, [ours]);
        assert.match(said, /^`[^`]+` (?:must be|has a value that cannot be used)\.$/);
        assert.ok(said.startsWith(`\`${theirs}\` `), `${id} ${face.name}: ${said}`);
      }
    }
});

test('a name that the model has no other one for stays, and so does every word that is none', async () => {
  const [face] = (await data('pi')).tools;
  assert.ok(face);
  assert.equal(
    inTheirNames(face, 'Say `chars`, from the start.', ['chars', 'start']),
    'Say `chars`, from the start.',
  );
});

test('what a real tool finds wrong with its arguments is told so', async () => {
  const pi = await answering('pi');
  assert.equal(
    await pi.answer(call('read', { path: 'a', offset: 1.5 })),
    '`offset` must be a whole number, not 1.5.',
  );
  const qwen = await answering('qwen-code');
  // Lines are counted from 0 there, and time in milliseconds: our numbers are others.
  const odd = { offset: 1.5, limit: 0 };
  assert.equal(
    await qwen.answer(call('read_file', { file_path: 'a', ...odd })),
    '`offset` has a value that cannot be used. `limit` must be at least 1, not 0.',
  );
  assert.equal(await qwen.answer(call('glob', { pattern: '' })), '`pattern` must not be empty.');
  assert.equal(await qwen.answer(call('read_file', { file_path: '' })), '`file_path` must not be empty.');
});
