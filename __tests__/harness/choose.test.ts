// cspell:ignore nativ ourz
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseHarness, harnessIds } from '../../src/harness/choose.ts';

test('every model gets a harness, and what is asked for wins', () => {
  for (const model of ['gpt-5', 'glm-4.6', 'sim/model', '']) {
    const { id, own, why } = chooseHarness(model, { asked: null });
    assert.deepEqual([id, own], ['native', false]);
    assert.match(why, /\.$/);
  }
  for (const id of harnessIds) {
    const chosen = chooseHarness('any', { asked: id });
    assert.deepEqual([chosen.id, chosen.own], [id, false]);
  }
});

test('a family of models gets the harness that it is used to, by its name or its provider’s', () => {
  const families = {
    'kimi-code': [
      'moonshotai/kimi-k3',
      'openrouter/moonshotai/Kimi-K2.6',
      'moonshotai-cn/anything',
      'kimi-for-coding/k3',
    ],
  };
  for (const [id, models] of Object.entries(families)) {
    for (const model of models) assert.equal(chooseHarness(model, { asked: null }).id, id, model);
  }
});

test('Qwen’s models get the harness that they were trained with, whoever serves them', () => {
  const models = ['qwen/qwen3-coder', 'openrouter/Qwen/Qwen3-Next', 'qwq-32b', 'groq/QwQ-32B', 'dashscope/x'];
  for (const model of models) assert.equal(chooseHarness(model, { asked: null }).id, 'qwen-code', model);
  assert.equal(chooseHarness('deepseek-r1-distill-qwen-32b', { asked: null }).id, 'qwen-code');
  assert.equal(chooseHarness('sim/my-qwq', { asked: null }).id, 'native');
});

test('Claude and DeepSeek models get the tools of Claude Code, where no rule before says otherwise', () => {
  const families = {
    'claude-code': [
      'anthropic/claude-opus-4-6',
      'openrouter/anthropic/claude-haiku-4.5',
      'Claude',
      'anthropic/x',
    ],
    'claude-code-bare': ['deepseek/deepseek-v4-flash', 'openrouter/DeepSeek/DeepSeek-V4', 'deepseek/other'],
  };
  for (const [id, models] of Object.entries(families)) {
    for (const model of models) assert.equal(chooseHarness(model, { asked: null }).id, id, model);
  }
});

test('who is asked over messages gets the tools of Claude Code, whatever the model, unless a harness is named', () => {
  for (const model of ['minimax/MiniMax-M3', 'kimi-k3', 'gpt-5']) {
    assert.equal(chooseHarness(model, { asked: null, wire: 'messages' }).id, 'claude-code', model);
    assert.notEqual(chooseHarness(model, { asked: null, wire: 'responses' }).id, 'claude-code', model);
  }
  assert.equal(chooseHarness('gpt-5', { asked: 'native', wire: 'messages' }).id, 'native');
});

const refused = (asked: string, own?: readonly string[]): string => {
  try {
    return chooseHarness('any', { asked, ...(own && { own }) }).id;
  } catch (error) {
    const { code, happened, advice } = error as { code: string; happened: string; advice: string };
    return `${code}: ${code === 'harness.unknown' ? advice : happened}`;
  }
};

test('a harness that there is not is refused with the nearest names', () => {
  assert.equal(refused('nativ'), 'harness.unknown: Did you mean native?');
  assert.match(refused('mini-swe-agents'), /^harness\.unknown: Did you mean mini-swe-agent/);
  assert.equal(refused('claude'), `harness.unknown: There are ${harnessIds.join(', ')}.`);
  assert.equal(refused('../native'), 'harness.unknown: Did you mean native?');
});

test('the repository’s own harnesses can be asked for, and are among the nearest names', () => {
  const chosen = chooseHarness('any', { asked: 'ours', own: ['ours', 'others'] });
  assert.deepEqual([chosen.id, chosen.own], ['ours', true]);
  assert.match(refused('ourz', ['ours']), /Did you mean ours/);
  assert.match(refused('claude', ['ours']), /There are .*, ours\.$/);
  assert.equal(chooseHarness('any', { asked: null }).own, false);
});

test('a folder with the name of a harness that comes along is an error, whichever was meant', () => {
  assert.equal(
    refused('native', ['native']),
    'harness.invalid: .github/oi/harnesses/native has the name of a harness that comes along.',
  );
});
