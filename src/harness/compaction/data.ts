import type { JsonObject } from '../../core/json.ts';

/** How a conversation becomes shorter, as a harness says it. */
export type CompactionData = {
  /** The share of the window that may be used and the tokens of it that stay free; whichever is reached first. */
  at: { ratio: number | null; reserve: number | null };
  /** The first of them that helps is taken. */
  strategies: readonly StrategyData[];
};

/** How it is done; the name picks the code. */
export type StrategyData = PruneData | SummariseData | HandoffData;

/** The oldest results of tools are left out, but for so many tokens of the newest, where that frees `minimum` tokens. */
export type PruneData = {
  name: 'prune-outputs';
  protect: number;
  minimum: number;
  /** What stands in the place of such a result. */
  text: string;
};

type NotesShared = {
  /** Request parameters, besides those of all requests. */
  options: JsonObject;
  /** Template of the message that the notes become; names are `notesNames`. */
  wrapper: string;
  /** What stays, besides the task and the newest message of others. */
  keep: KeepData;
};

export type KeepData = {
  /** Tokens of the newest messages of others. */
  users: number;
  /** How much of the end stays as it was, in whole turns: at most so many tokens, this part of all, or so many answers and messages. */
  tokens: number | null;
  ratio: number | null;
  messages: number | null;
};

/** The model notes what it has to know of all that is left out. */
export type SummariseData = NotesShared & {
  name: 'summarise-tail-keep';
  /** Template of the message that asks for it; `again` where there are notes from before. */
  request: string;
  /** The system message of a request that shows the conversation as one text; null: the request is put behind the conversation. */
  scribe: string | null;
  /** Only what stands in a tag of this name counts, where there is one. */
  tag: string | null;
  /** An answer that is shown to the model as its own behind the message, where another message comes next; null: none. */
  answer: string | null;
};

/** The model notes all, asks about it as one who knows nothing else, and answers that. */
export type HandoffData = NotesShared & {
  name: 'handoff-qa';
  /** Templates: of the request for notes, for questions about them (`task`, `summary`, `newest`), for answers (`questions`). */
  request: string;
  questions: string;
  answers: string;
};
