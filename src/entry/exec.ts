import { addAbortSignal, type Readable } from 'node:stream';
import { errorTable, OiError, type Problem, toProblem } from '../core/errors.ts';
import type { Outcome } from '../core/outcome.ts';
import type { Settings } from '../core/task.ts';
import { run } from '../run.ts';
import { type ExecFlags, parseExecFlags } from './flags.ts';
import { openLocalWorld } from './local-world.ts';
import { checkOutput, writeOutput } from './output.ts';
import { type Earlier, folderFor, resumed, sessionFolder } from './sessions.ts';
import { printable, watchAsJson, watchAsLines } from './watch.ts';
import { keepApart, workFolder } from './work-folder.ts';

/** The process as `oi` uses it, so that a test can hand in its own. */
export type Console = {
  env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  stdout: { write(text: string): unknown; isTTY?: boolean };
  stderr: { write(text: string): unknown; isTTY?: boolean };
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
};

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
  const { event, ...earlier } = await promptOf(flags, console);
  const folder = workFolder(folderFor(event.session, earlier.folder, flags.folder));
  const settings = settingsOf(flags, earlier.settings);
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

/** What is typed or set counts; else what the session had. No wall is typed each time, or there is one. */
function settingsOf(flags: ExecFlags, earlier: Settings | null): Settings {
  const model = flags.model ?? earlier?.model;
  if (!model) throw noModel();
  return {
    trigger: '',
    label: '',
    model,
    harness: flags.harness ?? earlier?.harness ?? null,
    sandbox: flags.sandbox ?? (earlier?.sandbox === 'read-only' ? 'read-only' : 'workspace-write'),
    limits: flags.limits,
    bots: [],
    protect: [],
    verify: { commands: null, rounds: 1, readyWhenGreen: false },
  };
}

async function promptOf(flags: ExecFlags, console: Console): Promise<Earlier> {
  const text = flags.prompt === '-' ? await allOf(console) : flags.prompt;
  if (flags.resume) return resumed(sessionFolder(console.env, flags.resume), flags.resume, text);
  if (!text?.trim()) {
    throw new OiError(
      'input.missing',
      'There is no prompt.',
      'Write it in quotes, or - to read it from standard input.',
    );
  }
  const session = newSession();
  return { event: { kind: 'prompt', id: `${session}/1`, session, text }, folder: null, settings: null };
}

/** Standard input to its end; Ctrl-C ends the wait. */
async function allOf({ stdin, signal }: Console): Promise<string> {
  const { text } = await import('node:stream/consumers');
  return text(addAbortSignal(signal, stdin));
}

/** When it began, and a random part: sorts by time and collides with nothing. */
function newSession(): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  // `crypto` would take 7 ms to load, and nothing has to be unguessable here.
  return `${time}-${Math.random().toString(16).slice(2, 8).padEnd(6, '0')}`;
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

function complain({ code, happened, advice }: Problem, { stderr }: Console): number {
  stderr.write(`${printable(`${happened} ${advice}`)} (${code})\n`);
  return errorTable[code].exit;
}

const noModel = (): OiError =>
  new OiError(
    'input.missing',
    'No model is given.',
    'Name one with --model or OI_MODEL, e.g. deepseek/deepseek-chat.',
  );
