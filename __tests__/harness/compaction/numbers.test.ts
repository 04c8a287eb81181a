import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { last, only } from '../../../src/core/session.ts';
import { toHarness } from '../../../src/harness/harness.ts';
import { assertValid, begin, data, harness, reply, text } from '../play.ts';
import { failed, onlyNotes, opened, quarters, settle, work } from './working.ts';

suite('each harness begins at the use that its original does', () => {
  /** Window and the tokens from which on something is done: a share of the window, or what has to stay free. */
  const limits: readonly [id: string, window: number, limit: number][] = [
    ['native', 200_000, 180_000], // 90 %
    ['minimal', 200_000, 180_000], // the host's rule
    ['claude-code-bare', 200_000, 180_000], // the host's rule
    ['claude-code', 200_000, 123_000], // 64,000 for the answer and 13,000 more
    ['kimi-code', 262_144, 212_144], // 50,000 left come before 85 %
    ['kimi-code', 1_048_576, 891_289], // 85 % come before 50,000 left
    ['kimi-cli', 131_072, 81_072], // 50,000 left
    ['qwen-code', 262_144, 183_500], // 70 %
    ['opencode', 200_000, 180_000], // 20,000 left
    ['pi', 200_000, 183_616], // 16,384 left
    ['little-coder', 32_768, 16_384], // as pi
    ['deepseek-tui', 1_000_000, 800_000], // 80 %
    ['zcode', 200_000, 123_000], // as claude-code
    ['terminus-2', 200_000, 192_000], // 8,000 left
    ['terminus-2-xml', 200_000, 192_000], // as terminus-2
    ['kimi-code', 64_000, 32_000], // never before half of the window
  ];
  for (const [id, window, limit] of limits) {
    test(`${id}, of ${window} at ${limit}`, async () => {
      const with_ = await toHarness(onlyNotes(await data(id)));
      const before = begin(id);
      work(before, id, quarters(limit), limit - 1, window);
      assert.equal(with_.next(before.entries).kind, 'ask');
      const at = begin(id);
      work(at, id, quarters(limit), limit, window);
      const fact = opened(with_.next(at.entries));
      assert.deepEqual([fact?.why, fact?.used, fact?.window, fact?.share], ['full', limit, window, 1]);
    });
  }

  test('a model whose window nobody knows is asked on', async () => {
    const at = begin('native');
    work(at, 'native', [50, 50], 10_000_000);
    assert.equal((await harness('native')).next(at.entries).kind, 'ask');
  });

  test('those whose originals have no such thing never do it', async () => {
    for (const id of ['mini-swe-agent', 'mini-swe-agent-text', 'swe-agent']) {
      assert.equal((await data(id)).compaction, null);
      const at = begin(id);
      work(at, id, [50, 50], 199_999, 200_000);
      at.record(failed('model.overflow'));
      assert.notEqual((await harness(id)).next(at.entries).kind, 'compact');
    }
  });
});

/** What stays of 112 answers with results of 9,000 tokens each, a little more with the call, in a window of 1,000,000. */
const tails: readonly [id: string, answers: number, why: string][] = [
  ['native', 0, 'only messages of the user'],
  ['minimal', 0, 'only messages of the user'],
  ['claude-code', 0, 'the summary alone'],
  ['kimi-code', 0, 'only messages of the user'],
  ['pi', 2, 'the newest 20,000 tokens, at a turn’s border'],
  ['little-coder', 2, 'the newest 20,000 tokens, at a turn’s border'],
  ['opencode', 2, 'the newest turns'],
  ['kimi-cli', 2, 'the last two messages'],
  ['deepseek-tui', 4, 'the four newest messages'],
  ['qwen-code', 33, 'the newest 30 %, which is 300,000 tokens'],
];
for (const [id, answers, why] of tails) {
  test(`${id} keeps ${why}`, async () => {
    const with_ = await toHarness(onlyNotes(await data(id)));
    const at = begin(id);
    work(
      at,
      id,
      Array.from({ length: 112 }, () => 9000),
      null,
      1_000_000,
    );
    at.record(opened(with_.next(at.entries)) ?? assert.fail('nothing was opened'));
    at.record({ type: 'model.replied', reply: reply(text('Notes.')) });
    settle(at, with_);
    const from = last(at.entries, 'compaction.closed')?.kept?.from ?? Number.POSITIVE_INFINITY;
    assert.equal(
      only(at.entries, 'model.replied')
        .slice(0, -1)
        .filter(({ seq }) => seq >= from).length,
      answers,
    );
    const prompt = with_.encode(at.entries);
    assertValid(prompt);
    assert.equal(prompt.messages.filter(({ role }) => role === 'tool').length, answers);
  });
}
