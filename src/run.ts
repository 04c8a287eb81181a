import { cancel, work } from './agent/loop.ts';
import { openSnapshots } from './agent/snapshots.ts';
import { gather, layFiles } from './context/index.ts';
import { toProblem } from './core/errors.ts';
import type { Handover } from './core/handover.ts';
import type { Outcome } from './core/outcome.ts';
import { last, only, type Session, sitting } from './core/session.ts';
import type { Event, Plan, Settings, Task } from './core/task.ts';
import type { ReadOnlyWorld, World } from './core/world.ts';
import { admit } from './gates/index.ts';
import { parseHandover } from './publish/handover.ts';
import { publish } from './publish/index.ts';
import { tell } from './publish/tell.ts';
import { rewind } from './session/rewind.ts';
import { sit } from './session/sit.ts';
import { recognise } from './triggers/index.ts';
import { handover } from './views/handover.ts';

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
  const progress = await world.announce(plan);
  session.follow(() => progress.show(session.log));
  progress.show(session.log);
  const handedOver = await think(session, plan, settings, world, signal);
  await progress.stop();
  return publish(plan, parseHandover(handedOver), settings, { ...world, record: session.record });
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
  const failed = (error: unknown): null => {
    // What breaks off because we were told to stop is no failure.
    const isBrokenOff = signal.aborted && error instanceof Error && error.name === 'AbortError';
    if (!isBrokenOff) session.record({ type: 'problem.met', problem: toProblem(error) });
    return null;
  };
  await sitDown().catch(failed);
  if (signal.aborted) cancel(session);
  const start = plan.base ?? only(sitting(session.log), 'snapshot.taken')[0]?.tree ?? null;
  return handover(session.log, await workspace.close(start).catch(failed));

  async function sitDown(): Promise<void> {
    await rewind(session, world.tools, workspace);
    await gather(session, plan, settings, { ...world, workspace });
    await layFiles(session.entries, { sandbox: workspace.sandbox, blobs: world.blobs });
    if (session.entries.at(-1)?.round === 0) session.record({ type: 'round.opened' });
    await work(session, {
      ...world,
      harness: await world.harness(last(session.entries, 'harness.chosen')?.harness ?? ''),
      model: await world.model(settings.model),
      sandbox: workspace.sandbox,
      snapshots: openSnapshots(session, workspace.trees, world.clock.now),
      now: world.clock.now,
      signal,
    });
  }
}
