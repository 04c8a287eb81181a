import type { Git } from '../git/open-git.ts';
import { refSha } from '../git/refs.ts';
import { grants, isApp } from '../hub/access.ts';
import type { Repository, Token } from '../hub/records.ts';

/**
 * A token without `workflows` cannot move a branch to a commit whose `.github/workflows` differs from what the
 * branch, the commit's parent or the default branch holds. GitHub's own rule is not published; see FIDELITY.md.
 */
export async function mayCarryWorkflows(
  token: Token | null,
  repository: Repository,
  from: string | null,
  to: string,
): Promise<boolean> {
  if (!token || !isApp(token) || grants(token, repository, 'workflows', 'write')) return true;
  const { git, defaultBranch } = repository;
  const wanted = await workflowsOf(git, to);
  if (wanted === null) return true;
  for (const known of [from, `${to}^`, `refs/heads/${defaultBranch}`])
    if (known && (await workflowsOf(git, known)) === wanted) return true;
  return false;
}

const workflowsOf = (git: Git, commit: string): Promise<string | null> =>
  refSha(git, `${commit}:.github/workflows`);
