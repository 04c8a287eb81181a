import { OiError } from '../core/errors.ts';
import type { BranchCircumstances, Circumstances, SubjectCircumstances } from '../core/forge.ts';
import { askerOf, type Origin, type Plan, type Task } from '../core/task.ts';
import { isForeign } from './head-pinned.ts';

/**
 * Where the work starts and where its result may go. Pure; expects a task that every gate let through. From here on
 * nothing that an issue, a model or a log says can change it. Throws `repository.empty`.
 */
export function plan(task: Task, circumstances: Circumstances): Plan {
  const session = sessionOf(task.origin);
  if (circumstances.kind === 'folder') {
    return { task, session, base: null, trunk: null, destination: { kind: 'folder' }, taint: 'trusted' };
  }
  return { task, session, taint: taintOf(task, circumstances), ...routeOf(circumstances) };
}

/** One session for each subject, workflow or terminal conversation; its name is a folder's. */
export function sessionOf(origin: Origin): string {
  if (origin.kind === 'terminal') return origin.session;
  if (origin.kind === 'workflow') return `workflow-${origin.workflow}`;
  return `${origin.subject.kind}-${origin.subject.number}`;
}

function routeOf(about: SubjectCircumstances | BranchCircumstances): Route {
  if (about.kind === 'branch') return forBranch(about, about.into);
  return about.pull ? forPull(about, about.pull) : forBranch(about, about.defaultBranch);
}

const noCommit = 'This repository has no commit yet, so there is nothing to work on.';

type Route = Pick<Plan, 'base' | 'trunk' | 'destination'>;

/**
 * From our branch where we have begun one, so that nothing on it is lost; else from the branch it is to go into. A job that
 * runs again begins where it did the first time.
 */
function forBranch(
  { ours, defaultBranch }: SubjectCircumstances | BranchCircumstances,
  into: BranchCircumstances['into'],
): Route {
  if (!into) {
    throw new OiError(
      'repository.empty',
      defaultBranch ? 'The branch to work on is gone.' : noCommit,
      'Push a first commit and ask again.',
    );
  }
  return {
    base: ours.begun ?? ours.head ?? into.head,
    trunk: into.head,
    destination: toPull(ours, into.name),
  };
}

/**
 * Ours is stacked on the branch of the pull request, unless that is a branch of ours itself, which is gone on with. A
 * fork's branch is not written to: there the result is a patch.
 */
function forPull(
  { ours, subject }: SubjectCircumstances,
  pull: NonNullable<SubjectCircumstances['pull']>,
): Route {
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
const ourBranch = /^oi\/(?:(?:issue|pull)-\d{1,10}|workflow-[a-z0-9-]{1,100})$/;

const toPull = (ours: SubjectCircumstances['ours'], into: string): Plan['destination'] => ({
  kind: 'pull',
  branch: ours.name,
  head: ours.head,
  into,
  pull: ours.pull?.number ?? null,
});

/** Trusted is what nobody but the asker, whose permission we know, and we ourselves have written. */
function taintOf({ origin }: Task, about: SubjectCircumstances | BranchCircumstances): Plan['taint'] {
  if (about.kind === 'branch') return 'trusted';
  const { subject, thread, pull } = about;
  const asker = askerOf(origin)?.id;
  const isForeignText =
    thread.left > 0 || thread.remarks.some(({ author, ours }) => !ours && author?.id !== asker);
  return isForeignText || subject.author?.id !== asker || pull?.fork ? 'untrusted' : 'trusted';
}
