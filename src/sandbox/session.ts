import { closeSync, fstatSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Keeper } from './keeper.ts';

/** The namespaces of a session, held open by descriptors of ours: no other process can ever be mistaken for it. */
export type Namespaces = { user: number; mnt: number; net: number; ipc: number; pid: number };

export type Session = {
  namespaces: Namespaces;
  /** What the session's first process printed before it was ready, a line each. */
  lines: readonly string[];
  close(): Promise<void>;
};

/** Why a session did not come to be: what was printed to stderr. */
export type Failed = { complaint: string };

const startSeconds = 30;

/**
 * Has the keeper run the session's first process, and opens its namespaces. It prints bubblewrap's info as JSON, then
 * lines, then `ready`, and lives until its stdin is closed.
 */
export async function startSession(
  keeper: Keeper,
  commandLine: readonly string[],
): Promise<Session | Failed> {
  const complaint = gather(keeper.stderr);
  const ready = readiness(keeper.status, keeper.stdout);
  keeper.run(commandLine);
  const said = await Promise.race([ready, keeper.exited.then(() => null), late(startSeconds)]);
  const namespaces = said && openNamespaces(said.info);
  if (!namespaces) {
    await keeper.end();
    return { complaint: complaint() };
  }
  keeper.detach();
  let open = true;
  return {
    namespaces,
    lines: said.lines,
    async close() {
      if (open) for (const descriptor of Object.values(namespaces)) closeSync(descriptor);
      open = false;
      await keeper.end();
    },
  };
}

type Info = { 'child-pid': number; 'mnt-namespace': number };

/**
 * The process is known by its number only for this moment; that its namespace is the one announced is checked. Null when
 * it has ended already.
 */
function openNamespaces(info: Info): Namespaces | null {
  const folder = `/proc/${info['child-pid']}/ns`;
  const opened: number[] = [];
  const open = (name: string): number => {
    const descriptor = openSync(`${folder}/${name}`, 'r');
    opened.push(descriptor);
    return descriptor;
  };
  try {
    const [user, mnt, net, ipc, pid] = [
      open('user'),
      open('mnt'),
      open('net'),
      open('ipc'),
      open('pid'),
    ] as const;
    if (fstatSync(mnt).ino === info['mnt-namespace']) return { user, mnt, net, ipc, pid };
  } catch {
    // gone
  }
  for (const descriptor of opened) closeSync(descriptor);
  return null;
}

/** Both come on pipes of their own, in either order. */
function readiness(status: Readable, stdout: Readable): Promise<{ info: Info; lines: string[] }> {
  const [info, printed] = [gather(status), gather(stdout)];
  return new Promise((resolve) => {
    const look = () => {
      if (!info().trimEnd().endsWith('}') || !printed().endsWith('ready\n')) return;
      resolve({ info: JSON.parse(info()) as Info, lines: printed().trim().split('\n').slice(0, -1) });
    };
    status.on('data', look);
    stdout.on('data', look);
  });
}

/** The first thousands of characters are enough to say what is wrong. */
function gather(stream: Readable): () => string {
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    if (text.length < 10_000) text += chunk.toString('utf8');
  });
  return () => text;
}

function late(seconds: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), seconds * 1000).unref();
  });
}
