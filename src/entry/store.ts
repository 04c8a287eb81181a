import { join } from 'node:path';
import type { Blobs } from '../core/change.ts';
import type { Session } from '../core/session.ts';
import { openBlobs } from '../session/blobs.ts';
import { openSessionFile } from '../session/file.ts';
import { liveSecrets } from '../text/secrets.ts';
import { secretsOf } from './door.ts';
import { type Job, sessionsOf } from './job.ts';
import type { Environment } from './runner-protocol.ts';

/** What a job keeps on the runner's disk: logs and bytes, in which no secret of the job is ever written. */
export type Store = {
  blobs: Blobs;
  folder(session: string): string;
  session(id: string): Session;
};

export function openStore(job: Job, env: Environment): Store {
  const state = sessionsOf(job);
  const live = liveSecrets(secretsOf(env));
  const desk = { now: () => new Date(), hide: live.hide };
  const folder = (id: string): string => join(state, id);
  return {
    blobs: openBlobs(join(state, 'blobs'), live.in),
    folder,
    session: (id) => openSessionFile(folder(id), id, desk).session,
  };
}
