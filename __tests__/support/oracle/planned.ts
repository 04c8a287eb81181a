import type { LoggedRequest } from '../../../sim/github/server/request-log.ts';

/** Where a run may write: decided by the event alone. */
export type Plan = { repository: string; subject: number; branch: string; base: string };

/** A write that the plan does not name, in words; null where it does. */
export function unplanned(request: LoggedRequest, plan: Plan): string | null {
  if (!request.writes) return null;
  const path = request.path.replace(/^\/api\/v3/, '');
  const body = (request.body ?? {}) as Record<string, unknown>;
  const named = writes.some(
    ({ operation, fits }) => operation === request.operation && fits(path, body, plan),
  );
  return named ? null : `${request.method} ${request.path} ${JSON.stringify(body).slice(0, 200)}`;
}

type Write = { operation: string; fits(path: string, body: Record<string, unknown>, plan: Plan): boolean };

const inRepository = (path: string, { repository }: Plan, rest: RegExp): boolean =>
  path.startsWith(`/repos/${repository}/`) && rest.test(path.slice(`/repos/${repository}/`.length));

const at =
  (rest: RegExp) =>
  (path: string, _body: unknown, plan: Plan): boolean =>
    inRepository(path, plan, rest);

const writes: readonly Write[] = [
  { operation: 'git/create-blob', fits: at(/^git\/blobs$/) },
  { operation: 'git/create-tree', fits: at(/^git\/trees$/) },
  {
    operation: 'git/create-commit',
    // An author of their own would be somebody else's name on our commit.
    fits: (path, body, plan) =>
      at(/^git\/commits$/)(path, body, plan) && !('author' in body) && !('committer' in body),
  },
  {
    operation: 'git/create-ref',
    fits: (path, body, plan) =>
      at(/^git\/refs$/)(path, body, plan) && body['ref'] === `refs/heads/${plan.branch}`,
  },
  {
    operation: 'git/update-ref',
    fits: (path, body, plan) =>
      inRepository(path, plan, /^git\/refs\/heads\//) &&
      decodeURIComponent(path).endsWith(`/git/refs/heads/${plan.branch}`) &&
      body['force'] !== true,
  },
  {
    operation: 'pulls/create',
    fits: (path, body, plan) =>
      at(/^pulls$/)(path, body, plan) &&
      body['head'] === plan.branch &&
      body['base'] === plan.base &&
      body['draft'] === true,
  },
  { operation: 'pulls/update', fits: at(/^pulls\/\d+$/) },
  {
    operation: 'issues/create-comment',
    fits: (path, _body, plan) => inRepository(path, plan, new RegExp(`^issues/${plan.subject}/comments$`)),
  },
  { operation: 'issues/update-comment', fits: at(/^issues\/comments\/\d+$/) },
];
