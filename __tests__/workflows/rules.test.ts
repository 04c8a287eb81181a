import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breaches } from '../../tools/workflows/rules.ts';

const sha = 'de0fac2e4500dabe0009e67214ff5f5447ce83dd';

const good = `
name: good
on:
  pull_request:
permissions: {}
concurrency:
  group: good-\${{ github.ref }}
  cancel-in-progress: true
jobs:
  check:
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@${sha} # v6.0.2
        with:
          persist-credentials: false
      - run: echo "$TITLE"
        env:
          TITLE: \${{ github.event.pull_request.title }}
  ours:
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions: {}
    steps:
      - uses: OWNER/REPOSITORY@COMMIT # a commit that you have read
        with:
          model: a/b
  again:
    permissions: {}
    uses: ./.github/workflows/other.yml
`;

test('a workflow that holds every rule breaks none', () => {
  assert.deepEqual(breaches(good), []);
});

const spoiled: readonly (readonly [what: string, from: string, to: string, breach: RegExp])[] = [
  [
    'permissions for every job',
    'permissions: {}\nconc',
    'permissions: read-all\nconc',
    /^permissions: .*\{\}/,
  ],
  ['no permissions at all', 'permissions: {}\nconc', 'conc', /^permissions: /],
  [
    'a job without permissions of its own',
    '    permissions:\n      contents: read\n',
    '',
    /^check: .*permissions/,
  ],
  [
    'a job that may write everything',
    'permissions:\n      contents: read',
    'permissions: write-all',
    /^check: .*permissions/,
  ],
  [
    'a job without a time limit',
    '    timeout-minutes: 10\n    permissions:\n',
    '    permissions:\n',
    /^check: .*timeout/,
  ],
  [
    'no concurrency',
    `concurrency:\n  group: good-\${{ github.ref }}\n  cancel-in-progress: true\n`,
    '',
    /^concurrency/,
  ],
  ['an action by its tag', `checkout@${sha} # v6.0.2`, 'checkout@v6', /^actions\/checkout@v6: .*commit/],
  [
    'an action by half a commit',
    `checkout@${sha} #`,
    `checkout@${sha.slice(0, 12)} #`,
    /^actions\/checkout@.*commit/,
  ],
  ['a commit that says no version', ' # v6.0.2', '', /^actions\/checkout@.*version/],
  [
    'another repository’s workflow by its branch',
    './.github/workflows/other.yml',
    'a/b/.github/workflows/c.yml@main',
    /^a\/b.*commit/,
  ],
  ['an image by its tag', `actions/checkout@${sha}`, 'docker://alpine:3', /^docker:.*commit/],
  [
    'a checkout that leaves its token behind',
    'persist-credentials: false',
    'fetch-depth: 0',
    /persist-credentials/,
  ],
  [
    'somebody’s title in a script',
    'echo "$TITLE"',
    `echo "\${{ github.event.pull_request.title }}"`,
    /^check: .*run/,
  ],
  [
    'the workflow of a stranger’s pull request with our secrets',
    '  pull_request:',
    '  pull_request_target:',
    /pull_request_target/,
  ],
  ['the same, in a list', 'on:\n  pull_request:', 'on: [push, pull_request_target]', /pull_request_target/],
  [
    'an issue’s title as what is to be done',
    'model: a/b',
    `prompt: Do \${{ github.event.issue.title }}`,
    /^OWNER\/REPOSITORY@COMMIT: .*prompt/,
  ],
  [
    'an input that the action does not have',
    'model: a/b',
    'models: a/b',
    /^OWNER\/REPOSITORY@COMMIT: .*models/,
  ],
];

for (const [what, from, to, breach] of spoiled) {
  test(`a workflow with this is told: ${what}`, () => {
    const bad = good.replace(from, () => to);
    assert.notEqual(bad, good, 'the workflow was spoiled');
    const [first = '', ...others] = breaches(bad);
    assert.match(first, breach);
    assert.deepEqual(others, []);
  });
}

test('an example may leave concurrency to the action, which knows about others at work', () => {
  const example = good.replace(/concurrency:\n(?: {2}.*\n)*/, '');
  assert.deepEqual(breaches(example, { example: true }), []);
  // At the top it would be entered before any job’s own conditions are looked at.
  assert.match(breaches(good, { example: true }).join(), /^concurrency: .*stranger/);
});
