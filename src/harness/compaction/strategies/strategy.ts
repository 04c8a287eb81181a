import type { Prompt } from '../../../core/model.ts';
import type { Pick } from '../../messages.ts';
import type { StrategyData } from '../data.ts';
import type { Situation } from '../situation.ts';

/** The data of the strategy of that name. */
export type Told<Name extends StrategyData['name']> = Extract<StrategyData, { name: Name }>;

/** A request for notes. */
export type Asking = {
  at: Situation;
  /** The conversation as a request: `all` of it as far as it fits, `older` is what will be left out of it. */
  conversation(pick: Pick): Prompt;
  all: Pick;
  older: Pick;
  /** What was answered so far. */
  said: readonly string[];
};

/** How notes are made of what will be left out. */
export type Strategy<Name extends StrategyData['name']> = {
  name: Name;
  /** How many answers it takes. */
  answers: number;
  ask(told: Told<Name>, asking: Asking): Prompt;
};
