import * as z from 'zod/mini';
import { failure } from '../core/tool.ts';
import { command, flag, maybe, number, path, tool } from './args.ts';
import { look, told } from './run.ts';

const usual = 120;
const most = 1800;
/** What a command has for dying after its time is over. */
const grace = 10;

/**
 * `{command, folder?, seconds?, yield_seconds?, terminal?}` → the fields of `Run`. Without `yield_seconds` it waits for
 * the end, and after `seconds` (120; 1800 at most) everything is killed. With it, it answers after that time, and the
 * command goes on under its handle, for 1800 seconds unless `seconds` says less. `terminal` gives it a pty, and
 * without one it has no input.
 */
export const exec = tool({
  name: 'exec',
  changes: true,
  args: z.object({
    command,
    folder: maybe(path),
    seconds: maybe(number(z.gt(0))),
    yield_seconds: maybe(number(z.gte(0))),
    terminal: maybe(flag),
  }),
  async run({ command, folder = null, seconds, yield_seconds, terminal = false }, { sandbox, signal }) {
    const limit = Math.min(seconds ?? (yield_seconds === undefined ? usual : most), most);
    if (yield_seconds === undefined && !terminal) {
      const exit = await sandbox.exec({ command, folder, seconds: limit }, signal);
      return told({ ...exit, handle: null });
    }
    const started = await sandbox.start({ command, folder, seconds: limit, terminal });
    if (!started.ok) return failure(started.why);
    return told(await look(started.value, Math.min(yield_seconds ?? most, limit + grace), signal));
  },
});
