import { errorTable, toProblem } from '../core/errors.ts';
import type { Outcome } from '../core/outcome.ts';
import { run } from '../run.ts';
import { asked } from './asked.ts';
import { complain } from './complain.ts';
import type { Console } from './console.ts';
import { type ExecFlags, parseExecFlags } from './flags.ts';
import { openLocalWorld } from './local-world.ts';
import { checkOutput, writeOutput } from './output.ts';
import { sessionFolder } from './sessions.ts';
import { printable, watchAsJson, watchAsLines } from './watch.ts';
import { keepApart } from './work-folder.ts';

/** `oi exec`: works on a folder in place. Answers the exit code. */
export async function exec(args: readonly string[], console: Console): Promise<number> {
  try {
    const flags = parseExecFlags(args, console.env);
    return await execFlags(flags, console);
  } catch (error) {
    if (!isCancellation(error)) return complain(toProblem(error), console);
    console.stderr.write('The run was cancelled before it began.\n');
    return cancelled;
  }
}

async function execFlags(flags: ExecFlags, console: Console): Promise<number> {
  if (flags.output) checkOutput(flags.output);
  const { event, folder, settings } = await asked(flags, console);
  const state = sessionFolder(console.env, event.session);
  if (settings.sandbox !== 'danger-full-access') keepApart(folder, state);
  const colour = console.stderr.isTTY === true && !console.env['NO_COLOR'];
  const watch = flags.json ? watchAsJson(console.stdout) : watchAsLines(console.stderr, colour);
  const local = openLocalWorld({
    folder,
    session: event.session,
    baseUrl: flags.baseUrl,
    env: console.env,
    watch,
  });
  try {
    const outcome = await run(event, settings, local.world, console.signal);
    return outcome ? end(outcome, event.session, flags, console) : 0;
  } finally {
    await local.close();
  }
}

function end(outcome: Outcome, session: string, flags: ExecFlags, console: Console): number {
  const goOn = `Go on with: oi exec --resume ${session}${unremembered(flags, console)}`;
  switch (outcome.kind) {
    case 'changed':
    case 'answered': {
      const answer = `${outcome.answer}\n`;
      if (!flags.json) console.stdout.write(console.stdout.isTTY ? printable(answer) : answer);
      if (flags.output) writeOutput(flags.output, answer);
      return 0;
    }
    case 'failed':
      complain(outcome, console);
      console.stderr.write(`${goOn}\n`);
      return errorTable[outcome.code].exit;
    default:
      console.stderr.write(`${printable(`${outcome.why} ${outcome.advice}`.trim())}\n${goOn}\n`);
      return outcome.kind === 'stopped' && outcome.because === 'cancelled' ? cancelled : 1;
  }
}

/** What a session's log does not hold: its settings are without addresses. */
const unremembered = ({ baseUrl }: ExecFlags, { env }: Console): string =>
  baseUrl === null || baseUrl === env['OI_BASE_URL'] ? '' : ` --base-url ${baseUrl}`;

/** As a shell counts a program that Ctrl-C ended. */
const cancelled = 130;
const isCancellation = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';
