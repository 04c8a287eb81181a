import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Script } from './host.ts';
import { asRoot } from './open.ts';

export type Host = { child: ChildProcess; outputs: string[] };

/** Starts a host process of its own and waits for its line. As root it may be started as somebody without privileges. */
export async function startHost(
  t: TestContext,
  script: Script,
  how: { unprivileged?: number; env?: NodeJS.ProcessEnv; extra?: number } = {},
): Promise<Host> {
  const who =
    asRoot && how.unprivileged !== undefined ? { uid: how.unprivileged, gid: how.unprivileged } : {};
  const extra = how.extra === undefined ? [] : (['ignore', 'ignore', 'ignore', 'ignore', how.extra] as const);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'host.ts'), JSON.stringify(script)], {
    stdio: ['pipe', 'pipe', 'inherit', ...extra],
    env: how.env ?? process.env,
    ...who,
  });
  t.after(() => child.kill('SIGKILL'));
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the host ended early: ${text}`);
  });
  ended.catch(() => undefined);
  while (!text.endsWith('\n'))
    await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended]);
  if (script.hold === null) await ended.catch(() => undefined);
  return { child, outputs: JSON.parse(text) as string[] };
}

/** What a session could leave on this machine: processes and mounts that name the folder of its state. */
export function leftOf(temporary: string): string[] {
  const files = readdirSync(temporary);
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .filter((line) => line.includes(temporary));
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => holds(pid, temporary))
    .map((pid) => `process ${pid}`);
  return [...files, ...mounts, ...processes];
}

/** By its command line, or by what it has mounted: the descendants in a namespace do not name the folder themselves. */
function holds(pid: string, folder: string): boolean {
  const read = (name: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'utf8');
    } catch {
      return '';
    }
  };
  return read('cmdline').includes(`${folder}/oi-`) || read('mountinfo').includes(`${folder}/oi-`);
}
