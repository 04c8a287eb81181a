import type { IncomingMessage } from 'node:http';
import type { Hub } from '../hub/hub.ts';
import type { Token } from '../hub/records.ts';

export type Caller = { token: Token | null; wrongToken: boolean; identity: string };

/** `Bearer`, `token`, or Basic with the token as the password (or as the name, as git users do). */
export function identify(hub: Hub, request: IncomingMessage): Caller {
  const [scheme = '', value = ''] = (request.headers.authorization ?? '').split(/ +/);
  if (value === '') return { token: null, wrongToken: false, identity: 'anonymous' };
  const candidates = scheme.toLowerCase() === 'basic' ? basicParts(value) : [value];
  for (const candidate of candidates) {
    const token = hub.tokens.get(candidate);
    if (token && !token.account.deleted) return { token, wrongToken: false, identity: token.account.login };
  }
  return { token: null, wrongToken: true, identity: 'unknown token' };
}

function basicParts(value: string): string[] {
  const [name = '', ...password] = Buffer.from(value, 'base64').toString().split(':');
  return [password.join(':'), name];
}
