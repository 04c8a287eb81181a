import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errorTable, OiError, type Problem, toProblem } from '../core/errors.ts';
import type { Outcome } from '../core/outcome.ts';
import type { Event, Settings } from '../core/task.ts';
import { run } from '../run.ts';
import { type ExecFlags, parseExecFlags } from './flags.ts';
import { openLocalWorld } from './local-world.ts';
import { resumeEvent, sessionFolder } from './sessions.ts';
import { printable, watchAsJson, watchAsLines } from './watch.ts';

/** The process as `oi` uses it, so that a test can hand in its own. */
export type Console = {
  env: Readonly<Record<string, string | undefined>>;
  stdout: { write(text: string): unknown };
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
    return complain(toProblem(error), console);
  }
}

async function execFlags(flags: ExecFlags, console: Console): Promise<number> {
  const folder = existingFolder(flags.folder);
  const model = flags.model;
  if (!model) throw noModel();
  const event = eventOf(flags, console);
  const settings: Settings = {
    trigger: '',
    model,
    harness: flags.harness,
    sandbox: flags.sandbox,
    limits: flags.limits,
    bots: [],
    protect: [],
  };
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

function eventOf(flags: ExecFlags, { env }: Console): Extract<Event, { kind: 'prompt' }> {
  const text = flags.prompt === '-' ? readFileSync(0, 'utf8') : flags.prompt;
  if (flags.resume) return resumeEvent(sessionFolder(env, flags.resume), flags.resume, text);
  if (!text?.trim()) {
    throw new OiError(
      'input.missing',
      'There is no prompt.',
      'Write it in quotes, or - to read it from standard input.',
    );
  }
  const session = newSession();
  return { kind: 'prompt', id: `${session}/1`, session, text };
}

/** When it began, and a random part: sorts by time and collides with nothing. */
function newSession(): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  // `crypto` would take 7 ms to load, and nothing has to be unguessable here.
  return `${time}-${Math.random().toString(16).slice(2, 8).padEnd(6, '0')}`;
}

function existingFolder(given: string): string {
  const folder = resolve(given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new OiError('folder.missing', `There is no folder ${folder}.`, 'Give an existing one with --cd.');
}

function end(outcome: Outcome, session: string, flags: ExecFlags, console: Console): number {
  const goOn = `Go on with: oi exec --resume ${session}`;
  switch (outcome.kind) {
    case 'changed':
    case 'answered': {
      if (!flags.json) console.stdout.write(`${outcome.answer}\n`);
      if (flags.output) writeAnswer(flags.output, outcome.answer);
      console.stderr.write(`Session ${session}\n`);
      return 0;
    }
    case 'failed':
      complain(outcome, console);
      console.stderr.write(`${goOn}\n`);
      return errorTable[outcome.code].exit;
    default:
      console.stderr.write(`${printable(`${outcome.why} ${outcome.advice}`.trim())}\n${goOn}\n`);
      return outcome.kind === 'stopped' && outcome.because === 'cancelled' ? 130 : 1;
  }
}

function writeAnswer(file: string, answer: string): void {
  try {
    writeFileSync(file, `${answer}\n`);
  } catch (cause) {
    throw new OiError(
      'input.invalid',
      `The answer cannot be written to ${file}.`,
      'Give --output a writable path.',
      cause,
    );
  }
}

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
