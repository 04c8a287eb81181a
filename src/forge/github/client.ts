import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { Octokit } from '@octokit/rest';
import type * as z from 'zod/mini';
import { OiError } from '../../core/errors.ts';
import { openFetch } from './fetch.ts';
import { burst } from './pace.ts';
import { type Doing, toForgeError } from './problems.ts';

/** Where GitHub is and who we are there. The addresses come from the runner, so that GHES works (case R9). */
export type Connection = {
  token: string;
  owner: string;
  name: string;
  /** `GITHUB_SERVER_URL`, `GITHUB_API_URL`, `GITHUB_GRAPHQL_URL`. */
  urls: { server: string; api: string; graphql: string };
  /** How long a second of waiting takes; tests make it short. */
  secondMilliseconds?: number;
};

/** One client for all that we ask of GitHub. Both throw `forge.*`, and answers are checked before they come back. */
export type Client = {
  readonly at: { owner: string; repo: string };
  readonly server: string;
  rest<S extends z.ZodMiniType>(
    doing: Doing,
    shape: S,
    request: (rest: Octokit['rest']) => Promise<{ data: unknown }>,
  ): Promise<z.infer<S>>;
  graphql<S extends z.ZodMiniType>(
    doing: Doing,
    shape: S,
    query: string,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<z.infer<S>>;
};

const attemptMilliseconds = 30_000;
const longestWaitSeconds = 60;
/** Answers that another try would not change: octokit's own list, and conflicts, which a merge is asked to find. */
const final = [400, 401, 403, 404, 409, 410, 422, 451];

export function openClient(connection: Connection): Client {
  const { token, owner, name, urls, secondMilliseconds = 1000 } = connection;
  const mayWait = (seconds: number, _options: unknown, _octokit: unknown, before: number): boolean =>
    before < 2 && seconds <= longestWaitSeconds;
  const writes = burst(20, secondMilliseconds);
  // Not by `@actions/github`: docs/decisions/0002-octokit-without-actions-github.md.
  const octokit = new (Octokit.plugin(strict, throttling, retry))({
    auth: token,
    baseUrl: urls.api,
    userAgent: 'open-interpreter-for-github',
    log: silent,
    request: { fetch: openFetch() },
    retry: { retries: 2, retryAfterBaseValue: secondMilliseconds, doNotRetry: final },
    throttle: {
      write: writes,
      notifications: writes,
      retryAfterBaseValue: secondMilliseconds,
      onRateLimit: mayWait,
      onSecondaryRateLimit: mayWait,
    },
  });
  // octokit would derive GraphQL's address from that of REST; the runner knows it.
  const graphql = octokit.graphql.defaults({ url: urls.graphql, baseUrl: new URL(urls.graphql).origin });

  return {
    at: { owner, repo: name },
    server: urls.server,
    rest: (doing, shape, request) => answer(doing, shape, async () => (await request(octokit.rest)).data),
    graphql: (doing, shape, query, variables) => answer(doing, shape, () => graphql(query, { ...variables })),
  };
}

async function answer<S extends z.ZodMiniType>(
  doing: Doing,
  shape: S,
  request: () => Promise<unknown>,
): Promise<z.infer<S>> {
  const data = await request().catch((error: unknown) => {
    throw toForgeError(error, doing);
  });
  const parsed = shape.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new OiError(
    'forge.unavailable',
    `GitHub’s address answered with something else when asked to ${doing.what}.`,
    'Check GITHUB_API_URL and any proxy in between, then run the job again.',
    parsed.error,
  );
}

/**
 * Each attempt has its own time, and an answer that is no JSON counts as none: octokit hands on the torso of one that was
 * cut off, and the page of a proxy. The first plugin is the innermost, so the others see this as a failure to retry.
 */
function strict(octokit: { hook: Octokit['hook'] }): void {
  octokit.hook.wrap('request', async (request, options) => {
    const signal = AbortSignal.timeout(attemptMilliseconds);
    try {
      const response = await request({ ...options, request: { ...options.request, signal } });
      if (typeof response.data !== 'string' || response.status === 204) return response;
    } catch (error) {
      if (!isTorso(error)) throw error;
    }
    throw torso(options);
  });
}

const torso = (request: object): Error =>
  Object.assign(new Error('the answer was cut off or came from somebody else'), { status: 500, request });

/** A refusal that says it is JSON and is none: what it says is lost, a limit to wait for may be among it. */
function isTorso(error: unknown): boolean {
  const { response } = error as {
    response?: { data?: unknown; headers: Record<string, string | undefined> };
  };
  return typeof response?.data === 'string' && /\bjson\b/.test(response.headers['content-type'] ?? '');
}

/** Its words would go to the console; ours go into errors. */
const silent = { debug() {}, info() {}, warn() {}, error() {} };
