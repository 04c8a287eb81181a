import { addAbortSignal } from 'node:stream';
import { OiError } from '../core/errors.ts';
import type { Settings, Asked as Who } from '../core/task.ts';
import type { Console } from './console.ts';
import type { ExecFlags } from './flags.ts';
import { type Earlier, folderFor, type Prompted, resumed, sessionFolder } from './sessions.ts';
import { workFolder } from './work-folder.ts';

/** What a command line asks for: an event of ours, where to work, and how. Throws what is wrong with it. */
export type Asked = { event: Prompted; folder: string; settings: Settings };

export async function asked(flags: ExecFlags, console: Console): Promise<Asked> {
  const { event, ...earlier } = await promptOf(flags, console);
  const folder = workFolder(folderFor(event.session, earlier.folder, flags.folder));
  return { event, folder, settings: settingsOf(flags, earlier.settings) };
}

/** What is typed counts, then what the session had, then what is set. No wall is typed each time, or there is one. */
function settingsOf(flags: ExecFlags, earlier: Settings | null): Settings {
  return {
    trigger: '',
    label: '',
    ...whoWorks(flags, earlier),
    sandbox: flags.sandbox ?? (earlier?.sandbox === 'read-only' ? 'read-only' : 'workspace-write'),
    limits: flags.limits,
    bots: [],
    protect: [],
    verify: { commands: null, rounds: 1, readyWhenGreen: false },
  };
}

function whoWorks(flags: ExecFlags, earlier: Settings | null): Who {
  const isKept = (name: string): boolean => earlier !== null && !flags.typed.has(name);
  const model = isKept('model') ? earlier?.model : flags.model;
  if (!model) throw noModel();
  // Another model may be served by another provider.
  const wire = isKept('wire') && isKept('model') ? earlier?.wire : flags.wire;
  const harness = isKept('harness') ? earlier?.harness : flags.harness;
  return { model, harness: harness ?? null, ...(wire && { wire }) };
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

const noModel = (): OiError =>
  new OiError(
    'input.missing',
    'No model is given.',
    'Name one with --model or OI_MODEL, e.g. deepseek/deepseek-v4-flash.',
  );
