import * as z from 'zod/mini';
import { maybe, number, tool } from './args.ts';
import { background, handle, look, told, unknownHandle } from './run.ts';

/** `{handle, wait_seconds?}` → the fields of `Run`. Waits for the end of a background command, 5 seconds unless told. */
export const poll = tool({
  name: 'poll',
  changes: false,
  args: z.object({ handle, wait_seconds: maybe(number(z.gte(0))) }),
  async run({ handle, wait_seconds = 5 }, at) {
    const running = background(at, handle);
    if (running === null) return unknownHandle(handle);
    return told(await look(running, wait_seconds, at.signal));
  },
});
