import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { watch as watchFolder } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import type { Entry } from '../../src/core/session.ts';
import { temporaryFolder } from './folder.ts';

export const key = 'sk-of-the-test-4711';

/** How a run of `oi` ended. */
export type Ran = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

export type RunningOi = {
  child: ChildProcess;
  ended: Promise<Ran>;
  /** Once stderr or stdout has shown this; throws when the process ends before that. */
  shows(pattern: RegExp): Promise<void>;
  /** What a terminal does at Ctrl-C: SIGINT to everybody in the foreground. */
  interrupt(): void;
};

export type StartOi = {
  /** On top of the stage's environment; undefined takes a variable away. */
  env?: Record<string, string | undefined>;
  /** Where it is started: by default in the stage's folder, so that no `--cd` is needed. */
  cwd?: string;
  /** Text that its standard input has; `open` is a pipe that never ends; by default it has none. */
  stdin?: string | 'open';
  /** Which command of `oi`: by default `exec`. */
  command?: string;
  /** What starts it, e.g. `['unshare', '--mount']`. */
  through?: readonly string[];
};

/** A home, a temporary folder, a folder to work on and a state folder of its own, and the built product. */
export type OiStage = {
  home: string;
  folder: string;
  temporary: string;
  env: Readonly<Record<string, string>>;
  start(args: readonly string[], how?: StartOi): RunningOi;
  run(args: readonly string[], how?: StartOi): Promise<Ran>;
  /** Names of the sessions, oldest first. */
  sessions(): string[];
  sessionFolder(id?: string): string;
  /** A session's log; the only one's unless it is named. */
  log(id?: string): Entry[];
};

/** Sets the stage. What is still running when the test file has ended is killed then, and everything is removed. */
export function openStage(product: string, model: { baseUrl: string }): OiStage {
  const home = temporaryFolder();
  const at = (name: string): string => join(home, name);
  for (const name of ['home', 'work', 'tmp']) mkdirSync(at(name));
  const env = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: at('home'),
    TMPDIR: at('tmp'),
    XDG_STATE_HOME: at('state'),
    OI_API_KEY: key,
    OI_MODEL: 'sim/model',
    OI_BASE_URL: model.baseUrl,
  };
  const sessions = (): string[] => readdirSync(at('state/oi/sessions')).sort();
  const sessionFolder = (id = sessions()[0] ?? 'none'): string => at(`state/oi/sessions/${id}`);
  const start = (args: readonly string[], how: StartOi = {}): RunningOi => {
    const command = [
      ...(how.through ?? []),
      process.execPath,
      join(product, 'oi.js'),
      how.command ?? 'exec',
      ...args,
    ];
    return watch(command, { cwd: how.cwd ?? at('work'), env: { ...env, ...how.env } }, how.stdin);
  };
  return {
    home,
    folder: at('work'),
    temporary: at('tmp'),
    env,
    start,
    run: (args, how) => start(args, how).ended,
    sessions,
    sessionFolder,
    log: (id) => entriesIn(join(sessionFolder(id), 'log.jsonl')),
  };
}

export const entriesIn = (file: string): Entry[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);

/** Resolves once there is a file of that name. */
export async function appears(file: string): Promise<void> {
  const over = new AbortController();
  try {
    const changes = watchFolder(dirname(file), { signal: over.signal });
    while (!existsSync(file)) await changes.next();
  } finally {
    over.abort();
  }
}

type Place = { cwd: string; env: Record<string, string | undefined> };

function watch([program = '', ...args]: readonly string[], at: Place, stdin: StartOi['stdin']): RunningOi {
  const child = spawn(program, args, {
    ...at,
    detached: true,
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  after(() => child.kill('SIGKILL'));
  if (stdin !== undefined && stdin !== 'open') child.stdin?.end(stdin);
  const seen = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      seen[name] += text;
      child.emit('shown');
    });
  }
  const ended = new Promise<Ran>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...seen }));
  });
  const shows = (pattern: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (pattern.test(seen.stderr) || pattern.test(seen.stdout)) resolve();
      };
      child.on('shown', look);
      child.once('close', () => reject(new Error(`It ended without ${pattern}: ${JSON.stringify(seen)}`)));
      look();
    });
  return { child, ended, shows, interrupt: () => void process.kill(-(child.pid ?? 0), 'SIGINT') };
}
