import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type GraphQLRequest, serveGraphQL } from '../graphql/serve-graphql.ts';
import { budgetHeaders, spend } from '../hub/budget.ts';
import type { Hub } from '../hub/hub.ts';
import type { Answer } from '../rest/answer.ts';
import { ApiError } from '../rest/api-error.ts';
import { errorAnswer, serveRest } from '../rest/serve-rest.ts';
import { type Found, findOperation } from '../validation/find-operation.ts';
import { parseGitRequest, serveGit } from '../web/serve-git.ts';
import { type Fault, type FaultRule, takeFault } from './faults.ts';
import { type Caller, identify } from './identify.ts';
import { type LoggedRequest, logRequest } from './request-log.ts';
import { proxyAnswer, send } from './send.ts';

/** What a test holds in its hands while the server runs. */
export type Controls = {
  requests: LoggedRequest[];
  faults: FaultRule[];
  /** Runs before each request is answered, so that the world can change between two calls. */
  before: ((request: LoggedRequest) => void | Promise<void>) | null;
};

type Incoming = {
  hub: Hub;
  url: URL;
  caller: Caller;
  request: IncomingMessage;
  response: ServerResponse;
  found: Found | null;
};

/** The way of every request: know it, log it, let the test step in, break it or answer it. */
export async function serve(
  hub: Hub,
  controls: Controls,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', hub.urls.web);
  const path = pathBelow(url, new URL(hub.urls.api).pathname);
  const found = path === null ? null : findOperation(request.method ?? 'GET', path);
  const incoming: Incoming = { hub, url, caller: identify(hub, request), request, response, found };
  const entry = await logRequest(hub, request, { url, path, found, identity: incoming.caller.identity });
  controls.requests.push(entry);
  await controls.before?.(entry);
  const fault = takeFault(controls.faults, entry);
  if (fault === 'reset') {
    request.socket.resetAndDestroy();
    return;
  }
  if (typeof fault === 'object' && fault !== null && 'delayMilliseconds' in fault)
    await delay(fault.delayMilliseconds, response);
  const asked = entry.channel === 'git' ? parseGitRequest(url) : null;
  const broken = fault && faultAnswer(fault);
  if (asked && !broken) {
    await serveGit(hub, asked, incoming.caller.token, incoming.caller.wrongToken, request, response);
    entry.status = response.statusCode;
    return;
  }
  const answer = broken ?? (await answerOf(incoming, entry, path));
  entry.answer = answer.body;
  entry.status = send(request, response, answer, fault === 'cut');
}

/** Ends early when the client has gone away. */
async function delay(milliseconds: number, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  await sleep(milliseconds, undefined, { signal: gone.signal }).catch(() => {});
}

function pathBelow(url: URL, root: string): string | null {
  if (url.pathname !== root && !url.pathname.startsWith(`${root}/`)) return null;
  return url.pathname.slice(root.length) || '/';
}

function faultAnswer(fault: Fault): Answer | null {
  if (fault === 'html') return proxyAnswer;
  if (typeof fault !== 'object' || !('status' in fault)) return null;
  const body = fault.body ?? { message: 'sim: a fault that the test asked for', documentation_url: '' };
  return { status: fault.status, body, ...(fault.headers ? { headers: fault.headers } : {}) };
}

async function answerOf(incoming: Incoming, entry: LoggedRequest, path: string | null): Promise<Answer> {
  const { hub, caller } = incoming;
  const { token } = caller;
  if (entry.channel === 'web') {
    hub.violations.push(`no page: ${entry.method} ${entry.path}`);
    return { status: 404, body: '<html><body>Not Found</body></html>', type: 'text/html' };
  }
  const answer = await counted(incoming, entry, path);
  const resource = entry.channel === 'graphql' ? 'graphql' : 'core';
  return { ...answer, headers: { ...budgetHeaders(hub, token, resource), ...answer.headers } };
}

async function counted(
  { hub, caller, request, url, found }: Incoming,
  entry: LoggedRequest,
  path: string | null,
): Promise<Answer> {
  const { token } = caller;
  if (caller.wrongToken) return errorAnswer(new ApiError(401, 'Bad credentials'));
  const overdraft = spend(hub, token, entry.writes);
  if (overdraft) return errorAnswer(new ApiError(overdraft.status, overdraft.message, [], overdraft.headers));
  if (typeof entry.body === 'string') return errorAnswer(new ApiError(400, 'Problems parsing JSON'));
  if (entry.channel === 'graphql') {
    if (!token) return errorAnswer(new ApiError(401, 'This endpoint requires you to be authenticated.'));
    return { status: 200, body: await serveGraphQL(hub, token, (entry.body ?? {}) as GraphQLRequest) };
  }
  const accept = String(request.headers.accept ?? '');
  return serveRest(
    hub,
    { method: entry.method, url, path: path ?? '/', accept, token, body: entry.body },
    found,
  );
}
