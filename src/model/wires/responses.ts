import type { Poster } from '../http.ts';
import type { Place, Wire } from '../wire.ts';
import { openWire } from './open-wire.ts';
import { type Dialect, responsesRequests } from './responses-request.ts';

/** By what a server says that does not know a part of the wire, or cannot read reasoning that another one encrypted. */
const refusals: readonly { says: RegExp; without: Partial<Dialect> }[] = [
  { says: /encrypted[_ ]content/i, without: { encrypted: false } },
  { says: /\bcustom(_tool_call)?\b/i, without: { freeform: false } },
];

/**
 * The responses wire, stateless: `POST {base URL}/responses` with the whole conversation, of which the server keeps nothing.
 * Source: https://platform.openai.com/docs/api-reference/responses and the types of the `openai` package.
 */
export function openResponses(at: Place, key: string | null, post: Poster, now: () => Date): Wire {
  const plain = at.quirks.plainResponses === true;
  let dialect: Dialect = {
    instructions: plain ? 'system' : 'developer',
    encrypted: true,
    freeform: !plain,
  };
  let requests = responsesRequests(at.model, dialect);

  function learn(refusal: string): boolean {
    const named = refusals.find(({ says, without }) => says.test(refusal) && differs(dialect, without));
    if (!named) return false;
    dialect = { ...dialect, ...named.without };
    requests = responsesRequests(at.model, dialect);
    return true;
  }

  return openWire(
    {
      headers: key ? { authorization: `Bearer ${key}` } : {},
      hints: ['parallel_tool_calls', 'prompt_cache_key', 'reasoning', 'text'],
      pieces: (prompt) => requests.pieces(prompt),
      learn,
      async reader() {
        const { assembleResponse } = await import('./responses-reply.ts');
        return (prompt, onDelta) => assembleResponse(at.id, prompt, onDelta);
      },
    },
    at,
    key,
    post,
    now,
  );
}

const differs = (dialect: Dialect, without: Partial<Dialect>): boolean =>
  Object.entries(without).some(([name, value]) => dialect[name as keyof Dialect] !== value);
