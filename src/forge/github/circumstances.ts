import {
  answerKey,
  type BranchCircumstances,
  type OurBranch,
  runTrailer,
  type SubjectCircumstances,
} from '../../core/forge.ts';
import { subjectOf, type Task } from '../../core/task.ts';
import type {
  BranchAnswer,
  PullAnswer,
  RepositoryAnswer,
  SubjectAnswer,
  SurroundingsAnswer,
  TipAnswer,
} from './answers.ts';
import { markOf } from './mark.ts';
import { toPerson } from './people.ts';
import { isOurs, toRemark } from './remarks.ts';
import { ourBranch, type Situation, type Workflow, workflowBranch } from './situation.ts';

type Asking = { body: string; editedAt: string | null; author: ReturnType<typeof toPerson> };

/** A situation in our nouns. `comment` is the asking comment as it is now, null when it is gone or there is none. */
export function toCircumstances(
  { repository, subject, thread }: Situation,
  task: Task,
  comment: Asking | null,
): SubjectCircumstances {
  const tracking = thread.remarks.findLast(
    (remark) => isOurs(remark) && markOf(remark.body) === answerKey(task),
  );
  return {
    kind: 'subject',
    subject: {
      kind: subject.__typename === 'Issue' ? 'issue' : 'pull',
      number: subject.number,
      title: subject.title,
      body: subject.body,
      author: toPerson(subject.author),
      association: subject.authorAssociation,
      state: stateOf(subject),
      labels: labelsOf(subject),
      at: subject.createdAt,
      editedAt: subject.lastEditedAt,
      url: subject.url,
    },
    comment,
    defaultBranch: branchOf(repository.defaultBranchRef),
    pull: subject.__typename === 'PullRequest' ? pullOf(subject, repository) : null,
    ours: oursOf(subject, repository, task),
    thread: { remarks: thread.remarks.map(toRemark), left: thread.left },
    tracking: tracking ? { id: tracking.fullDatabaseId, url: tracking.url } : null,
    private: repository.isPrivate,
  };
}

export const toBranchCircumstances = (
  answer: BranchAnswer,
  task: Task,
  workflow: Workflow,
): BranchCircumstances => ({
  kind: 'branch',
  defaultBranch: branchOf(answer.defaultBranchRef),
  into: branchOf(workflow.branch === null ? answer.defaultBranchRef : answer.into),
  ours: ourOwn(workflowBranch(workflow), answer, task),
  private: answer.isPrivate,
});

export const labelsOf = (subject: SubjectAnswer): string[] =>
  subject.__typename === 'Issue' ? (subject.labels?.nodes.map(({ name }) => name) ?? []) : [];

/** The asking comment among the remarks that were read. */
export function askingComment({ thread }: Situation, id: number): Asking | null {
  const found = thread.remarks.find(({ fullDatabaseId }) => fullDatabaseId === id);
  return found ? { body: found.body, editedAt: found.lastEditedAt, author: toPerson(found.author) } : null;
}

const stateOf = (subject: SubjectAnswer): 'open' | 'closed' | 'merged' => {
  const state = subject.__typename === 'Issue' ? subject.issueState : subject.pullState;
  return state.toLowerCase() as Lowercase<typeof state>;
};

/** Null in a repository without commits. */
function branchOf(ref: BranchAnswer['into']): { name: string; head: string } | null {
  const head = headOf(ref);
  return ref && head ? { name: ref.name, head } : null;
}

const headOf = (tip: TipAnswer | null): string | null => tip?.target?.oid ?? null;

function pullOf(pull: PullAnswer, repository: RepositoryAnswer) {
  return {
    head: {
      branch: pull.headRefName,
      commit: pull.headRefOid,
      repository: pull.headRepository?.nameWithOwner ?? null,
      exists: pull.headRef !== null,
    },
    into: { branch: pull.baseRefName, commit: headOf(pull.baseRef) ?? pull.baseRefOid },
    fork: isFork(pull, repository),
    unseen: 0,
  };
}

/** A repository that is gone is a stranger's, never "the same" (case E12). Numbers are compared: names can be taken over. */
const isFork = (pull: PullAnswer, repository: RepositoryAnswer): boolean =>
  pull.isCrossRepository ||
  pull.headRepository?.databaseId == null ||
  pull.headRepository.databaseId !== repository.databaseId;

/**
 * Our branch for the subject. On a pull request that we opened it is that one's own branch, so that a command there goes
 * on with it instead of stacking a second pull request on the first.
 */
function oursOf(subject: SubjectAnswer, repository: RepositoryAnswer, task: Task): OurBranch {
  if (subject.__typename === 'PullRequest' && isOurPull(subject, repository)) {
    const { number, url, pullState } = subject;
    return {
      name: subject.headRefName,
      head: headOf(subject.headRef),
      begun: begunAt(subject.headRef, task),
      pull: pullState === 'OPEN' ? { number, url } : null,
      closed: pullState === 'OPEN' ? null : { number, url, merged: pullState === 'MERGED' },
    };
  }
  const about = subjectOf(task.origin);
  return ourOwn(about ? ourBranch(about) : '', repository, task);
}

/** A branch that nobody but us writes to, by its name. */
function ourOwn(name: string, repository: SurroundingsAnswer, task: Task): OurBranch {
  // A fork can have a branch of the same name: its pull requests are none of ours.
  const pulls = repository.pulls.nodes.filter(({ isCrossRepository }) => !isCrossRepository);
  const open = pulls.find(({ state }) => state === 'OPEN');
  const newest = pulls[0];
  return {
    name,
    head: headOf(repository.ours),
    begun: begunAt(repository.ours, task),
    pull: open ? { number: open.number, url: open.url } : null,
    closed:
      newest && !open ? { number: newest.number, url: newest.url, merged: newest.state === 'MERGED' } : null,
  };
}

/**
 * The parent of a commit that is the result of this task. Somebody may have amended it or put it elsewhere since, and
 * then git keeps the first of its two dates: such a commit is theirs.
 */
function begunAt(tip: TipAnswer | null, task: Task): string | null {
  const { message = '', authoredDate, committedDate, parents } = tip?.target ?? {};
  const isResult = message.split('\n').includes(runTrailer(task)) && authoredDate === committedDate;
  return isResult ? (parents?.nodes[0]?.oid ?? null) : null;
}

const isOurPull = (pull: PullAnswer, repository: RepositoryAnswer): boolean =>
  pull.viewerDidAuthor && pull.headRefName.startsWith('oi/') && !isFork(pull, repository);

/** Which tree each commit has that we may build on: the forge has told already. */
export const treesOf = (tips: readonly (TipAnswer | null)[]): [commit: string, tree: string][] =>
  tips.flatMap((tip) =>
    tip?.target?.tree ? [[tip.target.oid, tip.target.tree.oid] as [string, string]] : [],
  );
