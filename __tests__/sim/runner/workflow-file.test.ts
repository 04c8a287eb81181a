import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startedSteps } from '../../../sim/runner/workflow-file.ts';

const file = `
on:
  issues:
    types: [labeled, opened]
  workflow_dispatch:
  schedule:
    - cron: '1 2 * * *'
jobs:
  other:
    permissions: { contents: read }
    steps:
      - run: echo
      - uses: a/other@v1
  ours:
    if: github.event_name != 'issues' || github.event.label.name == 'oi'
    permissions: { contents: write, pull-requests: read }
    steps:
      - uses: a/ours@v1
        with:
          key: \${{ secrets.KEY }}
          prompt: \${{ inputs.prompt }}
          max-turns: 3
`;
const on = (name: string, payload: Record<string, unknown> = {}) =>
  startedSteps(file, { name, payload }, 'a/ours@v1', { KEY: 'sk-1' });
const label = (name: string) => ({ action: 'labeled', label: { name } });

test('an event starts the steps that use the action, with their job’s permissions and evaluated inputs', () => {
  assert.deepEqual(on('workflow_dispatch', { inputs: { prompt: 'go' } }), [
    {
      job: 'ours',
      permissions: { contents: 'write', pull_requests: 'read' },
      inputs: { key: 'sk-1', prompt: 'go', 'max-turns': '3' },
    },
  ]);
  assert.equal(on('schedule', { schedule: '1 2 * * *' }).length, 1);
  assert.equal(on('issues', label('oi')).length, 1);
});

test('another event, another type of it and a condition that does not hold start nothing', () => {
  assert.deepEqual(on('push'), []);
  assert.deepEqual(on('issues', { ...label('oi'), action: 'unlabeled' }), []);
  assert.deepEqual(on('issues', label('bug')), []);
});
