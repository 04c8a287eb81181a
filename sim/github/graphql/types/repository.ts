import { refSha } from '../../git/refs.ts';
import { reads } from '../../hub/access.ts';
import { fullName, pullsOf } from '../../hub/hub.ts';
import type { Issue, PullIssue, Repository } from '../../hub/records.ts';
import { webUrl } from '../../json/urls.ts';
import { followBranches } from '../../pulls/follow-branches.ts';
import { connection } from '../connection.ts';
import { type Arguments, type Context, demand, type Fields, graphqlError, notBuilt } from '../resolver.ts';
import { gitNode, type Ref } from './git.ts';
import { labelConnection } from './label.ts';

export const repositoryFields: Fields<Repository> = {
  id: (repository) => repository.nodeId,
  databaseId: (repository) => repository.id,
  name: (repository) => repository.name,
  nameWithOwner: fullName,
  owner: (repository) => repository.owner,
  url: (repository, _, { hub }) => webUrl(hub, repository),
  isPrivate: (repository) => repository.private,
  isFork: (repository) => repository.parent !== null,
  isArchived: (repository) => repository.archived,
  isEmpty: async (repository) => (await refOf(repository, `refs/heads/${repository.defaultBranch}`)) === null,
  visibility: (repository) => (repository.private ? 'PRIVATE' : 'PUBLIC'),
  parent: (repository) => repository.parent,
  defaultBranchRef: (repository) => refOf(repository, `refs/heads/${repository.defaultBranch}`),
  ref: (repository, { qualifiedName }) => findRef(repository, qualifiedName),
  object: (repository, { oid, expression }) => gitNode(repository, oid ?? expression),
  label: (repository, { name }) => repository.labels.get(name.toLowerCase()) ?? null,
  labels: (repository, args) => labelConnection(repository.labels.values(), args),
  issue: (repository, args, context) => subject(repository, args, context, 'Issue'),
  pullRequest: (repository, args, context) => subject(repository, args, context, 'PullRequest'),
  issueOrPullRequest: (repository, args, context) => subject(repository, args, context, null),
  issues: (repository, args, context) => listIssues(repository, args, context),
  pullRequests: (repository, args, context) => listPulls(repository, args, context),
};

async function refOf(repository: Repository, name: string): Promise<Ref | null> {
  const sha = await refSha(repository.git, name);
  return sha ? { repository, name, sha } : null;
}

/** A name in full, or of a branch or tag. */
async function findRef(repository: Repository, name: string): Promise<Ref | null> {
  if (name.startsWith('refs/')) return refOf(repository, name);
  return (await refOf(repository, `refs/heads/${name}`)) ?? refOf(repository, `refs/tags/${name}`);
}

/** `kind` null is either. */
async function subject(
  repository: Repository,
  { number }: Arguments,
  context: Context,
  kind: 'Issue' | 'PullRequest' | null,
): Promise<Issue> {
  const issue = repository.issues.get(number);
  if (!issue || (kind && (kind === 'PullRequest') !== (issue.pull !== null))) {
    const wanted = kind ?? 'issue or pull request';
    throw graphqlError(
      'NOT_FOUND',
      `Could not resolve to ${kind === 'Issue' || !kind ? 'an' : 'a'} ${wanted} with the number of ${number}.`,
    );
  }
  demand(context, repository, issue.pull ? reads('pull_requests') : reads('issues'));
  if (issue.pull) await followBranches(context.hub, issue as PullIssue);
  return issue;
}

function listIssues(repository: Repository, args: Arguments, context: Context) {
  demand(context, repository, reads('issues'));
  if (args.filterBy) throw notBuilt(context, 'issues with filterBy');
  const found = [...repository.issues.values()].filter(
    (issue) =>
      !issue.pull &&
      (!args.states || args.states.includes(issue.state.toUpperCase())) &&
      hasLabel(issue, args),
  );
  return connection(order(found, args), args, 'issues');
}

async function listPulls(repository: Repository, args: Arguments, context: Context) {
  demand(context, repository, reads('pull_requests'));
  const all = pullsOf(repository);
  for (const issue of all) await followBranches(context.hub, issue);
  const state = (issue: PullIssue) => (issue.pull.merged ? 'MERGED' : issue.state.toUpperCase());
  const found = all.filter(
    (issue) =>
      (!args.states || args.states.includes(state(issue))) &&
      (!args.headRefName || issue.pull.head === args.headRefName) &&
      (!args.baseRefName || issue.pull.base === args.baseRefName) &&
      hasLabel(issue, args),
  );
  return connection(order(found, args), args, 'pullRequests');
}

/** One of the labels that are asked for is enough, where REST wants all of them. */
function hasLabel(issue: Issue, { labels }: Arguments): boolean {
  const wanted: string[] | undefined = labels?.map((name: string) => name.toLowerCase());
  return !wanted || issue.labels.some(({ name }) => wanted.includes(name.toLowerCase()));
}

function order<Item extends Issue>(list: Item[], { orderBy }: Arguments): Item[] {
  const key = orderBy?.field === 'UPDATED_AT' ? 'updatedAt' : 'createdAt';
  const compare = (one: Item, other: Item) =>
    orderBy?.field === 'COMMENTS'
      ? one.comments.length - other.comments.length
      : one[key].localeCompare(other[key]);
  const sorted = list.sort((one, other) => compare(one, other) || one.number - other.number);
  return orderBy?.direction === 'DESC' ? sorted.reverse() : sorted;
}
