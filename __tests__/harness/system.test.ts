import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HarnessData } from '../../src/harness/data.ts';
import { toHarness } from '../../src/harness/harness.ts';
import { begin, data, play, reply, sit, text, textIn } from './play.ts';

const native = await data('native');
const inFolder: HarnessData = {
  ...native,
  system: 'You work in {{folder}}.\n{{#instructions}}\n{{path}}: {{text}}{{/instructions}}',
};

test('a system message may tell where the work is and what stands there', async () => {
  const context = { instructions: [{ path: 'AGENTS.md', text: 'Use {{tabs}}.' }] };
  const [system] = (await toHarness(inFolder)).encode(
    begin('native', { folder: '/a', context }).entries,
  ).messages;
  assert.equal(textIn(system), 'You work in /a.\nAGENTS.md: Use {{tabs}}.');
});

test('a system message stays what it was, the same object, in every later sitting', async () => {
  const harness = await toHarness(inFolder);
  const at = begin('native', { folder: '/a' });
  const [first] = harness.encode(at.entries).messages;
  play(at, harness, [reply(text('Done.'))]);
  sit(at, 'native', { folder: '/b', context: { instructions: [{ path: 'AGENTS.md', text: 'New.' }] } });
  assert.equal(harness.encode(at.entries).messages[0], first);
  const [again] = (await toHarness(inFolder)).encode(structuredClone(at.entries)).messages;
  assert.deepEqual(again, first);
});

test('the roles whose content is a list of parts are told to the wire, and tools whether they are strict', async () => {
  const { entries } = begin('native');
  const plain = (await toHarness(native)).encode(entries);
  assert.deepEqual(plain.parts, []);
  assert.ok(plain.tools.every((tool) => !('strict' in tool)));
  const codec = { ...native.codec, strict: false } as HarnessData['codec'];
  const other = (await toHarness({ ...native, parts: ['user'], codec })).encode(entries);
  assert.deepEqual(other.parts, ['user']);
  assert.ok(other.tools.every(({ strict }) => strict === false));
});
