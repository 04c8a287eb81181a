import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Blobs, ObjectId } from '../core/change.ts';
import type { Door } from '../core/door.ts';
import type { Plan } from '../core/task.ts';
import type { Changes, Result } from '../core/trees.ts';
import { copyChanges } from '../workspace/checkout.ts';
import { patchOf } from '../workspace/patch.ts';
import { instructingOf } from './instructing.ts';
import { type Job, sessionsOf } from './job.ts';

/**
 * Where a session's checkout lies: `own` is ours, `copy` in it the agent's. Not beside the log: the agent passes through
 * here, and nothing of ours is its to read.
 */
export function checkoutOf(job: Job, session: string): { own: string; copy: string; pristine: string } {
  const own = join(job.temporary, 'oi-checkout', session);
  return { own, copy: join(own, 'copy'), pristine: join(own, 'pristine.git') };
}

/** The last change of a session as a patch for people, beside its log. */
export const patchFile = (job: Job, session: string): string =>
  join(sessionsOf(job), session, 'change.patch');

export const forgetPatch = (job: Job, session: string): void =>
  rmSync(patchFile(job, session), { force: true });

type Place = { job: Job; session: string; blobs: Blobs; door: Door };

/**
 * Keeps a change as a patch, so that it is there whatever becomes of the run. Throws `secret.found`: what holds a secret is
 * not for people to see.
 */
export async function keep(changes: Changes, { job, session, blobs, door }: Place): Promise<Result> {
  const { own, pristine } = checkoutOf(job, session);
  forgetPatch(job, session);
  const { refuseSecrets } = await import('../publish/door/secret-in-change.ts');
  await refuseSecrets(changes.change, { blobs, door });
  const patch = await patchOf({ pristine, state: own, blobs }, changes.change);
  const name = await blobs.put(patch);
  // One that holds a secret is kept nowhere.
  if (name !== null && patch.length > 0) writeFileSync(patchFile(job, session), patch, { mode: 0o600 });
  return { ...changes, patch: name };
}

/** What a process that is gone left in its copy of the planned commit. Nothing may run there any more. */
export async function keepWhatIsLeft(plan: Plan, commit: ObjectId, at: Place): Promise<Result> {
  const { own, copy } = checkoutOf(at.job, at.session);
  const instructing = await instructingOf(plan);
  const left = { state: own, folder: copy, commit, blobs: at.blobs, instructing };
  return keep(await copyChanges(left, commit), at);
}
