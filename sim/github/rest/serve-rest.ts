import type { Hub } from '../hub/hub.ts';
import { findRepository } from '../hub/hub.ts';
import type { Repository, Token } from '../hub/records.ts';
import { answerMistakes } from '../validation/check-answer.ts';
import { requestMistakes } from '../validation/check-request.ts';
import type { Found } from '../validation/find-operation.ts';
import type { Answer } from './answer.ts';
import { ApiError, notFound } from './api-error.ts';
import { authorise, type Call } from './call.ts';
import { routes } from './index.ts';

export type RestRequest = {
  method: string;
  /** The whole address; `path` is what follows the API's root, still encoded. */
  url: URL;
  path: string;
  accept: string;
  token: Token | null;
  /** Parsed JSON; undefined without a body. */
  body: unknown;
};

/** Answers a REST request, and notes what GitHub's description forbids in it or in the answer. */
export async function serveRest(hub: Hub, request: RestRequest, found: Found | null): Promise<Answer> {
  const title = `${request.method} ${request.path}`;
  try {
    const answer = await answerRequest(hub, request, found);
    if (found && answer.type === undefined) {
      const mistakes = answerMistakes(found, answer.status, answer.body);
      if (mistakes.length > 0)
        hub.violations.push(`answer to ${title} (${answer.status}): ${mistakes.join('; ')}`);
    }
    return answer;
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(error, found);
    hub.violations.push(`sim broke on ${title}: ${error instanceof Error ? error.stack : error}`);
    return errorAnswer(new ApiError(500, 'Server Error'), found);
  }
}

async function answerRequest(hub: Hub, request: RestRequest, found: Found | null): Promise<Answer> {
  const title = `${request.method} ${request.path}`;
  const route = found && routes[found.operation.operationId];
  if (!found || !route) {
    hub.violations.push(`no route: ${title}${found ? ` (${found.operation.operationId} is not built)` : ''}`);
    throw notFound();
  }
  const repository = repositoryOf(hub, found);
  const call: Call = {
    hub,
    repository,
    parameter: (name) => found.values[name] ?? '',
    query: request.url.searchParams,
    body: request.body ?? {},
    token: request.token,
    accept: request.accept,
    url: request.url,
  };
  authorise(call, route);
  const mistakes = requestMistakes(found, call.query, request.body);
  if (mistakes.length > 0) {
    hub.violations.push(`${title}: ${mistakes.join('; ')}`);
    throw new ApiError(422, `sim: ${title}: ${mistakes.join('; ')}`);
  }
  return route.answer(call);
}

function repositoryOf(hub: Hub, found: Found): Repository {
  const { owner, repo } = found.values;
  // Routes without a repository in their address never look at it.
  if (owner === undefined || repo === undefined) return undefined as unknown as Repository;
  const repository = findRepository(hub, `${owner}/${repo}`);
  if (!repository) throw notFound();
  return repository;
}

export const documentation = 'https://docs.github.com/rest';

/** GitHub's body for a refusal. */
export function errorAnswer(error: ApiError, found: Found | null = null): Answer {
  return {
    status: error.status,
    body: {
      message: error.message,
      ...(error.errors.length > 0 ? { errors: error.errors } : {}),
      documentation_url: found ? `${documentation}/${found.operation.operationId}` : documentation,
      status: String(error.status),
    },
    headers: error.headers,
  };
}
