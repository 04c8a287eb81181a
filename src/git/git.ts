import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { OiError } from '../core/errors.ts';

// node:child_process and not execa: the first snapshot is on the start-up path of `oi exec`, where loading execa
// (bundled and minified) took 25 ms of the 140 ms that a whole bare run takes.

export type GitRun = {
  /** Where the tree's files are; git runs there. Without it no file of anybody's is looked at. */
  workTree?: string;
  /** The index file, when it is not the git dir's own. */
  index?: string;
  /** More settings, each as `name=value`. */
  config?: readonly string[];
  /** What git reads from its standard input. A stream that breaks ends git, and its error is thrown. */
  input?: string | Uint8Array | Readable;
  /** Exit codes that are answers and not failures; 0 alone unless given. */
  exits?: readonly number[];
  /** More output than this many bytes is a failure. */
  maxBytes?: number;
  signal?: AbortSignal | undefined;
};

/** Settings that no git dir may overrule: nothing that a file in it names is ever run, asked or followed. */
const settings = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.autocrlf=false',
  'core.untrackedCache=false',
  'core.splitIndex=false',
  'core.quotePath=false',
  // Who asks an alternate for its refs would run git with the alternate's configuration.
  'core.alternateRefsCommand=true',
  'credential.helper=',
  'diff.external=',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.ext.allow=never',
  'safe.bareRepository=explicit',
  'submodule.recurse=false',
];

/** The whole environment. The system's folders come first: a job's earlier steps can write to `/usr/local/bin`. */
const environment = {
  PATH: '/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin:/run/current-system/sw/bin',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'true',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_ALLOW_PROTOCOL: 'http',
};

const complaintBytes = 4_096;

/**
 * Runs git on one git dir with nobody's configuration but that git dir's own. Never on a git dir that an agent could
 * write. Answers what it printed; throws `git.failed` and `git.missing`, and the signal's reason when that stops it.
 */
export function git(gitDir: string, args: readonly string[], run: GitRun = {}): Promise<Buffer> {
  const { workTree, index, input, config = [], exits = [0], maxBytes = 2 ** 28, signal } = run;
  const env: Record<string, string> = { ...environment, GIT_DIR: gitDir };
  if (workTree) env['GIT_WORK_TREE'] = workTree;
  if (index) env['GIT_INDEX_FILE'] = index;
  return new Promise((done, fail) => {
    if (signal?.aborted) return fail(signal.reason);
    // A group of its own, so that killing it takes git's own children along.
    const child = spawn('git', [...[...settings, ...config].flatMap((setting) => ['-c', setting]), ...args], {
      env,
      cwd: workTree ?? gitDir,
      detached: true,
    });
    const kill = (): void => {
      if (child.pid !== undefined && child.exitCode === null) killGroup(child.pid);
    };
    const forget = killAtExit(kill);
    signal?.addEventListener('abort', kill, { once: true });
    const output = collect(child.stdout, maxBytes, kill);
    const complaint = collect(child.stderr, complaintBytes, () => undefined);
    let broken: Error | null = null;
    const breakOff = (error: Error): void => {
      broken = error;
      kill();
    };
    // Git may stop reading before its input ends; its exit code says what that means.
    child.stdin.on('error', () => undefined);
    if (input === undefined || typeof input === 'string' || input instanceof Uint8Array)
      child.stdin.end(input);
    else input.once('error', breakOff).pipe(child.stdin);
    child.once('error', (cause) => {
      forget();
      fail(notStarted(workTree ?? gitDir, cause));
    });
    child.once('close', (exit) => {
      forget();
      signal?.removeEventListener('abort', kill);
      if (signal?.aborted) fail(signal.reason);
      else if (broken) fail(broken);
      else if (output.flooded) fail(failed(args, `it printed more than ${maxBytes} bytes`));
      else if (exit === null || !exits.includes(exit)) fail(failed(args, complaint.bytes().toString(), exit));
      else done(output.bytes());
    });
  });
}

/** The first line of an answer, e.g. an object id. */
export const line = (output: Buffer): string => output.toString('utf8').split('\n', 1)[0] ?? '';

function collect(stream: Readable, maxBytes: number, onFlood: () => void) {
  const chunks: Buffer[] = [];
  const collected = { flooded: false, bytes: (): Buffer => Buffer.concat(chunks) };
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    if (collected.flooded) return;
    size += chunk.length;
    if (size <= maxBytes) return chunks.push(chunk);
    collected.flooded = true;
    return onFlood();
  });
  return collected;
}

/** In a group of its own git outlives us, and may wait for ever for what somebody left in the work tree. */
function killAtExit(kill: () => void): () => void {
  if (running.size === 0) process.on('exit', killAll);
  running.add(kill);
  return () => {
    running.delete(kill);
    if (running.size === 0) process.off('exit', killAll);
  };
}
const running = new Set<() => void>();
const killAll = (): void => {
  for (const kill of running) kill();
};

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended just now.
  }
}

function failed(args: readonly string[], complaint: string, exit: number | null = null): OiError {
  const [, words = complaint] = /^(?:fatal|error): (.*)$/m.exec(complaint) ?? [];
  const why = words.trim() || `it ended with ${exit === null ? 'a signal' : `exit code ${exit}`}`;
  const command = args.find((word) => !word.startsWith('-')) ?? '';
  return new OiError(
    'git.failed',
    `\`git ${command}\` failed: ${why}.`,
    'Check that the disk has room and that the folder can be read, then try again.',
    new Error(complaint),
  );
}

function notStarted(folder: string, cause: Error): OiError {
  if (!existsSync(folder)) {
    const happened = `The folder ${folder} is gone.`;
    return new OiError('folder.missing', happened, 'Put it back, or start anew in another folder.', cause);
  }
  return new OiError(
    'git.missing',
    'Git could not be started on this machine.',
    "Install git 2.34 or newer with the system's package manager.",
    cause,
  );
}
