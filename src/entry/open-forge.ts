import type { Door } from '../core/door.ts';
import type { Entry } from '../core/session.ts';
import { type GitHub, openGitHub } from '../forge/github/github.ts';
import { guarded } from '../publish/door/guarded.ts';
import { asCode } from '../publish/words.ts';
import { neutral } from '../text/neutral.ts';
import { tracking } from '../views/tracking.ts';
import type { Job } from './job.ts';

/** The body of the tracking comment for a log. */
export const trackingOf =
  ({ runUrl }: Job) =>
  (log: readonly Entry[]): string =>
    tracking(log, { runUrl }, { words: neutral, code: asCode });

/** The job's repository; whatever is written to it passes the door, but for what is said before anything was read. */
export const openForge = (job: Job, door: Door): GitHub =>
  guarded(openGitHub(job.connection, job.config), door, trackingOf(job)([]));
