import { OiError } from '../core/errors.ts';
import type { Circumstances } from '../core/forge.ts';
import type { Plan, Task } from '../core/task.ts';
import { isForeign } from './head-pinned.ts';

type About = Exclude<Circumstances, { kind: 'folder' }>;

/**
 * Where the work starts and where its result may go. Pure; expects a task that every gate let through. From here on
 * nothing that an issue, a model or a log says can change it. Throws `repository.empty`.
 */
export function plan(task: Task, circumstances: Circumstances): Plan {
  const { origin } = task;
  if (origin.kind === 'terminal' || circumstances.kind === 'folder') {
    const session =
      origin.kind === 'terminal' ? origin.session : `${origin.subject.kind}-${origin.subject.number}`;
    return { task, session, base: null, trunk: null, destination: { kind: 'folder' }, taint: 'trusted' };
  }
  const session = `${origin.subject.kind}-${origin.subject.number}`;
  return {
    task,
    session,
    taint: taintOf(task, circumstances),
    ...(circumstances.pull ? forPull(circumstances, circumstances.pull) : forIssue(circumstances)),
  };
}

type Route = Pick<Plan, 'base' | 'trunk' | 'destination'>;

/**
 * From our branch where we have begun one, so that nothing on it is lost; else from the default branch. A job that runs
 * again begins where it did the first time.
 */
function forIssue({ defaultBranch, ours }: About): Route {
  if (!defaultBranch) {
    throw new OiError(
      'repository.empty',
      'This repository has no commit yet, so there is nothing to work on.',
      'Push a first commit and ask again.',
    );
  }
  return {
    base: ours.begun ?? ours.head ?? defaultBranch.head,
    trunk: defaultBranch.head,
    destination: toPull(ours, defaultBranch.name),
  };
}

/**
 * Ours is stacked on the branch of the pull request, unless that is a branch of ours itself, which is gone on with. A
 * fork's branch is not written to: there the result is a patch.
 */
function forPull({ ours, subject }: About, pull: NonNullable<About['pull']>): Route {
  const trunk = pull.into.commit;
  const { head, into } = pull;
  if (isForeign(pull)) return { base: head.commit, trunk, destination: { kind: 'patch' } };
  if (ourBranch.test(head.branch)) {
    const destination = { kind: 'pull', branch: head.branch, head: head.commit, into: into.branch } as const;
    return { base: ours.begun ?? head.commit, trunk, destination: { ...destination, pull: subject.number } };
  }
  return { base: ours.begun ?? ours.head ?? head.commit, trunk, destination: toPull(ours, head.branch) };
}

/** The names that we give, and nothing like them. */
const ourBranch = /^oi\/(?:issue|pull)-\d{1,10}$/;

const toPull = (ours: About['ours'], into: string): Plan['destination'] => ({
  kind: 'pull',
  branch: ours.name,
  head: ours.head,
  into,
  pull: ours.pull?.number ?? null,
});

/** Trusted is what nobody but the asker, whose permission we know, and we ourselves have written. */
function taintOf({ origin }: Task, { subject, thread, pull }: About): Plan['taint'] {
  const asker = origin.kind === 'terminal' ? null : origin.author?.id;
  const isForeignText =
    thread.left > 0 || thread.remarks.some(({ author, ours }) => !ours && author?.id !== asker);
  return isForeignText || subject.author?.id !== asker || pull?.fork ? 'untrusted' : 'trusted';
}
