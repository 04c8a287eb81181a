import { secondaryLimit } from '../hub/budget.ts';
import type { LoggedRequest } from './request-log.ts';

/**
 * What goes wrong, on the socket: `reset` breaks the connection before anything happens; `cut` does the work and breaks
 * off in the middle of the answer; `html` is the page of a proxy that found nobody behind it.
 */
export type Fault =
  | 'reset'
  | 'cut'
  | 'html'
  | { delayMilliseconds: number }
  | { status: number; headers?: Record<string, string>; body?: unknown };

/** Every part that is given must fit. `path` is a part of the address or a pattern; `operation` as in the log. */
export type FaultRule = {
  method?: string;
  path?: string | RegExp;
  operation?: string;
  /** Once, unless said otherwise. */
  times?: number;
  fault: Fault;
};

export function takeFault(rules: FaultRule[], request: LoggedRequest): Fault | null {
  const rule = rules.find((each) => (each.times ?? 1) > 0 && fits(each, request));
  if (!rule) return null;
  rule.times = (rule.times ?? 1) - 1;
  return rule.fault;
}

const fits = ({ method, path, operation }: FaultRule, request: LoggedRequest): boolean =>
  (method === undefined || method === request.method) &&
  (operation === undefined || operation === request.operation) &&
  (path === undefined || (typeof path === 'string' ? request.path.includes(path) : path.test(request.path)));

/** Ready-made answers of GitHub's. */
export const commonFaults = {
  secondaryRateLimit: (retryAfterSeconds: number): Fault => ({
    status: secondaryLimit.status,
    headers: { 'retry-after': String(retryAfterSeconds) },
    body: {
      message: secondaryLimit.message,
      documentation_url: 'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api',
    },
  }),
  rateLimit: (resetSeconds: number): Fault => ({
    status: 403,
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(resetSeconds) },
    body: {
      message: 'API rate limit exceeded for installation.',
      documentation_url: 'https://docs.github.com/rest',
    },
  }),
  serverError: { status: 502, body: { message: 'Server Error' } } satisfies Fault,
};

export const proxyPage =
  '<html>\n<head><title>502 Bad Gateway</title></head>\n<body>Bad Gateway</body>\n</html>\n';
