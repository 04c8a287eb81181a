import type { Person } from '../../core/task.ts';
import type { Actor } from './answers.ts';

/** GraphQL leaves out the `[bot]` that REST and webhooks put behind an app's login. Null is a deleted account. */
export function toPerson(actor: Actor): Person | null {
  if (!actor || actor.databaseId == null) return null;
  const isBot = actor.__typename === 'Bot';
  const login = isBot && !actor.login.endsWith('[bot]') ? `${actor.login}[bot]` : actor.login;
  return { login, id: actor.databaseId, kind: isBot ? 'bot' : 'user' };
}
