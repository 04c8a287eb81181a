import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireId } from '../../src/core/model.ts';
import { chooseWire } from '../../src/entry/choose-wire.ts';

const anthropic = { provider: 'anthropic', wires: ['messages', 'chat'] } as const;
const deepseek = { provider: 'deepseek', wires: ['chat'] } as const;
const custom = { provider: 'custom', wires: ['chat', 'messages', 'responses'] } as const;
const harness = (id: string, ...wires: WireId[]) => ({ id, wires });
const others = async () => [
  harness('elsewhere', 'messages'),
  harness('pi', 'chat'),
  harness('both', 'messages', 'chat'),
];
const choose = (
  offered: Parameters<typeof chooseWire>[0],
  spoken: ReturnType<typeof harness>,
  asked = false,
) => chooseWire(offered, { harness: spoken, asked, others });

test('the first wire of the provider’s that the harness has is taken, in whatever order the harness names them', async () => {
  assert.equal((await choose(anthropic, harness('a', 'chat', 'messages'))).wire, 'messages');
  assert.equal((await choose(anthropic, harness('a', 'responses', 'chat'))).wire, 'chat');
  assert.equal((await choose(custom, harness('a', 'messages', 'chat'))).wire, 'chat');
  assert.equal((await choose(custom, harness('a', 'messages'))).wire, 'messages');
});

test('why is told where there was a choice', async () => {
  const why = async (...at: Parameters<typeof choose>) => (await choose(...at)).why;
  assert.equal(await why(deepseek, harness('a', 'chat')), '');
  assert.equal(await why(custom, harness('a', 'chat')), '');
  assert.match(await why(anthropic, harness('a', 'messages')), /^anthropic is asked best over messages\.$/);
  assert.match(
    await why(anthropic, harness('a', 'chat')),
    /over messages, chat, and the harness has chat\.$/,
  );
  assert.match(await why(deepseek, harness('a', 'chat'), true), /^The wire chat was asked for\.$/);
});

test('a pair that is impossible is refused with what would be possible', async () => {
  await assert.rejects(choose(deepseek, harness('elsewhere', 'messages')), {
    code: 'input.invalid',
    happened: 'The harness elsewhere is spoken over messages, and deepseek is asked over chat.',
    advice: 'Use one of the harnesses pi, both.',
  });
  await assert.rejects(choose({ provider: 'custom', wires: ['responses'] }, harness('pi', 'chat')), {
    happened: 'The harness pi is spoken over chat, and the server is asked over responses.',
    advice: 'No harness fits; use another wire.',
  });
});
