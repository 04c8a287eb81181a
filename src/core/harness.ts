import type { Prompt, WireId } from './model.ts';
import type { OutlineWish } from './outline.ts';
import type { Entry, Fact } from './session.ts';
import type { Call, Declined } from './tool.ts';

/** What comes next. `act` holds at least one call, so every step moves the log. */
export type Step =
  | { kind: 'ask' }
  | { kind: 'act'; calls: readonly [Call | Declined, ...(Call | Declined)[]] }
  | { kind: 'reply'; text: string }
  /** The conversation becomes shorter, or is about to. */
  | { kind: 'compact'; fact: Compaction }
  | { kind: 'finish'; title: string; body: string }
  | { kind: 'stop'; why: string };

export type Compaction = Extract<Fact, { type: 'compaction.opened' | 'compaction.closed' }>;

/**
 * How one family of models is used to be spoken to. Both functions are pure and read nothing but the entries.
 * `encode` of a longer log extends, byte for byte, that of a shorter one, until a compaction.
 */
export type Harness = {
  id: string;
  /** What it can be spoken over. */
  wires: readonly WireId[];
  /** The canonical tools it can reach: what the host has to have ready. */
  tools: readonly string[];
  /** What of the workspace's folders its prompt shows; null: nothing, so that nobody looks. */
  outline: OutlineWish | null;
  /** It reminds and stops a model that makes the same call over and over; else the loop does. */
  watchesRepeats: boolean;
  encode(entries: readonly Entry[]): Prompt;
  next(entries: readonly Entry[]): Step;
};
