import { apiCommit } from '../../actions/commits.ts';
import { mergeTrees } from '../../git/merge.ts';
import { branchSha, isAncestor, moveRef, resolveCommit } from '../../git/refs.ts';
import { writes } from '../../hub/access.ts';
import { commitJson } from '../../json/commit-json.ts';
import { type Answer, created, noContent } from '../answer.ts';
import { ApiError, notFound } from '../api-error.ts';
import { type Body, type Call, type Routes, writerOf } from '../call.ts';
import { guardWorkflows } from './git-refs.ts';

export const merges: Routes = {
  'repos/merge': { needs: writes('write', 'contents'), answer: merge },
};

async function merge(call: Call): Promise<Answer> {
  const { git } = call.repository;
  const body = call.body as Body<'repos', 'merge'>;
  const base = await branchSha(git, body.base);
  if (!base) throw notFound('Base does not exist');
  const head = await resolveCommit(git, body.head);
  if (!head) throw notFound('Head does not exist');
  if (await isAncestor(git, head, base)) return noContent();
  const tree = await mergeTrees(git, base, head);
  if (!tree) throw new ApiError(409, 'Merge conflict');
  const message = body.commit_message ?? `Merge ${body.head} into ${body.base}`;
  const sha = await apiCommit(call.hub, call.repository, writerOf(call), {
    tree,
    parents: [base, head],
    message,
  });
  await guardWorkflows(call, base, sha);
  if (await moveRef(git, `refs/heads/${body.base}`, sha, base)) throw new ApiError(409, 'Merge conflict');
  return created(await commitJson(call.hub, call.repository, sha));
}
