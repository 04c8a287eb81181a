import { findHead } from '../../actions/pulls.ts';
import { borrowCommit, listCommits } from '../../git/commits.ts';
import { changedFiles, diffText } from '../../git/diff.ts';
import { distance, mergeBase } from '../../git/merge.ts';
import { branchSha, isEmpty, resolveCommit } from '../../git/refs.ts';
import { reads } from '../../hub/access.ts';
import { commitJson, fileJson, fullCommitJson } from '../../json/commit-json.ts';
import { apiUrl, encodePath, type Json, webUrl } from '../../json/urls.ts';
import { ok, paged, text } from '../answer.ts';
import { emptyRepository, notFound, unprocessable } from '../api-error.ts';
import { type Call, type Routes, wants } from '../call.ts';

const listedCommits = 250;
const listedFiles = 300;

export const commits: Routes = {
  'repos/list-commits': {
    needs: reads('contents'),
    async answer(call) {
      const { git, defaultBranch } = call.repository;
      if (await isEmpty(git)) throw emptyRepository();
      const sha = await resolveCommit(git, call.query.get('sha') ?? defaultBranch);
      if (!sha) throw notFound();
      const path = call.query.get('path');
      const found = await listCommits(git, [sha, ...(path ? ['--', path] : [])]);
      return paged(call, found, (commit) => commitJson(call.hub, call.repository, commit));
    },
  },
  'repos/get-commit': {
    needs: reads('contents'),
    async answer(call) {
      const { git } = call.repository;
      const ref = call.parameter('ref');
      const sha = await resolveCommit(git, ref);
      if (!sha)
        throw (await isEmpty(git)) ? emptyRepository() : unprocessable(`No commit found for SHA: ${ref}`);
      if (wants(call, '.sha')) return text(sha, 'sha');
      return ok(await fullCommitJson(call.hub, call.repository, sha));
    },
  },
  'repos/compare-commits-with-basehead': {
    needs: reads('contents'),
    async answer(call) {
      const { git } = call.repository;
      const [, baseName = '', headName = ''] = /^(.+?)\.{2,3}(.+)$/.exec(call.parameter('basehead')) ?? [];
      const [base, head] = [await resolveSide(call, baseName), await resolveSide(call, headName)];
      if (!base || !head) throw notFound();
      const common = await mergeBase(git, base, head);
      if (!common) throw notFound(`No common ancestor between ${baseName} and ${headName}.`);
      if (wants(call, 'diff')) return text(await diffText(git, common, head), 'v3.diff');
      return ok(await comparisonJson(call, base, head, common));
    },
  },
};

/** `branch`, a commit, or `owner:branch` of a fork. */
async function resolveSide(call: Call, name: string): Promise<string | null> {
  if (!name.includes(':')) return resolveCommit(call.repository.git, name);
  const found = await findHead(call.hub, call.repository, name);
  const sha = found && (await branchSha(found.headRepository.git, found.head));
  if (found && sha) await borrowCommit(found.headRepository.git, call.repository.git, sha);
  return sha;
}

async function comparisonJson(call: Call, base: string, head: string, common: string): Promise<Json> {
  const { hub, repository } = call;
  const { ahead, behind } = await distance(repository.git, base, head);
  const between = await listCommits(repository.git, [`${base}..${head}`], true);
  const files = await changedFiles(repository.git, common, head);
  const path = `compare/${encodePath(call.parameter('basehead'))}`;
  const html = `${webUrl(hub, repository)}/${path}`;
  return {
    url: `${apiUrl(hub, repository)}/${path}`,
    html_url: html,
    permalink_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    base_commit: await commitJson(hub, repository, base),
    merge_base_commit: await commitJson(hub, repository, common),
    status: statusOf(ahead, behind),
    ahead_by: ahead,
    behind_by: behind,
    total_commits: ahead,
    commits: await Promise.all(
      between.slice(0, listedCommits).map((sha) => commitJson(hub, repository, sha)),
    ),
    files: files.slice(0, listedFiles).map((file) => fileJson(hub, repository, head, file)),
  };
}

function statusOf(ahead: number, behind: number): string {
  if (ahead > 0 && behind > 0) return 'diverged';
  if (ahead > 0) return 'ahead';
  return behind > 0 ? 'behind' : 'identical';
}
