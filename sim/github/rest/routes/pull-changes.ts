import { mergePull } from '../../actions/pulls.ts';
import { reads, writes } from '../../hub/access.ts';
import type { PullIssue } from '../../hub/records.ts';
import { commitJson, fileJson } from '../../json/commit-json.ts';
import { isMergeable, pullCommits, pullFiles } from '../../pulls/pull-changes.ts';
import { type Answer, noContent, ok, paged } from '../answer.ts';
import { ApiError, notFound } from '../api-error.ts';
import { type Body, type Call, pullOf, type Routes, writerOf } from '../call.ts';

/** GitHub lists no more, whatever the pull request holds. */
const listedFiles = 3000;
const listedCommits = 250;

export const pullChanges: Routes = {
  'pulls/list-files': {
    needs: reads('pull_requests'),
    async answer(call) {
      const issue = await pullOf(call);
      const files = (await pullFiles(issue)).slice(0, listedFiles);
      return paged(call, files, (file) => fileJson(call.hub, call.repository, issue.pull.headSha, file));
    },
  },
  'pulls/list-commits': {
    needs: reads('pull_requests'),
    async answer(call) {
      const commits = (await pullCommits(await pullOf(call))).slice(0, listedCommits);
      return paged(call, commits, (sha) => commitJson(call.hub, call.repository, sha));
    },
  },
  'pulls/check-if-merged': {
    needs: reads('pull_requests'),
    async answer(call) {
      if (!(await pullOf(call)).pull.merged) throw notFound();
      return noContent();
    },
  },
  'pulls/merge': {
    needs: writes('write', 'contents'),
    answer: async (call) => merge(call, await pullOf(call)),
  },
};

async function merge(call: Call, issue: PullIssue): Promise<Answer> {
  const body = (call.body ?? {}) as Body<'pulls', 'merge'>;
  const { pull } = issue;
  // The repository's own answer says `allow_rebase_merge: false`.
  if (body.merge_method === 'rebase')
    throw new ApiError(405, 'Rebase merges are not allowed on this repository.');
  if (pull.draft) throw new ApiError(405, 'Pull Request is still a draft');
  if (!(await isMergeable(issue))) throw new ApiError(405, 'Pull Request is not mergeable');
  if (body.sha && body.sha !== pull.headSha)
    throw new ApiError(409, 'Head branch was modified. Review and try the merge again.');
  const title =
    body.commit_title ?? `Merge pull request #${issue.number} from ${pull.headOwner.login}/${pull.head}`;
  const sha = await mergePull(call.hub, issue, writerOf(call), {
    squash: body.merge_method === 'squash',
    message: `${title}\n\n${body.commit_message ?? issue.title}`,
  });
  if (!sha) throw new ApiError(405, 'Base branch was modified. Review and try the merge again.');
  return ok({ sha, merged: true, message: 'Pull Request successfully merged' });
}
