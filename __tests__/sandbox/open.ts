import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Exit, Sandbox } from '../../src/core/sandbox.ts';
import { usualPrograms } from '../../src/sandbox/bubblewrap.ts';
import type { Defence } from '../../src/sandbox/defences.ts';
import type { OpenedSandbox, SandboxOptions } from '../../src/sandbox/index.ts';
import { openWalled } from '../../src/sandbox/walled.ts';

export const root = join(import.meta.dirname, '../..');
export const asRoot = process.getuid?.() === 0;
/** Who owns a test's files: nobody in particular where we are root, else ourselves. */
export const agent = asRoot ? 64_321 : (process.getuid?.() ?? 0);

export const hands: SandboxOptions['hands'] = {
  root,
  parts: ['src', 'package.json', 'node_modules/picomatch'],
  script: 'src/hands/main.ts',
};

/** A folder that the agent's user owns, gone after the test. */
export function folderOf(t: TestContext, owner: number = agent, name = 'oi-test-'): string {
  const folder = mkdtempSync(join(tmpdir(), name));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  chmodSync(folder, 0o755);
  if (asRoot) chownSync(folder, owner, owner);
  return folder;
}

/** Writes files into a folder, all owned by its owner. */
export function fill(folder: string, files: Readonly<Record<string, string>>): void {
  const { uid, gid } = statSync(folder);
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  if (!asRoot) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(folder, name), uid, gid);
  }
}

export type How = Partial<SandboxOptions> & {
  without?: readonly Defence[];
  /** By default only a sandbox with all its defences is tested before use. */
  selfTest?: boolean;
};

export const optionsFor = (
  folder: string,
  { without: _, selfTest: __, ...how }: How = {},
): SandboxOptions => ({
  mode: 'workspace-write',
  folder,
  place: { kind: 'in-place' },
  temporary: tmpdir(),
  env: { PATH: '/usr/bin:/bin', HOME: '/home/agent' },
  node: process.execPath,
  hands,
  overlays: [],
  readable: [],
  platform: process.platform,
  ...how,
});

/** Opens the sandbox of Linux, perhaps with a defence left out, and closes it after the test. */
export async function open(t: TestContext, folder: string, how: How = {}): Promise<OpenedSandbox> {
  const without = new Set(how.without ?? []);
  const making = { without, programs: usualPrograms, env: how.env ?? process.env };
  const sandbox = await openWalled(optionsFor(folder, how), making, how.selfTest ?? without.size === 0);
  t.after(() => sandbox.close());
  return sandbox;
}

export const never: AbortSignal = new AbortController().signal;

export type Ran = Exit & { text: string };

/** Runs a command in the workspace. */
export async function run(sandbox: Sandbox, command: string, seconds = 60): Promise<Ran> {
  const exit = await sandbox.exec({ command, folder: null, seconds }, never);
  return { ...exit, text: exit.output.head + exit.output.tail };
}

/** What a command prints, first in a sandbox without these defences, then in one with all. */
export async function attack(
  t: TestContext,
  command: string,
  how: How & { without: readonly Defence[]; folder?: string },
): Promise<{ open: Ran; held: Ran }> {
  const folder = how.folder ?? folderOf(t);
  const { without, ...rest } = how;
  const naive = await open(t, folder, { ...rest, without });
  const result = await run(naive, command);
  await naive.close();
  return { open: result, held: await run(await open(t, folder, rest), command) };
}

/** Numbers of the processes of this machine whose command line holds a text. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandLine(pid).includes(text))
    .map(Number);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Waits until something holds; the test's own time limit is the only one. */
export async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}
