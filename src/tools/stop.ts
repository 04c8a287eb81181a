import * as z from 'zod/mini';
import { tool } from './args.ts';
import { background, handle, look, told, unknownHandle } from './run.ts';

/** `{handle}` → the fields of `Run`. Kills a background command and all that it started. */
export const stop = tool({
  name: 'stop',
  changes: true,
  args: z.object({ handle }),
  async run({ handle }, at) {
    const running = background(at, handle);
    if (running === null) return unknownHandle(handle);
    await running.stop();
    return told(await look(running, 0, at.signal));
  },
});
