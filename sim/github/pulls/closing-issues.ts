import type { Issue, PullIssue } from '../hub/records.ts';

const keyword = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+#(\d+)/gi;

/** The issues that a merge will close. Source: docs, "Linking a pull request to an issue using a keyword". */
export function closingIssues({ repository, pull, body }: PullIssue): Issue[] {
  if (pull.base !== repository.defaultBranch) return [];
  const numbers = new Set([...(body ?? '').matchAll(keyword)].map((match) => Number(match[1])));
  return [...numbers]
    .map((number) => repository.issues.get(number))
    .filter((issue): issue is Issue => issue !== undefined && issue.pull === null);
}
