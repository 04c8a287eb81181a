import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { readConversation, turnsOf } from '../../../sim/model/replay.ts';

const recorded = new URL('../../../../shared/data/trajectories/', import.meta.url);
const skip = existsSync(recorded)
  ? false
  : 'the recorded conversations (../shared) are not beside this checkout';

test('mini-swe-agent and SWE-agent conversations become turns', () => {
  const messages = [
    { role: 'system', content: 'You are…' },
    { role: 'assistant', content: 'First' },
    { role: 'user', content: 'output' },
    { role: 'assistant', content: [{ type: 'text', text: 'Second' }] },
  ];
  const expected = [{ text: 'First' }, { text: 'Second' }];
  assert.deepEqual(turnsOf(messages), expected);
  assert.deepEqual(turnsOf({ messages, trajectory_format: 'mini-swe-agent-1' }), expected);
  assert.deepEqual(turnsOf({ trajectory: [{ response: 'First' }, { response: 'Second' }] }), expected);
  assert.deepEqual(
    turnsOf({ history: [{ role: 'assistant', content: 'Demo', is_demo: true }, ...messages] }),
    expected,
  );
});

test('native calls of a recorded conversation are kept', () => {
  const tool_calls = [
    { id: 'a', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } },
  ];
  assert.deepEqual(turnsOf([{ role: 'assistant', content: null, tool_calls }]), [
    { text: '', calls: [{ name: 'bash', args: '{"command":"ls"}' }] },
  ]);
});

test('a recorded conversation of a real model is read', { skip }, async () => {
  const mini = await readConversation(new URL('mini-swe-agent-test-repo-issue-1.traj.json', recorded));
  assert.equal(mini.length, 10);
  assert.match(mini[0]?.text ?? '', /```\w+\n/);
  const swe = await readConversation(new URL('swe-agent-test-repo-issue-1.traj.json', recorded));
  assert.equal(swe.length, 5);
});
