import type { RestEndpointMethodTypes } from '@octokit/rest';
import type { Writer } from '../actions/issues.ts';
import { isApp, type Need, refusal } from '../hub/access.ts';
import { findAccount, type Hub } from '../hub/hub.ts';
import type { Account, Issue, PullIssue, Repository, Token } from '../hub/records.ts';
import { followBranches } from '../pulls/follow-branches.ts';
import type { Answer } from './answer.ts';
import { ApiError, notFound } from './api-error.ts';

/** One REST request that GitHub's description allows. */
export type Call = {
  hub: Hub;
  /** The one that `{owner}/{repo}` names; routes without those never read it. */
  repository: Repository;
  /** Path parameters by GitHub's names for them, decoded. */
  parameter(name: string): string;
  query: URLSearchParams;
  /** Valid against the operation's schema: see `Body`. */
  body: unknown;
  token: Token | null;
  accept: string;
  url: URL;
};

/** What octokit sends for an operation, which is what the schema let through. */
export type Body<
  Scope extends keyof RestEndpointMethodTypes,
  Method extends keyof RestEndpointMethodTypes[Scope],
> = RestEndpointMethodTypes[Scope][Method] extends { parameters: infer Parameters } ? Parameters : never;

export type Route = {
  /** Left out where anybody may ask. */
  needs?: Need | ((call: Call) => Need);
  answer(call: Call): Answer | Promise<Answer>;
};

/** Routes by operation id; GitHub's description knows their methods and paths. */
export type Routes = Record<string, Route>;

export function authorise(call: Call, route: Route): void {
  if (!route.needs) return;
  const need = typeof route.needs === 'function' ? route.needs(call) : route.needs;
  const refused = refusal(call.hub, call.token, call.repository, need);
  if (refused) throw new ApiError(refused.status, refused.message, [], refused.headers);
}

export function writerOf(call: Call): Writer {
  if (!call.token) throw new ApiError(401, 'Requires authentication');
  return { author: call.token.account, app: isApp(call.token) ? call.token.account : null };
}

export function issueOf(call: Call): Issue {
  const number = call.parameter('issue_number');
  const issue = call.repository.issues.get(Number(number));
  if (!issue) throw notFound();
  return issue;
}

/** Up to date with its branches. */
export async function pullOf(call: Call): Promise<PullIssue> {
  const issue = call.repository.issues.get(Number(call.parameter('pull_number')));
  if (!issue?.pull) throw notFound();
  const pull = issue as PullIssue;
  await followBranches(call.hub, pull);
  return pull;
}

export function accountsOf(call: Call, logins: readonly string[]): Account[] {
  return logins
    .map((login) => findAccount(call.hub, login))
    .filter((account): account is Account => account !== undefined && !account.deleted);
}

export const wants = (call: Call, mediaType: string): boolean => call.accept.includes(mediaType);
