import type { StrategyData } from '../data.ts';
import { handoffQa } from './handoff-qa.ts';
import type { Strategy } from './strategy.ts';
import { summariseTailKeep } from './summarise-tail-keep.ts';

export type Noting = Exclude<StrategyData['name'], 'prune-outputs'>;

/** Every way to make notes that a harness can name. */
export const strategies: readonly { [Name in Noting]: Strategy<Name> }[Noting][] = [
  handoffQa,
  summariseTailKeep,
];
