// cspell:ignore nativ
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseHarness, harnessIds } from '../../src/harness/choose.ts';

test('every model gets a harness, and what is asked for wins', () => {
  for (const model of ['gpt-5', 'glm-4.6', 'sim/model', '']) {
    const { id, why } = chooseHarness(model, { asked: null });
    assert.equal(id, 'native');
    assert.match(why, /\.$/);
  }
  for (const id of harnessIds) assert.equal(chooseHarness('any', { asked: id }).id, id);
});

test('a harness that there is not is refused with the nearest names', () => {
  const refused = (asked: string) => {
    try {
      return chooseHarness('any', { asked }).id;
    } catch (error) {
      return `${(error as { code: string }).code}: ${(error as { advice: string }).advice}`;
    }
  };
  assert.equal(refused('nativ'), 'harness.unknown: Did you mean native?');
  assert.match(refused('mini-swe-agents'), /^harness\.unknown: Did you mean mini-swe-agent/);
  assert.equal(refused('claude'), `harness.unknown: There are ${harnessIds.join(', ')}.`);
});
