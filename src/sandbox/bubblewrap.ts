import { spawn, spawnSync } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OiError } from '../core/errors.ts';
import { commandWallArguments, enterArguments, type Features, ours, sessionArguments } from './arguments.ts';
import { argumentsOf, type Without } from './defences.ts';
import { diagnose, missing, obstacles } from './diagnose.ts';
import { holderArguments } from './holder.ts';
import { startKeeper } from './keeper.ts';
import { killInside } from './kill.ts';
import type { Plan } from './plan.ts';
import { type Session, startSession } from './session.ts';
import { give, makeState, newStateFolder, type Owner, pipeNames, type State } from './state.ts';
import type { Architecture } from './syscalls.ts';
import { trustedProgram } from './trusted.ts';
import { closed, type Wall } from './wall.ts';

/** How a sandbox is made. The product's is `usual`; tests leave out a defence, or put in another bubblewrap. */
export type Making = {
  without: Without;
  programs: { bubblewrap: readonly string[]; nsenter: readonly string[] };
  /** The host's environment, for the test that shows why bubblewrap must not be started with it. */
  env: Readonly<Record<string, string | undefined>>;
};

export const usualPrograms = {
  bubblewrap: ['/usr/bin/bwrap', '/bin/bwrap'],
  nsenter: ['/usr/bin/nsenter', '/bin/nsenter'],
};

export type BubblewrapWall = Wall & { readonly state: State; readonly lines: readonly string[] };

/** Starts a session and answers the wall that commands are started behind. Throws `sandbox.unavailable`. */
export async function openBubblewrap(plan: Plan, temporary: string, making: Making): Promise<BubblewrapWall> {
  const bubblewrap = trustedProgram(making.programs.bubblewrap);
  if (bubblewrap === null) throw missing('bubblewrap');
  const nsenter = trustedProgram(making.programs.nsenter);
  if (nsenter === null) throw missing('util-linux');
  const architecture = architectureOf(process.arch);
  const env = making.without.has('empty-spawn-environment') ? present(making.env) : spawnEnvironment;

  const start = async (features: Features): Promise<BubblewrapWall | string> => {
    const folder = newStateFolder(temporary);
    const keeper = startKeeper(folder, env);
    try {
      const state = makeState(folder, plan.owner, architecture);
      const inner = argumentsOf(sessionArguments(plan, state, features), making.without);
      const holder = holderArguments(plan, making.without);
      const commandLine = [...become(plan.owner), bubblewrap, ...inner, '--', ...holder];
      const session = await startSession(keeper, commandLine);
      if ('complaint' in session) return session.complaint;
      const command = argumentsOf(commandWallArguments(plan, features), making.without);
      const enter = [nsenter, ...argumentsOf(enterArguments, making.without), bubblewrap, ...command, '--'];
      return wallOf(session, state, plan.owner, enter, env, making.without);
    } catch (error) {
      await keeper.end();
      throw error;
    }
  };

  const modern = await start({ size: true, disableUserns: true });
  if (typeof modern !== 'string') return modern;
  const older = /unknown option/i.test(modern) ? await start(featuresOf(bubblewrap)) : modern;
  if (typeof older !== 'string') return older;
  throw diagnose(older, obstacles());
}

/** As root we become who owns the folder; nobody else can, or needs to. */
function become({ uid, gid }: Owner): string[] {
  if (process.getuid?.() !== 0) return [];
  const groups = mayDropGroups() ? '--clear-groups' : '--keep-groups';
  return ['/usr/bin/setpriv', `--reuid=${uid}`, `--regid=${gid}`, groups, '--'];
}

/** Not for root of a rootless container: user_namespaces(7), “The /proc/pid/setgroups file”. */
function mayDropGroups(): boolean {
  try {
    return readFileSync('/proc/self/setgroups', 'utf8').trim() !== 'deny';
  } catch {
    return true;
  }
}

/** All that bubblewrap and nsenter get: what they are started with can be read in /proc by what they start. */
const spawnEnvironment = { PATH: '/usr/bin:/bin' };

function wallOf(
  session: Session,
  state: State,
  owner: Owner,
  enter: readonly string[],
  env: Record<string, string>,
  without: Without,
): BubblewrapWall {
  const [program = '', ...before] = enter;
  const { user, mnt, net, ipc, pid } = session.namespaces;
  const who = process.getuid?.() === 0 ? owner : {};
  const trouble = openSync(state.trouble, 'a+');
  let heard = 0;
  let open = true;
  give(
    pipeNames.map((name) => join(state.folder, name)),
    owner,
  );
  return {
    state,
    lines: session.lines,
    prelude: { limits: !without.has('limits'), closeDescriptors: !without.has('close-descriptors') },
    output: { host: state.output, inside: ours.output },
    spawn(argv, { stdin, stdout, stderr, tracing }) {
      if (!open) throw closed();
      // A new description each time: bubblewrap reads it to its end.
      const filter = openSync(tracing ? state.seccomp.tracing : state.seccomp.strict, 'r');
      try {
        return spawn(program, [...before, ...argv], {
          stdio: [stdin, stdout, stderr === 'wall' ? trouble : 'ignore', filter, user, mnt, net, ipc, pid],
          env,
          cwd: '/',
          detached: true,
          ...who,
        });
      } finally {
        closeSync(filter);
      }
    },
    kill: killInside,
    complaint() {
      if (!open) return '';
      const bytes = Buffer.alloc(Math.min(fstatSync(trouble).size - heard, 2000));
      readSync(trouble, bytes, 0, bytes.length, heard);
      heard = fstatSync(trouble).size;
      return bytes.toString('utf8').trim();
    },
    async close() {
      if (open) closeSync(trouble);
      open = false;
      await session.close();
      removeLeft(state);
    },
  };
}

/** The keeper has done it, unless somebody killed it; then what the agent made unreadable may have to stay. */
function removeLeft(state: State): void {
  try {
    rmSync(state.folder, { recursive: true, force: true });
  } catch {
    // nothing more can be done
  }
}

function architectureOf(name: string): Architecture {
  if (name === 'x64' || name === 'arm64') return name;
  throw new OiError(
    'sandbox.unavailable',
    `The sandbox knows the system calls of x64 and arm64, and this machine is ${name}.`,
    'Use a machine of one of these.',
  );
}

function featuresOf(bubblewrap: string): Features {
  const version = spawnSync(bubblewrap, ['--version'], { env: {}, encoding: 'utf8' }).stdout ?? '';
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  const since = (wanted: number) => major > 0 || minor >= wanted;
  return { size: since(7), disableUserns: since(8) };
}

const present = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
