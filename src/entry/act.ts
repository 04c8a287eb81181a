import { join } from 'node:path';
import { toProblem } from '../core/errors.ts';
import type { Session } from '../core/session.ts';
import { toEvent } from '../forge/github/event.ts';
import { openGitHub } from '../forge/github/github.ts';
import { run } from '../run.ts';
import { recognise } from '../triggers/index.ts';
import { openActionWorld } from './action-world.ts';
import { jobOf, sessionsOf } from './job.ts';
import { report } from './report.ts';
import type { Environment } from './runner-protocol.ts';
import { settingsOf } from './settings.ts';
import { logSafe, watchAsLines } from './watch.ts';

/** The Action, once an event may be for us. Answers the exit code. */
export async function main(at: { env: Environment; name: string; event: unknown }): Promise<number> {
  const signal = cancelled();
  const opened: { session: Session; folder: string }[] = [];
  const ending = () => ({ log: opened.at(-1)?.session.log ?? [], session: opened.at(-1)?.folder ?? null });
  try {
    const event = toEvent(at.name, at.event);
    const job = jobOf(at.env);
    // Asked here already, because what is not for us shall cost no call.
    if (event?.kind !== 'comment' || !(await recognise(event, job)))
      return await report({ outcome: null, ...ending() });
    const github = openGitHub(job.connection, job.config);
    const { settings, wrong } = await settingsOf(at.env, () => github.config(event.subject));
    const log = watchAsLines(logSafe(process.stdout), false);
    const world = openActionWorld({ job, github, env: at.env, log, signal });
    const outcome = await run(event, settings, { ...world, session }, signal);
    return await report({ outcome, ...ending() });

    async function session(id: string): Promise<Session> {
      if (wrong) throw wrong;
      const session = await world.session(id);
      opened.push({ session, folder: join(sessionsOf(job), id) });
      return session;
    }
  } catch (error) {
    return await report({ outcome: { kind: 'failed', ...toProblem(error), published: null }, ...ending() });
  }
}

/** The runner cancels with SIGINT, then SIGTERM 7.5 s later, then kills. */
function cancelled(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  return stop.signal;
}
