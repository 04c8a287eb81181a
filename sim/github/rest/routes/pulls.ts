import { editBody, setState } from '../../actions/issues.ts';
import { createPull, findHead } from '../../actions/pulls.ts';
import { borrowCommit, listCommits } from '../../git/commits.ts';
import { branchSha } from '../../git/refs.ts';
import { reads, writes } from '../../hub/access.ts';
import { pullsOf } from '../../hub/hub.ts';
import type { PullIssue } from '../../hub/records.ts';
import { pullJson, simplePullJson } from '../../json/pull-json.ts';
import { followBranches } from '../../pulls/follow-branches.ts';
import { pullDiff } from '../../pulls/pull-changes.ts';
import { created, ok, paged, text } from '../answer.ts';
import { ApiError, unprocessable, validationFailed } from '../api-error.ts';
import { type Body, type Call, pullOf, type Routes, wants, writerOf } from '../call.ts';
import { checkDiffSize } from '../diff-size.ts';
import { checkBody, checkTitle, mayChange } from '../texts.ts';

export const pulls: Routes = {
  'pulls/list': {
    needs: reads('pull_requests'),
    answer: async (call) => paged(call, await listPulls(call), (issue) => simplePullJson(call.hub, issue)),
  },
  'pulls/get': {
    needs: reads('pull_requests', 'contents'),
    async answer(call) {
      const issue = await pullOf(call);
      if (!wants(call, 'diff')) return ok(await pullJson(call.hub, issue));
      await checkDiffSize(call, issue);
      return text(await pullDiff(issue), 'v3.diff');
    },
  },
  'pulls/create': {
    needs: writes('read', 'pull_requests'),
    answer: async (call) => created(await pullJson(call.hub, await openPull(call))),
  },
  'pulls/update': {
    needs: writes('read', 'pull_requests'),
    async answer(call) {
      const issue = await pullOf(call);
      mayChange(call, issue);
      await updatePull(call, issue, call.body as Body<'pulls', 'update'>);
      return ok(await pullJson(call.hub, issue));
    },
  },
};

async function listPulls(call: Call): Promise<PullIssue[]> {
  const { hub, query, repository } = call;
  const all = pullsOf(repository);
  await Promise.all(all.map((issue) => followBranches(hub, issue)));
  const state = query.get('state') ?? 'open';
  const [, owner, head] = /^([^:]+):(.+)$/.exec(query.get('head') ?? '') ?? [];
  const base = query.get('base');
  const found = all.filter(
    (issue) =>
      (state === 'all' || issue.state === state) &&
      // A head without its owner filters nothing.
      (!head ||
        (issue.pull.head === head && issue.pull.headOwner.login.toLowerCase() === owner?.toLowerCase())) &&
      (!base || issue.pull.base === base),
  );
  const sort = query.get('sort') === 'updated' ? 'updatedAt' : 'createdAt';
  const order = query.get('direction') === 'asc' ? 1 : -1;
  return found.sort(
    (one, other) => order * (one[sort].localeCompare(other[sort]) || one.number - other.number),
  );
}

async function openPull(call: Call): Promise<PullIssue> {
  const { hub, repository } = call;
  const body = call.body as Body<'pulls', 'create'>;
  const forbidden = actionsForbidden(call);
  if (forbidden) throw forbidden;
  if (body.title === undefined)
    throw validationFailed({ resource: 'PullRequest', code: 'missing_field', field: 'title' });
  checkTitle(call, 'PullRequest', body.title);
  checkBody(call, 'PullRequest', body.body);
  if (body.draft && !repository.drafts)
    throw unprocessable('Draft pull requests are not supported in this repository.');
  const head = await findHead(hub, repository, body.head);
  if (!head) throw validationFailed({ resource: 'PullRequest', field: 'head', code: 'invalid' });
  await checkBranches(call, head, body.base);
  refuseSecond(call, head, body.base);
  return createPull(hub, repository, writerOf(call), {
    title: body.title,
    body: body.body ?? null,
    base: body.base,
    ...head,
    draft: body.draft ?? false,
    maintainerCanModify: head.headRepository !== repository && (body.maintainer_can_modify ?? true),
  });
}

type Head = NonNullable<Awaited<ReturnType<typeof findHead>>>;

const custom = (message: string) => validationFailed({ resource: 'PullRequest', code: 'custom', message });

async function checkBranches(call: Call, { headRepository, head }: Head, base: string): Promise<void> {
  const { git } = call.repository;
  const baseSha = await branchSha(git, base);
  if (!baseSha) throw validationFailed({ resource: 'PullRequest', field: 'base', code: 'invalid' });
  const headSha = (await branchSha(headRepository.git, head)) ?? '';
  await borrowCommit(headRepository.git, git, headSha);
  const commits = await listCommits(git, ['-n1', `${baseSha}..${headSha}`]);
  const label = call.repository === headRepository ? head : `${headRepository.owner.login}:${head}`;
  if (commits.length === 0) throw custom(`No commits between ${base} and ${label}`);
}

/** Looks and is followed by the creation without a pause, so that of two at once one is refused. */
function refuseSecond(call: Call, { headRepository, head }: Head, base: string): void {
  const known = pullsOf(call.repository).some(
    ({ state, pull }) =>
      state === 'open' && pull.headRepository === headRepository && pull.head === head && pull.base === base,
  );
  if (known) throw custom(`A pull request already exists for ${headRepository.owner.login}:${head}.`);
}

async function updatePull(call: Call, issue: PullIssue, body: Body<'pulls', 'update'>): Promise<void> {
  checkTitle(call, 'PullRequest', body.title);
  checkBody(call, 'PullRequest', body.body);
  if (body.state === 'open' && issue.state === 'closed') await checkReopen(issue);
  if (body.base) {
    if (!(await branchSha(issue.repository.git, body.base)))
      throw validationFailed({ resource: 'PullRequest', field: 'base', code: 'invalid' });
    issue.pull.base = body.base;
  }
  if (body.title !== undefined) issue.title = body.title;
  if (body.body !== undefined) editBody(call.hub, issue, body.body);
  if (body.state) setState(call.hub, issue, writerOf(call).author, body.state);
  issue.updatedAt = call.hub.clock.now();
}

async function checkReopen({ pull }: PullIssue): Promise<void> {
  const refuse = (message: string) =>
    validationFailed({ resource: 'PullRequest', code: 'invalid', field: 'state', message });
  if (pull.merged) throw refuse('state cannot be changed. The pull request cannot be reopened.');
  if (!pull.headRepository)
    throw refuse(
      'state cannot be changed. The repository that submitted this pull request has been deleted.',
    );
  if (!(await branchSha(pull.headRepository.git, pull.head)))
    throw refuse(`state cannot be changed. The ${pull.head} branch has been deleted.`);
}

/** The switch under Settings, Actions, General. */
export function actionsForbidden(call: Call): ApiError | null {
  const isActions = call.token?.account.login === 'github-actions[bot]';
  if (!isActions || call.repository.actionsMayCreatePulls) return null;
  return new ApiError(403, 'GitHub Actions is not permitted to create or approve pull requests.');
}
