import { fullName, type Hub } from './hub.ts';
import { type Account, type Permission, type Repository, type Role, roles, type Token } from './records.ts';

/**
 * What a call asks of its token. A list of permissions means any one of them. `role` is what a person needs; an App
 * has no role, its permissions are all.
 */
export type Need = { level: 'read' | 'write'; anyOf: Permission[]; role: Role };

export const reads = (...anyOf: Permission[]): Need => ({ level: 'read', anyOf, role: 'read' });
export const writes = (role: Role, ...anyOf: Permission[]): Need => ({ level: 'write', anyOf, role });

export type Refusal = { status: number; message: string; headers?: Record<string, string> };

export const atLeast = (role: Role, wanted: Role): boolean => roles.indexOf(role) >= roles.indexOf(wanted);

export function roleOf(repository: Repository, account: Account | null): Role {
  const outsider = repository.private ? 'none' : 'read';
  if (!account || account.deleted) return outsider;
  if (account === repository.owner) return 'admin';
  return repository.roles.get(account.login.toLowerCase()) ?? outsider;
}

export const isApp = (token: Token): boolean => token.account.type === 'Bot' && token.permissions !== null;

/** Why the call is refused, in GitHub's words; null when it may go on. */
export function refusal(hub: Hub, token: Token | null, repository: Repository, need: Need): Refusal | null {
  if (!canSee(token, repository)) return { status: 404, message: 'Not Found' };
  if (need.level === 'read' && !repository.private) return null;
  if (!token || hub.tokens.get(token.value) !== token)
    return { status: 401, message: 'Requires authentication' };
  if (!need.anyOf.some((permission) => grants(token, repository, permission, need.level)))
    return notAccessible(token, need);
  if (need.level === 'write' && repository.archived)
    return { status: 403, message: 'Repository was archived so is read-only.' };
  if (!isApp(token) && !atLeast(roleOf(repository, token.account), need.role))
    return { status: 403, message: 'Must have push access to repository' };
  return null;
}

/** A token made for other repositories sees of a public one what everybody sees, and of a private one nothing. */
function canSee(token: Token | null, repository: Repository): boolean {
  if (!repository.private) return true;
  if (!token || !covers(token, repository)) return false;
  return isApp(token) || roleOf(repository, token.account) !== 'none';
}

const covers = (token: Token, repository: Repository): boolean =>
  token.repositories === null ||
  token.repositories.some((name) => name.toLowerCase() === fullName(repository).toLowerCase());

export function grants(
  token: Token,
  repository: Repository,
  permission: Permission,
  level: 'read' | 'write',
): boolean {
  if (!covers(token, repository)) return false;
  if (token.permissions === null) return true;
  const held = permission === 'metadata' ? 'read' : token.permissions[permission];
  return held === 'write' || held === level;
}

export function notAccessible(token: Token, need: Need): Refusal {
  const by = isApp(token) ? 'integration' : 'personal access token';
  return {
    status: 403,
    message: `Resource not accessible by ${by}`,
    headers: {
      'x-accepted-github-permissions': need.anyOf.map((name) => `${name}=${need.level}`).join('; '),
    },
  };
}
