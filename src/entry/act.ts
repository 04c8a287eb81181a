import { OiError, toProblem } from '../core/errors.ts';
import type { Outcome } from '../core/outcome.ts';
import type { Session } from '../core/session.ts';
import type { Plan } from '../core/task.ts';
import type { Progress } from '../core/world.ts';
import { toEvent } from '../forge/github/event.ts';
import { openGitHub } from '../forge/github/github.ts';
import { run } from '../run.ts';
import { recognise } from '../triggers/index.ts';
import { openActionWorld } from './action-world.ts';
import { jobOf } from './job.ts';
import { patchFile } from './kept.ts';
import { isHurried, lastWords } from './last-words.ts';
import { report } from './report.ts';
import { type Cancelling, type Environment, saveState, setOutput } from './runner-protocol.ts';
import { settingsOf } from './settings.ts';
import { openStore } from './store.ts';
import { logSafe, watchAsLines } from './watch.ts';

type Start = {
  env: Environment;
  name: string;
  event: unknown;
  cancelling: Cancelling;
  /** Variables by which code was loaded before ours: such a run does no more than to say so. */
  loaders: readonly string[];
};
/** What has come to be so far, for whoever has to end it. */
type Begun = {
  session: Session;
  folder: string;
  patch: string;
  plan: Plan | null;
  progress: Progress | null;
};

/** The Action, once an event may be for us. Answers the exit code. */
export async function main(at: Start): Promise<number> {
  const begun: Begun[] = [];
  const outcome = await act(at, begun).catch(
    (error): Outcome => ({ kind: 'failed', ...toProblem(error), published: null }),
  );
  const { session, folder = null, patch = null } = begun.at(-1) ?? {};
  const code = await report({ outcome, log: session?.log ?? [], session: folder, patch });
  if (isSettled(outcome)) saveState(at.env, 'settled', 'yes');
  return code;
}

/** Whether nothing is left for the post step: it alone can tell whether a person or a time limit cancelled the run. */
const isSettled = (outcome: Outcome | null): boolean =>
  !(outcome?.kind === 'stopped' && outcome.because === 'cancelled');

/** Null when the event is not for us after all. */
async function act(
  { env, name, event: payload, cancelling, loaders }: Start,
  begun: Begun[],
): Promise<Outcome | null> {
  const event = toEvent(name, payload);
  const job = jobOf(env);
  // Asked here already, because what is not for us shall cost no call.
  if (event?.kind !== 'comment' || !(await recognise(event, job))) return null;
  const github = openGitHub(job.connection, job.config);
  const { settings, wrong } = await settingsOf(env, () => github.config(event.subject));
  const log = watchAsLines(logSafe(process.stdout), false);
  const store = openStore(job, env);
  const { stop, hurry } = cancelling;
  const world = openActionWorld({ job, github, store, env, log, signal: stop });
  const session = async (id: string): Promise<Session> => {
    if (loaders.length > 0) throw planted(loaders);
    if (wrong) throw wrong;
    const session = await world.session(id);
    const folder = store.folder(id);
    setOutput(env, 'session-path', folder);
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

const planted = (names: readonly string[]): OiError =>
  new OiError(
    'environment.planted',
    `By ${names.join(' and ')} other code was loaded into this action, and could read its key and its token.`,
    'If that was you, empty it for this step with `env:`; else find the step that set it, and replace the key.',
  );
