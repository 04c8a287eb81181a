import { OiError } from '../core/errors.ts';
import type { Usage } from '../core/model.ts';
import { nearest } from '../text/nearest.ts';
import { type Known, knownModels, type Prices } from './known.ts';
import type { Attempt, Failure, Place, Wire } from './wire.ts';

/** A wire that adds what is known of the provider's models: what an answer cost, its window, and names near to one that is wrong. */
export function informed(wire: Wire, { provider, model }: Place): Wire {
  return {
    ...wire,
    async attempt(prompt, at) {
      // The attempt begins first: the request is on its way when the table is loaded.
      const [tried, known] = await Promise.all([wire.attempt(prompt, at), knownModels()]);
      return inform(tried, known, provider, model);
    },
  };
}

function inform(tried: Attempt, known: Known, provider: string, model: string): Attempt {
  const { usd = null, window = null } = known.models.get(`${provider}/${model}`) ?? {};
  if (tried.ok) {
    const reply = { ...tried.reply, usage: withCost(tried.reply.usage, usd), ...(window && { window }) };
    return { ok: true, reply };
  }
  const failure = { ...tried, usage: withCost(tried.usage, usd) };
  return tried.error.code === 'model.unknown' ? withNearest(failure, known, provider, model) : failure;
}

/** What the provider says that it cost wins. Of tokens that it does not tell, nobody knows the cost. */
function withCost(usage: Usage, prices: Prices | null): Usage {
  if (usage.usd !== null || prices === null || usage.input + usage.output === 0) return usage;
  return { ...usage, usd: costOf(usage, prices), listed: true };
}

/**
 * Where it is not known that cached tokens cost less, they cost what others do: the cost is then the most it can be. What is
 * written to the cache costs a quarter more (https://platform.claude.com/docs/en/build-with-claude/prompt-caching).
 */
export function costOf({ input, cached, output, written = 0 }: Omit<Usage, 'usd'>, prices: Prices): number {
  const fresh = Math.max(0, input - cached) + Math.min(written, input) / 4;
  const again = Math.min(cached, input) * (prices.cached ?? prices.input);
  return (fresh * prices.input + again + output * prices.output) / 1_000_000;
}

function withNearest(failure: Failure, { models }: Known, provider: string, model: string): Failure {
  const prefix = `${provider}/`;
  const names = [...models.keys()].flatMap((id) => (id.startsWith(prefix) ? [id.slice(prefix.length)] : []));
  const near = nearest(model, names);
  if (near.length === 0) return failure;
  const { code, happened, advice, cause } = failure.error;
  const guess = `Did you mean ${near.map((name) => prefix + name).join(' or ')}?`;
  return { ...failure, error: new OiError(code, happened, `${guess} ${advice}`, cause) };
}
