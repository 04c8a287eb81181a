import * as z from 'zod/mini';
import type { Sandbox, Terminal } from '../core/sandbox.ts';
import { failure, type ToolResult } from '../core/tool.ts';
import { list, maybe, number, text, tool } from './args.ts';
import { handle } from './run.ts';
import { bothEnds } from './typing/both-ends.ts';
import { keystrokes } from './typing/keystrokes.ts';

const size = { rows: 40, columns: 160 };
const usual = 1;
const most = 60;
/** Less than this no program needs to answer. */
const leastMilliseconds = 100;
/** Longer than a run. */
const aDay = 24 * 3600;
const promptMilliseconds = 10_000;

/** What is typed stays what it is: a tab completes nothing, and an exclamation mark recalls nothing. */
const asTyped = `set +H; bind "set disable-completion on"; unset PROMPT_COMMAND`;
/** A shell that asks nothing of the home folder, and whose prompt says where it is. */
const shell = [
  "PS1='$PWD$ ' HISTFILE=/dev/null INPUTRC=/dev/null",
  `PROMPT_COMMAND='${asTyped}' exec bash --noprofile --norc -i`,
].join(' ');

/**
 * `{handle?, keys?: [{text, seconds?}]}` → `{handle, typed, fresh, output, lost, ended, code, killed}`. Types one text after the other
 * into a terminal, waits `seconds` (1; 60 at most) after each, and looks: `output` is what came since the last look, where `fresh`,
 * else the whole screen. A text that is only the name of a key, such as `C-c`, is that key. Without `handle` it opens a terminal, with
 * a shell in the workspace, and the next call names it. Where the terminal that a call names is gone, `lost` says so: nothing is
 * typed, and a new one is open. `ended`: its shell ended meanwhile, as `code` and `killed` say; what was to be typed after that was
 * not, and a new one is open. `handle` is the one that is open now, and `typed` the number of texts.
 */
export const terminal = tool({
  name: 'terminal',
  changes: true,
  args: z.object({
    handle: maybe(handle),
    keys: maybe(list(z.object({ text, seconds: maybe(number(z.gte(0))) }))),
  }),
  async run({ handle, keys = [] }, { sandbox, signal }) {
    const named = handle === undefined ? null : sandbox.terminal(handle);
    const lost = handle !== undefined && named?.exit() !== null;
    const terminal = named && !lost ? named : await open(sandbox, signal);
    if (terminal.exit() !== null)
      return failure(`No terminal can be opened. ${(await terminal.look()).screen}`.trim());
    const typed = lost ? 0 : await type(terminal, keys, signal);
    const { fresh, screen } = await terminal.look();
    const told = {
      typed,
      lost,
      fresh: fresh !== null && !lost,
      output: bothEnds(lost ? screen : (fresh ?? screen)),
    };
    const exit = terminal.exit();
    if (exit === null) return answer(terminal, { ...told, ended: false, code: null, killed: null });
    return answer(await open(sandbox, signal), { ...told, ended: true, ...exit });
  },
});

const answer = ({ handle }: Terminal, fields: ToolResult['fields']): ToolResult => ({
  ok: true,
  fields: { handle, ...fields },
});

/** A new terminal, once its shell asks for a command. */
async function open(sandbox: Sandbox, signal: AbortSignal): Promise<Terminal> {
  const terminal = await sandbox.openTerminal({ command: shell, folder: null, seconds: aDay, ...size });
  const late = performance.now() + promptMilliseconds;
  while (performance.now() < late && terminal.exit() === null && !signal.aborted) {
    if ((await terminal.look()).screen !== '') break;
    await terminal.wait(10, signal);
  }
  return terminal;
}

async function type(
  terminal: Terminal,
  keys: readonly { text: string; seconds?: number | undefined }[],
  signal: AbortSignal,
): Promise<number> {
  let typed = 0;
  for (const { text, seconds = usual } of keys) {
    if (signal.aborted || terminal.exit() !== null) break;
    terminal.type(keystrokes(text));
    await terminal.wait(Math.max(leastMilliseconds, 1000 * Math.min(seconds, most)), signal);
    typed++;
  }
  return typed;
}
