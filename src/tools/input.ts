import * as z from 'zod/mini';
import { failure } from '../core/tool.ts';
import { maybe, number, text, tool } from './args.ts';
import { background, handle, look, told, unknownHandle } from './run.ts';

/**
 * `{handle, text, wait_seconds?}` → the fields of `Run`. Types into a background command as it stands (a line needs its
 * newline) and looks a second later unless told. Nothing is typed where `text` is empty.
 */
export const input = tool({
  name: 'input',
  changes: true,
  args: z.object({ handle, text, wait_seconds: maybe(number(z.gte(0))) }),
  async run({ handle, text, wait_seconds = 1 }, at) {
    const running = background(at, handle);
    if (running === null) return unknownHandle(handle);
    const written = text === '' ? { ok: true as const } : await running.write(text);
    const { fields } = told(await look(running, written.ok ? wait_seconds : 0, at.signal));
    return written.ok ? { ok: true, fields } : failure(written.why, fields);
  },
});
