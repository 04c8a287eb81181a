import type { Style, TokenUsage } from '../chunks.ts';
import type { Question, Turn } from '../turn.ts';

/** What differs from one way of asking a model to the next: see the README for those there are. */
export type Wire = {
  questionOf(body: Record<string, unknown>): Question;
  /** What a strict provider would refuse in a request. */
  violationsOf(body: Record<string, unknown>): string[];
  /** A streamed answer, event by event. */
  eventsOf(turn: Turn, number: number, model: string, style: Style, usage: TokenUsage): object[];
  /** The same answer in one piece. */
  wholeOf(turn: Turn, number: number, model: string, style: Style, usage: TokenUsage): object;
  /** An error in the middle of a stream. */
  errorOf(error: object): object;
  /** Events carry their type as the name of the event, too, and nothing follows the last. */
  named: boolean;
};
