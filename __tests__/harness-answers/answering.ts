import assert from 'node:assert/strict';
import type { Item } from '../../src/core/model.ts';
import { begin, harness, reply, textIn } from '../harness/play.ts';
import { bareSandbox, callerIn } from '../support/bare-sandbox.ts';
import { temporaryFolder } from '../support/folder.ts';

/** A folder, and what a harness's model reads there after one call: by the real tools, without a wall. */
export async function answering(
  id: string,
): Promise<{ folder: string; answer(said: Item): Promise<string> }> {
  const folder = temporaryFolder();
  const run = callerIn(await bareSandbox(folder));
  const made = await harness(id);
  return {
    folder,
    async answer(said) {
      const at = begin(id, { folder });
      at.record({ type: 'model.replied', reply: reply(said) });
      const step = made.next(at.entries);
      assert.equal(step.kind, 'act');
      for (const call of step.kind === 'act' ? step.calls : []) {
        assert.ok(!('declined' in call), JSON.stringify(call));
        at.record({ type: 'tool.called', call });
        at.record({ type: 'tool.returned', call: call.id, result: await run(call.tool, call.args) });
      }
      return textIn(made.encode(at.entries).messages.at(-1));
    },
  };
}
