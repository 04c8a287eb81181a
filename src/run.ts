import { overspent, secondsLeft } from './agent/limits.ts';
import { cancel, work } from './agent/loop.ts';
import { openSnapshots } from './agent/snapshots.ts';
import { gather, layFiles } from './context/index.ts';
import type { ObjectId } from './core/change.ts';
import { toProblem } from './core/errors.ts';
import type { Handover } from './core/handover.ts';
import type { Outcome } from './core/outcome.ts';
import { type Entry, last, only, round, type Session, sitting } from './core/session.ts';
import type { Event, Plan, Settings, Task } from './core/task.ts';
import type { ReadOnlyWorld, World } from './core/world.ts';
import { admit } from './gates/index.ts';
import { parseHandover } from './publish/handover.ts';
import { publish } from './publish/index.ts';
import { tell } from './publish/tell.ts';
import { rewind } from './session/rewind.ts';
import { sit } from './session/sit.ts';
import { recognise } from './triggers/index.ts';
import { verify } from './verify/index.ts';
import { handover } from './views/handover.ts';
import { collect } from './workspace/collect.ts';

/** Event in, outcome out; null when it is not for us. Read this file to know what the bot does. */
export async function run(
  event: Event,
  settings: Settings,
  world: World,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const task = await recognise(event, settings);
  if (!task) return null;
  try {
    return await answer(task, settings, world, signal);
  } catch (error) {
    return tell({ kind: 'failed', ...toProblem(error), published: null }, task, world);
  }
}

async function answer(task: Task, asked: Settings, world: World, signal: AbortSignal): Promise<Outcome> {
  const admitted = await admit(task, asked, world);
  if ('gate' in admitted) return tell({ kind: 'refused', ...admitted }, task, world);
  const session = await world.session(admitted.session);
  const { plan, settings, over } = sit(session, admitted, asked);
  if (over) return over;
  // What the workspace fetches comes while the comment is on its way.
  const workspace = world.workspace(plan, settings.sandbox);
  const progress = await world.announce(plan).catch(async (error: unknown) => {
    await workspace.close(null);
    throw error;
  });
  session.follow(() => progress.show(session.log));
  progress.show(session.log);
  const handedOver = await think(session, plan, settings, { ...world, workspace: () => workspace }, signal);
  await progress.stop();
  return publish(plan, await parseHandover(handedOver), settings, { ...world, record: session.record });
}

/** The half that needs no write access: gather, then work. May run in a job of its own. */
export async function think(
  session: Session,
  plan: Plan,
  settings: Settings,
  world: ReadOnlyWorld,
  signal: AbortSignal,
): Promise<Handover> {
  const workspace = world.workspace(plan, settings.sandbox);
  const failed = (error: unknown): void => {
    // What breaks off because we were told to stop is no failure.
    const isBrokenOff = signal.aborted && error instanceof Error && error.name === 'AbortError';
    if (!isBrokenOff) session.record({ type: 'problem.met', problem: toProblem(error) });
  };
  await sitDown().catch(failed);
  if (signal.aborted) cancel(session);
  await collect(session, start(), workspace).catch(failed);
  return handover(session.log);

  async function sitDown(): Promise<void> {
    await rewind(session, world.tools, workspace);
    await gather(session, plan, settings, { ...world, workspace });
    const harness = await world.harness(last(session.entries, 'harness.chosen') ?? { harness: '' });
    while (goesOn(session.entries)) {
      if (needsRound(session.entries)) session.record({ type: 'round.opened' });
      const sandbox = workspace.sandbox();
      await layFiles(session.entries, { sandbox, blobs: world.blobs });
      const snapshots = openSnapshots(session, workspace.trees, world.clock.now);
      await work(session, { ...world, harness, settings, sandbox, snapshots, now: world.clock.now, signal });
      await collect(session, start(), workspace);
      await verify(session, plan, settings, { ...world, workspace, signal, seconds, spent });
    }
  }

  function start(): ObjectId | null {
    return plan.base ?? only(sitting(session.log), 'snapshot.taken')[0]?.tree ?? null;
  }
  function seconds(): number {
    return Math.min(mostCheckSeconds, secondsLeft(sitting(session.log), world.clock.now()));
  }
  function spent(): string | null {
    return overspent(sitting(session.log), world.clock.now());
  }
}

const mostCheckSeconds = 900;
const goesOn = (entries: readonly Entry[]): boolean => last(round(entries), 'round.judged')?.again ?? true;
const needsRound = (entries: readonly Entry[]): boolean =>
  entries.at(-1)?.round === 0 || last(round(entries), 'round.judged') !== undefined;
