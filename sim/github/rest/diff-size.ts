import type { PullIssue } from '../hub/records.ts';
import { pullDiff, pullFiles } from '../pulls/pull-changes.ts';
import { ApiError } from './api-error.ts';
import type { Call } from './call.ts';

/** Over a limit GitHub refuses the diff; it does not cut it. */
export async function checkDiffSize(call: Call, issue: PullIssue): Promise<void> {
  const files = await pullFiles(issue);
  const lines = (await pullDiff(issue)).split('\n').length;
  const { diffFiles, diffLines } = call.hub.limits;
  if (files.length <= diffFiles && lines <= diffLines) return;
  const what = files.length > diffFiles ? `files (${diffFiles})` : `lines (${diffLines})`;
  throw new ApiError(
    406,
    `Sorry, the diff exceeded the maximum number of ${what}. Consider using 'List pull requests files' API or ` +
      'locally cloning the repository instead.',
    [{ resource: 'PullRequest', field: 'diff', code: 'too_large' }],
  );
}
