import type { Poster } from '../http.ts';
import type { Place, Wire } from '../wire.ts';
import { chatRequests } from './chat-request.ts';
import { openWire } from './open-wire.ts';

/** What servers take that refuse a message with calls and no reasoning. */
const echoedThinking = { field: 'reasoning_content', missing: '(reasoning omitted)' } as const;

/**
 * The chat wire: `POST {base URL}/chat/completions`.
 * Source: https://platform.openai.com/docs/api-reference/chat
 */
export function openChat(at: Place, key: string | null, post: Poster, now: () => Date): Wire {
  let requests = chatRequests(at.model, at.quirks);
  let echoes = at.quirks.thinking !== undefined;
  let countTokens = true;

  function learn(refusal: string): boolean {
    if (countTokens && /stream_options|include_usage/.test(refusal)) {
      countTokens = false;
      return true;
    }
    if (echoes || !refusal.includes('reasoning_content')) return false;
    echoes = true;
    requests = chatRequests(at.model, { ...at.quirks, thinking: echoedThinking });
    return true;
  }

  return openWire(
    {
      headers: key ? { authorization: `Bearer ${key}` } : {},
      hints: ['enable_thinking', 'prompt_cache_key', 'store', 'thinking'],
      pieces: (prompt) => requests.pieces(prompt, countTokens),
      learn,
      async reader() {
        const { assemble } = await import('./chat-reply.ts');
        return ({ messages }, onDelta) => assemble(messages.length, onDelta);
      },
    },
    at,
    key,
    post,
    now,
  );
}
