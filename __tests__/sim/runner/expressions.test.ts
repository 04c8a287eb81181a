import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluate, holds } from '../../../sim/runner/expressions.ts';

const contexts = {
  github: { token: 'ghs_x', event: { comment: { body: 'please\n/OI fix' }, label: { name: 'oi' } } },
  secrets: { KEY: 'sk-1' },
  inputs: {},
};

test('a text has the values of its names in it; what is not there is empty', () => {
  assert.equal(evaluate(`a \${{ github.token }} b`, contexts), 'a ghs_x b');
  for (const [inner, value] of [
    ['secrets.KEY', 'sk-1'],
    ['secrets.OTHER', ''],
    ['github.event.label.name', 'oi'],
    ['github.event.issue.title', ''],
    ["inputs.prompt || 'it''s so'", "it's so"],
    ["secrets.KEY || 'none'", 'sk-1'],
    ["inputs.prompt && 'yes'", ''],
    ["github.event.label.name == 'OI'", 'true'],
    ["(inputs.a || 'b') != 'b'", 'false'],
  ] as const)
    assert.equal(evaluate(`\${{ ${inner} }}`, contexts), value, inner);
});

test('a condition holds as GitHub says: without regard to case, and with or without the braces', () => {
  assert.equal(holds("contains(github.event.comment.body, '/oi')", contexts), true);
  assert.equal(holds("contains(github.event.comment.body, '/io')", contexts), false);
  assert.equal(holds(`\${{ github.event.label.name == 'oi' && secrets.KEY != '' }}`, contexts), true);
  assert.equal(holds("github.event.label.name == 'bug' || inputs.prompt", contexts), false);
});

test('what this runner does not know is an error and never a value', () => {
  for (const inner of [
    "startsWith(github.ref, 'a')",
    'github.token +',
    "contains('a')",
    "'open",
    'a == b == c',
    '',
  ])
    assert.throws(() => evaluate(`\${{ ${inner} }}`, contexts), /cannot evaluate/, inner);
});
