import type { ModelTurn } from '../conversation.ts';
import type { PruneData } from './data.ts';
import type { Situation } from './situation.ts';
import { sum, tokensIn } from './tokens.ts';

/** Calls whose results are left out, and the tokens that this frees. */
export type Pruned = { cleared: string[]; gain: number };

/**
 * The results before the newest `protect` tokens of them; null where they are fewer than `minimum` tokens. Those of the last
 * answer stay: the model has not read them yet.
 */
export function prune(
  { turns }: Pick<Situation, 'turns'>,
  { protect, minimum, text }: Pick<PruneData, 'protect' | 'minimum' | 'text'>,
): Pruned | null {
  const models = turns.filter((turn) => turn.from === 'model');
  const unread = new Set(models.at(-1)?.calls.map(({ id }) => id));
  let seen = 0;
  const old = models
    .flatMap(resultsOf)
    .toReversed()
    .filter(({ id, tokens }) => {
      seen += tokens;
      return seen > protect && !unread.has(id) && tokens > tokensIn(text);
    });
  const gain = sum(old.map(({ tokens }) => tokens - tokensIn(text)));
  return old.length > 0 && gain >= minimum ? { cleared: old.map(({ id }) => id).reverse(), gain } : null;
}

const resultsOf = ({ calls, returned }: ModelTurn): { id: string; tokens: number }[] =>
  calls.flatMap(({ id }) => {
    const known = returned(id);
    if (!known || known.cleared !== undefined) return [];
    return [{ id, tokens: tokensIn(JSON.stringify(known.result)) }];
  });
