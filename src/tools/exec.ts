import * as z from 'zod/mini';
import type { Command, Exit, Sandbox } from '../core/sandbox.ts';
import { failure } from '../core/tool.ts';
import { command, flag, maybe, number, path, tool } from './args.ts';
import { look, told } from './run.ts';

const usual = 120;
const most = 1800;
/** What a command has for dying after its time is over. */
const grace = 10;

/**
 * `{command, folder?, seconds?, yield_seconds?, terminal?, tell_folder?}` → the fields of `Run`. Without `yield_seconds` it waits for
 * the end, and after `seconds` (120; 1800 at most) everything is killed. With it, it answers after that time, and the
 * command goes on under its handle, for 1800 seconds unless `seconds` says less. `terminal` gives it a pty, and
 * without one it has no input. `tell_folder`: the answer has a `folder`, where the next command begins that is to go on where
 * this one ended; where it is gone by then, that one begins in the workspace. It is for commands that are waited for.
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
    tell_folder: maybe(flag),
  }),
  async run(args, { sandbox, signal }) {
    const { command, folder = null, seconds, yield_seconds, terminal = false, tell_folder = false } = args;
    const limit = Math.min(seconds ?? (yield_seconds === undefined ? usual : most), most);
    if (yield_seconds === undefined && !terminal) {
      const exec = tell_folder ? execAndTell : sandbox.exec;
      return told({ ...(await exec({ command, folder, seconds: limit }, signal, sandbox)), handle: null });
    }
    const started = await sandbox.start({ command, folder, seconds: limit, terminal });
    if (!started.ok) return failure(started.why);
    return told(await look(started.value, Math.min(yield_seconds ?? most, limit + grace), signal));
  },
});

/** A shell that was killed has told nothing: the next command begins where it began. */
async function execAndTell(
  command: Command,
  signal: AbortSignal,
  { exec, files, folder }: Sandbox,
): Promise<Exit & { folder: string }> {
  const note = `/tmp/.oi-folder-${crypto.randomUUID()}`;
  const exit = await exec({ ...command, note }, signal);
  const noted = await files.read(note);
  if (noted.ok) await files.remove(note);
  const last = noted.ok ? Buffer.from(noted.value.content).toString().replace(/\n$/, '') : '';
  return { ...exit, folder: last || (command.folder ?? folder) };
}
