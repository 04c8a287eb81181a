import assert from 'node:assert/strict';
import type { Step } from '../../src/core/harness.ts';
import type { Item } from '../../src/core/model.ts';
import { failure } from '../../src/core/tool.ts';
import { begin, harness, type Log, reply, textIn } from '../harness/play.ts';
import { bareSandbox, callerIn } from '../support/bare-sandbox.ts';
import { temporaryFolder } from '../support/folder.ts';

/** A folder, and what a harness's model reads there after an answer: by the real tools, without a wall. */
export async function answering(id: string): Promise<{
  folder: string;
  fresh(): Log;
  /** In a conversation of its own unless one is given. */
  answer(said: Item, at?: Log): Promise<string>;
  next(at: Log): Step;
}> {
  const folder = temporaryFolder();
  const run = callerIn(await bareSandbox(folder));
  const made = await harness(id);
  const fresh = (): Log => begin(id, { folder });
  const next = (at: Log): Step => made.next(at.entries);
  return {
    folder,
    fresh,
    next,
    async answer(said, at = fresh()) {
      at.record({ type: 'model.replied', reply: reply(said) });
      assert.equal(next(at).kind, 'act');
      for (let step = next(at); step.kind === 'act'; step = next(at)) {
        for (const call of step.calls) {
          const declined = 'declined' in call;
          if (!declined) at.record({ type: 'tool.called', call });
          const result = declined ? failure(call.declined) : await run(call.tool, call.args);
          at.record({ type: 'tool.returned', call: call.id, result });
        }
      }
      return textIn(made.encode(at.entries).messages.at(-1));
    },
  };
}
