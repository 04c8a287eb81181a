import { chmodSync, lchownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSeccomp } from './seccomp.ts';
import type { Architecture } from './syscalls.ts';

export type Owner = { uid: number; gid: number };

/** A private folder on disk for one session. Whoever keeps the session removes it: see keeper.ts. */
export type State = {
  folder: string;
  home: string;
  tmp: string;
  /** Long outputs and long commands; the sandbox reads it. */
  output: string;
  layers: string;
  /** An empty file to lay over what must not be read. */
  empty: string;
  /** What nsenter and bubblewrap complain about. */
  trouble: string;
  /** Must not be readable inside. */
  canary: string;
  seccomp: { tracing: string; strict: string };
};

/** Pipes for this many commands at a time are made at the start. */
export const pipeNames: readonly string[] = Array.from({ length: 4 }, (_, index) => `pipe-${index}`);

/** A path that nobody has yet: its keeper is told before it is made. */
export const newStateFolder = (temporary: string): string =>
  join(temporary, `oi-sandbox-${process.pid}-${process.hrtime.bigint().toString(36)}`);

/** Makes and fills the folder. Throws where there is something of that name already. */
export function makeState(folder: string, owner: Owner, architecture: Architecture): State {
  mkdirSync(folder, { mode: 0o700 });
  const at = (name: string) => join(folder, name);
  const state: State = {
    folder,
    home: at('home'),
    tmp: at('tmp'),
    output: at('output'),
    layers: at('layers'),
    empty: at('empty'),
    trouble: at('trouble'),
    canary: at('canary'),
    seccomp: { tracing: at('tracing.bpf'), strict: at('strict.bpf') },
  };
  for (const path of [state.home, state.tmp, state.output, state.layers]) mkdirSync(path, { mode: 0o755 });
  writeFileSync(state.empty, '', { mode: 0o444 });
  writeFileSync(state.canary, 'canary', { mode: 0o644 });
  writeFileSync(state.trouble, '', { mode: 0o600 });
  writeFileSync(state.seccomp.tracing, compileSeccomp(architecture, { ptrace: true }), { mode: 0o400 });
  writeFileSync(state.seccomp.strict, compileSeccomp(architecture, { ptrace: false }), { mode: 0o400 });
  chmodSync(state.tmp, 0o1777);
  give([folder, state.home, state.tmp, state.output, state.layers], owner);
  return state;
}

/** Makes the paths that user's own, where we are root and it is not. A link is given, and not what it leads to. */
export function give(paths: readonly string[], { uid, gid }: Owner): void {
  if (process.getuid?.() !== 0 || uid === 0) return;
  for (const path of paths) lchownSync(path, uid, gid);
}
