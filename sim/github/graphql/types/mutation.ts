import { commitOnBranch } from '../../actions/commits.ts';
import { react } from '../../actions/issues.ts';
import { branchSha } from '../../git/refs.ts';
import { type TreeChange, writeBlobs } from '../../git/trees.ts';
import { writes } from '../../hub/access.ts';
import { findRepository } from '../../hub/hub.ts';
import type { PullIssue, Reaction, Repository } from '../../hub/records.ts';
import {
  type Arguments,
  type Context,
  demand,
  type Fields,
  graphqlError,
  node,
  writer,
} from '../resolver.ts';
import { gitNode } from './git.ts';
import { reactionNames } from './text.ts';

export const mutationFields: Fields<null> = {
  resolveReviewThread: (_, { input }, context) => setResolved(context, input, true),
  unresolveReviewThread: (_, { input }, context) => setResolved(context, input, false),
  minimizeComment: (_, { input }, context) =>
    setMinimized(context, input, input.classifier, 'minimizedComment'),
  unminimizeComment: (_, { input }, context) => setMinimized(context, input, null, 'unminimizedComment'),
  convertPullRequestToDraft: (_, { input }, context) => setDraft(context, input, true),
  markPullRequestReadyForReview: (_, { input }, context) => setDraft(context, input, false),
  addReaction(_, { input }, context) {
    const subject = node(context, input.subjectId, 'issue', 'issueComment', 'reviewComment');
    demand(context, repositoryOf(subject), writes('read', 'issues', 'pull_requests'));
    const content = (Object.keys(reactionNames) as Reaction['content'][]).find(
      (key) => reactionNames[key] === input.content,
    );
    const { reaction } = react(context.hub, subject, context.token.account, content ?? 'eyes');
    return { clientMutationId: input.clientMutationId, subject, reaction };
  },
  createCommitOnBranch: (_, { input }, context) => createCommit(context, input),
};

type Subject = ReturnType<typeof node<'issue' | 'issueComment' | 'reviewComment'>>;

function repositoryOf(subject: Subject): Repository {
  if (subject.kind === 'reviewComment') return subject.thread.issue.repository;
  return subject.kind === 'issue' ? subject.repository : subject.issue.repository;
}

function setResolved(context: Context, input: Arguments, resolved: boolean) {
  const thread = node(context, input.threadId, 'thread');
  demand(context, thread.issue.repository, writes('write', 'pull_requests'));
  thread.resolvedBy = resolved ? context.token.account : null;
  return { clientMutationId: input.clientMutationId, thread };
}

function setMinimized(context: Context, input: Arguments, reason: string | null, key: string) {
  const comment = node(context, input.subjectId, 'issueComment', 'reviewComment');
  demand(context, repositoryOf(comment), writes('write', 'issues', 'pull_requests'));
  comment.minimized = reason;
  return { clientMutationId: input.clientMutationId, [key]: comment };
}

function setDraft(context: Context, input: Arguments, draft: boolean) {
  const issue = node(context, input.pullRequestId, 'issue');
  if (!issue.pull)
    throw graphqlError(
      'NOT_FOUND',
      `Could not resolve to a node with the global id of '${input.pullRequestId}'`,
    );
  demand(context, issue.repository, writes('write', 'pull_requests'));
  issue.pull.draft = draft;
  return { clientMutationId: input.clientMutationId, pullRequest: issue as PullIssue };
}

async function createCommit(context: Context, input: Arguments) {
  const { branch: wanted, message, fileChanges, expectedHeadOid } = input;
  const repository = repositoryNamed(context, wanted);
  demand(context, repository, writes('write', 'contents'));
  const branch = String(wanted.branchName).replace(/^refs\/heads\//, '');
  const tip = await branchSha(repository.git, branch);
  if (!tip) throw graphqlError('NOT_FOUND', `Branch ${branch} not found`);
  const stale = graphqlError(
    'STALE_DATA',
    `Expected branch to point to "${expectedHeadOid}" but it did not.  Pull and try again.`,
  );
  if (tip !== expectedHeadOid) throw stale;
  const sha = await commitOnBranch(context.hub, repository, writer(context), {
    branch,
    parent: tip,
    changes: await fileChangesOf(repository, fileChanges ?? {}),
    message: message.body ? `${message.headline}\n\n${message.body}` : message.headline,
  });
  if (!sha) throw stale;
  return {
    clientMutationId: input.clientMutationId,
    commit: await gitNode(repository, sha),
    ref: { repository, name: `refs/heads/${branch}`, sha },
  };
}

/** A branch named by the id of its ref is not built. */
function repositoryNamed(context: Context, { repositoryNameWithOwner }: Arguments): Repository {
  const repository = findRepository(context.hub, repositoryNameWithOwner ?? '');
  if (repository) return repository;
  throw graphqlError(
    'NOT_FOUND',
    `Could not resolve to a Repository with the name '${repositoryNameWithOwner}'.`,
  );
}

async function fileChangesOf(
  repository: Repository,
  { additions = [], deletions = [] }: Arguments,
): Promise<TreeChange[]> {
  const contents: Buffer[] = additions.map((file: Arguments) => Buffer.from(file.contents, 'base64'));
  const shas = await writeBlobs(repository.git, contents);
  return [
    ...additions.map((file: Arguments, index: number) => ({
      path: file.path,
      mode: '100644',
      sha: shas[index],
    })),
    ...deletions.map((file: Arguments) => ({ path: file.path, mode: '100644', sha: null })),
  ];
}
