import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conform } from '../../../src/entry/harness/conform.ts';
import { harnessIds } from '../../../src/harness/choose.ts';
import type { HarnessData, ToolFace } from '../../../src/harness/data.ts';
import { begin, data } from '../../harness/play.ts';

const wrongIn = (harness: HarnessData): Promise<string[]> => conform(harness, begin(harness.id).entries);
/** A harness with its first tool changed. */
async function changed(id: string, change: (face: ToolFace) => ToolFace): Promise<HarnessData> {
  const harness = await data(id);
  return { ...harness, tools: harness.tools.map((face, index) => (index === 0 ? change(face) : face)) };
}

for (const id of harnessIds) {
  test(`${id}: each tool is understood and its results are told, whole, cut, empty and failed`, async () => {
    assert.deepEqual(await wrongIn(await data(id)), []);
  });
}

test('a block that can never say all that its tool needs is told', async () => {
  const needs = (face: ToolFace): ToolFace => ({
    ...face,
    parameters: { ...face.parameters, required: ['command', 'reason'] },
  });
  const wrong = await wrongIn(await changed('swe-agent', needs));
  assert.equal(wrong.length, 4, wrong.join('\n'));
  assert.match(
    wrong[0] ?? '',
    /^`bash`, a result: its own call is declined: It cannot be done: `reason` is missing\.$/,
  );
});

test('a rendering that writes an object is told with the kind of result', async () => {
  const shows = (face: ToolFace): ToolFace => ({
    ...face,
    render: { ...face.render, failed: { steps: [], template: '{{args}}' } },
  });
  assert.deepEqual(await wrongIn(await changed('native', shows)), [
    '`exec_command`, a failure: the model would read `[object Object]`.',
  ]);
});

test('what breaks in a step is told and nothing is thrown', async () => {
  const breaks = (face: ToolFace): ToolFace => ({
    ...face,
    render: { ...face.render, ok: { steps: [], template: '{{#output}}' } },
  });
  const wrong = await wrongIn(await changed('pi', breaks));
  assert.equal(wrong.length, 3, wrong.join('\n'));
  assert.match(wrong[0] ?? '', /^`read`, a result: Unclosed section "output"/);
});
