import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Door } from '../../core/door.ts';
import { toProblem } from '../../core/errors.ts';
import type { Outcome } from '../../core/outcome.ts';
import { last, only, round, type Session, sitting } from '../../core/session.ts';
import type { Task } from '../../core/task.ts';
import type { Result } from '../../core/trees.ts';
import { toEvent } from '../../forge/github/event.ts';
import type { GitHub } from '../../forge/github/github.ts';
import { admit } from '../../gates/index.ts';
import { sessionOf } from '../../gates/plan.ts';
import { parseHandover } from '../../publish/handover.ts';
import { conclude, publish } from '../../publish/index.ts';
import { tell } from '../../publish/tell.ts';
import { headline } from '../../publish/words.ts';
import { hasChanged } from '../../session/rewind.ts';
import { sit } from '../../session/sit.ts';
import { recognise } from '../../triggers/index.ts';
import { handover } from '../../views/handover.ts';
import { doorOf } from '../door.ts';
import { type Job, jobOf, sessionsOf } from '../job.ts';
import { keepWhatIsLeft, patchFile } from '../kept.ts';
import { openForge } from '../open-forge.ts';
import { summarise } from '../report.ts';
import { type Environment, readInput, readState } from '../runner-protocol.ts';
import { settingsOf } from '../settings.ts';
import { openShowing, type Showing } from '../showing.ts';
import { openStore, type Store } from '../store.ts';
import { tools } from '../tools.ts';
import { writeTranscript } from '../transcript-file.ts';
import { missingEnd } from './ending.ts';
import { sandboxesGone } from './sandboxes.ts';

type Desk = { env: Environment; job: Job; github: GitHub; store: Store; door: Door; showing: Showing };

/** Brings to its end what the main step left open: says how it ended, keeps what was done, tells the asker. */
export async function finish(at: { env: Environment; name: string; event: unknown }): Promise<void> {
  const door = doorOf(at.env);
  const showing = openShowing(door);
  try {
    const job = jobOf(at.env);
    const event = toEvent(at.name, at.event, job.run);
    const task = event && (await recognise(event, job));
    const github = openForge(job, door);
    const desk: Desk = { env: at.env, job, github, store: openStore(job, at.env), door, showing };
    const session = task ? (sessionLeft(task, desk) ?? (await sitLate(task, desk))) : newestSession(desk);
    if (session) await end(session, desk);
  } catch (error) {
    const { happened, advice } = toProblem(error);
    await showing.warning(`What the run left open stays so: ${happened} ${advice}`);
  }
}

/** The session in which the main step sat down to this task. */
function sessionLeft(task: Task, { store }: Desk): Session | null {
  const id = sessionOf(task.origin);
  if (!existsSync(join(store.folder(id), 'log.jsonl'))) return null;
  const session = store.session(id);
  return last(session.entries, 'sitting.opened')?.plan.task.id === task.id ? session : null;
}

/** Of a look for waiting issues: where the main step was when it ended. */
function newestSession({ job, store }: Desk): Session | null {
  const folder = sessionsOf(job);
  if (!existsSync(folder)) return null;
  const written = (id: string): number =>
    statSync(join(folder, id, 'log.jsonl'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newest = readdirSync(folder).sort((one, other) => written(other) - written(one))[0];
  return newest !== undefined && written(newest) > 0 ? store.session(newest) : null;
}

/** The main step was gone before it sat down: whether it would have is asked again, since nobody was told yet. */
async function sitLate(task: Task, at: Desk): Promise<Session | null> {
  const { github, store } = at;
  const { settings, wrong } = await settingsOf(at.env, () => github.config(task));
  const admitted = await admit(task, settings, { forge: github, clock: { now: () => new Date() } });
  const press = { forge: github, blobs: store.blobs };
  if ('gate' in admitted) await tell({ kind: 'refused', ...admitted }, task, press);
  else if (wrong) await tell({ kind: 'failed', ...toProblem(wrong), published: null }, task, press);
  else {
    const session = store.session(admitted.session);
    sit(session, admitted, settings);
    return session;
  }
  return null;
}

async function end(session: Session, at: Desk): Promise<void> {
  const { github: forge, store, job, showing } = at;
  const opened = last(session.entries, 'sitting.opened');
  if (!opened) return;
  const { plan, settings } = opened;
  const fact = missingEnd(session.entries, {
    jobStatus: readInput(at.env, 'job-status'),
    interrupted: readState(at.env, 'interrupted') === 'yes',
  });
  if (fact) session.record(fact);
  const result = last(round(session.entries), 'change.found') ? null : await resultLeft(session, at);
  if (result) session.record({ type: 'change.found', ...result });
  const handedOver = await parseHandover(handover(session.log));
  const closed = fact ? undefined : last(sitting(session.entries), 'sitting.closed');
  const desk = { forge, blobs: store.blobs, record: session.record };
  const work = { plan, handover: handedOver, settings };
  const outcome: Outcome = closed
    ? await conclude(
        closed.untold ?? closed.outcome,
        work,
        closed.untold ? desk : { ...desk, record: () => {} },
      )
    : await publish(plan, handedOver, settings, desk);
  await showing.info(headline(outcome));
  // Where nothing new came of it, the main step has said all.
  if (closed && (!closed.untold || outcome.kind !== closed.untold.kind)) return;
  await writeTranscript(session.log, store.folder(session.id), showing);
  await summarise({ outcome, log: session.log, patch: patchFile(job, session.id) }, showing);
}

/** Null where nothing was done since the copy was laid: then it may be half laid, which is nobody's change. */
async function resultLeft(session: Session, { job, store, door }: Desk): Promise<Result | null> {
  const here = sitting(session.entries);
  const plan = last(here, 'sitting.opened')?.plan;
  const since = only(here, 'sitting.resumed').at(-1)?.seq ?? 0;
  if (!plan?.base || !(await hasChanged(here, tools, since)) || !(await sandboxesGone(job.temporary)))
    return null;
  return keepWhatIsLeft(plan, plan.base, { job, session: session.id, blobs: store.blobs, door });
}
