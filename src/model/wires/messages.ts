import type { Poster } from '../http.ts';
import type { Place, Wire } from '../wire.ts';
import { type Dialect, messagesRequests } from './messages-request.ts';
import { openWire } from './open-wire.ts';

/**
 * The messages wire: `POST {base URL}/v1/messages`.
 * Source: https://platform.claude.com/docs/en/api/messages
 */
export function openMessages(at: Place, key: string | null, post: Poster, now: () => Date): Wire {
  let dialect: Dialect = { mostTokens: null, thinking: 'as-asked', caches: true, signed: true };
  let write = messagesRequests(at.model, dialect);

  function learn(refusal: string): boolean {
    const learnt = lessonOf(refusal, dialect);
    if (!learnt) return false;
    dialect = { ...dialect, ...learnt };
    write = messagesRequests(at.model, dialect);
    return true;
  }

  return openWire(
    {
      headers: { 'anthropic-version': '2023-06-01', ...keyHeaders(at, key) },
      hints: ['output_config', 'service_tier'],
      pieces: (prompt) => write(prompt),
      learn,
      async reader() {
        const { assembleMessage } = await import('./messages-reply.ts');
        return (prompt, onDelta) => assembleMessage(at.id, prompt, onDelta);
      },
    },
    at,
    key,
    post,
    now,
  );
}

/** A server that we know nothing of may want the key in either place, and it is given to that server alone. */
function keyHeaders({ provider, quirks }: Place, key: string | null): Record<string, string> {
  if (key === null) return {};
  const bearer = { authorization: `Bearer ${key}` };
  if (provider === 'custom') return { 'x-api-key': key, ...bearer };
  return quirks.keyHeader === 'x-api-key' ? { 'x-api-key': key } : bearer;
}

/** How a server says that it did not sign or encrypt what it is given back: “Invalid `signature` in `thinking` block”. */
const unreadable = /invalid `?(signature|data)`? in `?(redacted_)?thinking/i;

/** Less room for output than this serves nobody. */
const leastTokens = 2048;

/** What the server wants otherwise, by what it says; null where nothing is learnt. */
function lessonOf(
  refusal: string,
  { mostTokens, thinking, caches, signed }: Dialect,
): Partial<Dialect> | null {
  const most = mostIn(refusal);
  if (most !== null && most >= leastTokens && most < (mostTokens ?? Number.POSITIVE_INFINITY))
    return { mostTokens: most };
  if (caches && /\bcache_control\b/.test(refusal)) return { caches: false };
  if (signed && unreadable.test(refusal)) return { signed: false };
  if (thinking === 'none' || !/\bthinking\b|\badaptive\b/.test(refusal)) return null;
  return { thinking: thinking === 'as-asked' && refusal.includes('adaptive') ? 'enabled' : 'none' };
}

/**
 * The output that a model can give: “max_tokens: 64000 > 32000, which is the maximum …”, or what the conversation leaves of
 * its window: “input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, …”.
 */
function mostIn(refusal: string): number | null {
  const [, input, window] = /exceed context limit: (\d+) \+ \d+ > (\d+)/.exec(refusal) ?? [];
  if (window !== undefined) return Number(window) - Number(input);
  const [, most] = /max_tokens: \d+ > (\d+)/.exec(refusal) ?? [];
  return most === undefined ? null : Number(most);
}
