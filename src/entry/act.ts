import type { Door } from '../core/door.ts';
import { OiError, toProblem } from '../core/errors.ts';
import type { Outcome } from '../core/outcome.ts';
import { last, type Session, sitting } from '../core/session.ts';
import type { Event, Plan, Task } from '../core/task.ts';
import type { Progress, World } from '../core/world.ts';
import { toEvent } from '../forge/github/event.ts';
import type { GitHub } from '../forge/github/github.ts';
import { run } from '../run.ts';
import { recognise } from '../triggers/index.ts';
import { openActionWorld } from './action-world.ts';
import { doorOf } from './door.ts';
import { type Job, jobOf } from './job.ts';
import { patchFile } from './kept.ts';
import { isHurried, lastWords } from './last-words.ts';
import { openForge } from './open-forge.ts';
import { report } from './report.ts';
import { type Cancelling, type Environment, saveState, setOutput } from './runner-protocol.ts';
import { settingsOf } from './settings.ts';
import { openShowing, type Showing } from './showing.ts';
import { openStore, type Store } from './store.ts';
import { logSafe, watchInPublic } from './watch.ts';

type Start = {
  env: Environment;
  name: string;
  event: unknown;
  cancelling: Cancelling;
  /** Variables by which code was loaded before ours: such a run does no more than to say so. */
  loaders: readonly string[];
};
type Desk = { job: Job; github: GitHub; store: Store; world: World; showing: Showing };
/** What has come to be so far, for whoever has to end it. */
type Begun = {
  session: Session;
  folder: string;
  patch: string;
  plan: Plan | null;
  progress: Progress | null;
};

/**
 * One look answers no more of the issues that wait than this: the next look takes the others. Those that get no answer do not
 * count: they go on waiting, and would keep the others from their turn for ever.
 */
const mostAtOnce = 5;

/** The Action, once an event may be for us. Answers the exit code. */
export async function main(at: Start): Promise<number> {
  const reported: Reported[] = [];
  const door = doorOf(at.env);
  const showing = openShowing(door);
  const told = (outcome: Outcome | null): Promise<Reported> => tell(outcome, showing);
  try {
    const desk = openDesk(at, door, showing);
    for (const event of await eventsOf(at, desk)) {
      reported.push(await answer(event, at, desk));
      if (at.cancelling.stop.aborted || reported.filter(isAnswered).length === mostAtOnce) break;
    }
    if (reported.length === 0) reported.push(await told(null));
  } catch (error) {
    reported.push(await told({ kind: 'failed', ...toProblem(error), published: null }));
  }
  if (reported.every(({ settled }) => settled)) saveState(at.env, 'settled', 'yes');
  return Math.max(...reported.map(({ code }) => code));
}

type Reported = { code: number; settled: boolean; quiet: boolean };
const isAnswered = ({ quiet }: Reported): boolean => !quiet;

/**
 * `settled`: nothing is left for the post step. It alone can tell whether a person or a time limit cancelled the run, and it
 * tries once more to say what could not be said.
 */
async function tell(outcome: Outcome | null, showing: Showing, begun?: Begun): Promise<Reported> {
  const { session, folder = null, patch = null } = begun ?? {};
  const code = await report({ outcome, log: session?.log ?? [], session: folder, patch }, showing);
  const isCancelled = outcome?.kind === 'stopped' && outcome.because === 'cancelled';
  const isUntold = last(sitting(session?.log ?? []), 'sitting.closed')?.untold !== undefined;
  const quiet = outcome?.kind === 'refused' && outcome.quiet;
  return { code, settled: !isCancelled && !isUntold, quiet };
}

function openDesk({ env, cancelling }: Start, door: Door, showing: Showing): Desk {
  const job = jobOf(env);
  const store = openStore(job, env);
  const github = openForge(job, door);
  const log = watchInPublic(logSafe(process.stdout), door);
  const world = openActionWorld({ job, github, store, door, env, log, signal: cancelling.stop });
  return { job, github, store, world, showing };
}

/**
 * What happened. A workflow that brings no words of its own looks for issues that wait with our label, as if the label had
 * been put on just now.
 */
async function eventsOf({ name, event: payload }: Start, { job, github }: Desk): Promise<Event[]> {
  const event = toEvent(name, payload, job.run);
  if (event?.kind === 'workflow' && job.run.prompt === '') return github.waiting(job.label);
  return event ? [event] : [];
}

async function answer(event: Event, at: Start, desk: Desk): Promise<Reported> {
  const begun: Begun[] = [];
  const outcome = await act(event, at, desk, begun).catch(
    (error): Outcome => ({ kind: 'failed', ...toProblem(error), published: null }),
  );
  return tell(outcome, desk.showing, begun.at(-1));
}

/** Null when the event is not for us after all. */
async function act(event: Event, at: Start, desk: Desk, begun: Begun[]): Promise<Outcome | null> {
  const { job, github, store, world } = desk;
  // Asked here already, because what is not for us shall cost no call.
  const task = await recognise(event, job);
  if (!task) return null;
  askAhead(task, github);
  const { settings, wrong } = await settingsOf(at.env, () => github.config(task));
  const { stop, hurry } = at.cancelling;
  const session = async (id: string): Promise<Session> => {
    if (at.loaders.length > 0) throw planted(at.loaders);
    if (wrong) throw wrong;
    const session = await world.session(id);
    const folder = store.folder(id);
    setOutput(at.env, 'session-path', folder);
    begun.push({ session, folder, patch: patchFile(job, id), plan: null, progress: null });
    return session;
  };
  const announce = async (plan: Plan): Promise<Progress> => {
    const progress = await world.announce(plan);
    begun.push({ ...(begun.pop() as Begun), plan, progress });
    return progress;
  };
  const going = run(event, settings, { ...world, session, announce }, stop);
  return Promise.race([
    going,
    isHurried(hurry).then(() => lastWords(begun.at(-1), { ...store, forge: github })),
  ]);
}

/** What the asker may do: the gates want to know it next, and then it has come together with the settings. */
function askAhead({ origin }: Task, github: GitHub): void {
  const sender = origin.kind === 'terminal' ? null : origin.sender;
  if (sender?.kind === 'user') github.permission(sender).catch(() => {});
}

const planted = (names: readonly string[]): OiError =>
  new OiError(
    'environment.planted',
    `By ${names.join(' and ')} other code was loaded into this action, and could read its key and its token.`,
    'If that was you, empty it for this step with `env:`; else find the step that set it, and replace the key.',
  );
