import { chunksOf, wholeOf } from '../chunks.ts';
import { questionOf } from '../turn.ts';
import { violationsOf } from '../violations.ts';
import type { Wire } from './wire.ts';

export const chat: Wire = {
  questionOf,
  violationsOf,
  // Only who asks for it is told what was used: `respond.ts` adds that.
  eventsOf: (turn, number, model, style) => chunksOf(turn, number, model, style),
  wholeOf,
  errorOf: (error) => ({ error }),
  named: false,
};
