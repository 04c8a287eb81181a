import { actionRuns } from './action-runs.ts';
import { calm } from './calm.ts';
import { flood, type Kind, plainTask, type Step, shellOnly, task } from './conversation.ts';
import { refresh } from './folders.ts';
import type { Programs } from './programs.ts';
import { type Program, type Run, runOnce } from './run-once.ts';

/** Runs of programs that took turns, so that what disturbs the machine disturbs all of them. */
export type Interleaved<Name extends string> = Readonly<Record<Name, readonly Timed[]>>;
/** `inCalm`: nothing else kept the machine busy when the run began. */
export type Timed = Run & { inCalm: boolean };

/** Each round runs every program once; who comes first changes from round to round. */
export async function interleave<Name extends string>(
  rounds: number,
  programs: Readonly<Record<Name, Program>>,
  how: { steps: readonly Step[]; patience: number; sampleMemory?: boolean },
): Promise<Interleaved<Name>> {
  const names = Object.keys(programs) as Name[];
  const runs = Object.fromEntries(names.map((name): [Name, Timed[]] => [name, []])) as Record<Name, Timed[]>;
  for (let round = 0; round < rounds; round++) {
    for (const index of names.keys()) {
      const name = names[(round + index) % names.length] as Name;
      refresh(programs[name].folder);
      const inCalm = await calm(how.patience);
      runs[name].push({ ...(await runOnce(programs[name], how.steps, how)), inCalm });
    }
  }
  return runs;
}

export type Folders = { small: string; elsewhere: string; large: string };

/** How often each thing is measured, and how long a run waits for calm before it, in milliseconds. */
export type Rounds = { times: number; sizes: number; memory: number; action: number; patience: number };

/** All that is measured. */
export async function measure({ floor, product, dist }: Programs, folders: Folders, rounds: Rounds) {
  const { patience } = rounds;
  const one = (program: Program, steps: readonly Step[]): Promise<Run> => runOnce(program, steps);
  return {
    times: await interleave(
      rounds.times,
      {
        floor: floor(folders.small),
        cold: product(folders.small, { fresh: true }),
        warm: product(folders.small),
      },
      { steps: task, patience },
    ),
    sizes: await interleave(
      rounds.sizes,
      { small: product(folders.small), large: product(folders.large) },
      { steps: plainTask, patience },
    ),
    memory: await interleave(
      rounds.memory,
      { floor: floor(folders.small), product: product(folders.small) },
      { steps: task, patience, sampleMemory: true },
    ),
    flood: await interleave(
      rounds.memory,
      { product: product(folders.small) },
      { steps: flood, patience, sampleMemory: true },
    ),
    elsewhere: await one(product(folders.elsewhere), task),
    shellOnly: await one(product(folders.small, { harness: 'mini-swe-agent' }), shellOnly),
    action: await actionRuns(dist, rounds.action, patience),
  };
}

export type Measured = Awaited<ReturnType<typeof measure>>;

/**
 * Milliseconds of a run's turns of a kind, without the first one: that one may wait for what is started while the model
 * thinks, and is told by itself.
 */
export const turnsOf = (run: Run, kind: Kind): number[] =>
  run.turnMilliseconds.filter((_, at) => task[at]?.kind === kind && at !== firstOf(kind));

export const firstTurnOf = (run: Run, kind: Kind): number =>
  run.turnMilliseconds[firstOf(kind)] ?? Number.NaN;

const firstOf = (kind: Kind): number => task.findIndex((step) => step.kind === kind);
