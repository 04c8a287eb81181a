import type { ModelTurn } from '../conversation.ts';
import type { PruneData } from './data.ts';
import type { Situation } from './situation.ts';
import { tokensIn } from './tokens.ts';

/** Calls whose results are left out, and the tokens that this frees. */
export type Pruned = { cleared: string[]; gain: number };

/** The results before the newest `protect` tokens of them; null where they are fewer than `minimum` tokens. */
export function prune(
  { turns }: Pick<Situation, 'turns'>,
  { protect, minimum, text }: Pick<PruneData, 'protect' | 'minimum' | 'text'>,
): Pruned | null {
  let seen = 0;
  const old = resultsOf(turns.filter((turn) => turn.from === 'model'))
    .toReversed()
    .filter(({ tokens }) => {
      seen += tokens;
      return seen > protect;
    })
    .filter(({ tokens }) => tokens > tokensIn(text));
  const gain = old.reduce((all, { tokens }) => all + tokens - tokensIn(text), 0);
  return old.length > 0 && gain >= minimum ? { cleared: old.map(({ id }) => id).reverse(), gain } : null;
}

const resultsOf = (turns: readonly ModelTurn[]): { id: string; tokens: number }[] =>
  turns.flatMap((turn) =>
    turn.calls.flatMap(({ id }) => {
      const returned = turn.returned(id);
      if (!returned || returned.cleared !== undefined) return [];
      return [{ id, tokens: tokensIn(JSON.stringify(returned.result)) }];
    }),
  );
