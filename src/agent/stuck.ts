import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { type Entry, type EntryOf, last, only } from '../core/session.ts';
import type { Call } from '../core/tool.ts';

/** How long a model may go round in circles before it hears of it, and before its work ends. */
export type Patience = {
  /** Calls in a row with the same tool and arguments, in our vocabulary. Those that only wait are no circle. */
  repeats: { warn: readonly number[]; stop: number };
  /** Answers over which the folder stayed the same, by its snapshots. */
  idle: number;
};

/** The counts of repeats are Kimi Code's, as in harnesses/kimi-code/harness.yml. */
export const patience: Patience = {
  repeats: { warn: [3, 5, 8], stop: 12 },
  idle: 40,
};

/** What a model is told, or why its work ends; null where it gets on. `round`: the entries of the round so far. */
export function stuck(round: readonly Entry[], { repeats, idle }: Patience = patience): Stuck | null {
  const replied = last(round, 'model.replied')?.seq ?? 0;
  if ((last(round, 'model.told')?.seq ?? 0) > replied) return null;
  const calls = streak(round);
  const earlier = calls.filter(({ seq }) => seq < replied).length;
  if (calls.length >= repeats.stop) return { kind: 'stop', words: stopWords(calls.length) };
  if (repeats.warn.some((count) => earlier < count && count <= calls.length))
    return { kind: 'tell', words: repeatWords(calls.length) };
  const answers = answersWithoutChange(round);
  const before = answersWithoutChange(round.filter(({ seq }) => seq < replied));
  return Math.floor(answers / idle) > Math.floor(before / idle)
    ? { kind: 'tell', words: idleWords(answers) }
    : null;
}
export type Stuck = { kind: 'tell' | 'stop'; words: string };

/** The calls at the end that are all the same. */
function streak(round: readonly Entry[]): EntryOf<'tool.called'>[] {
  const calls = only(round, 'tool.called');
  const newest = calls.at(-1)?.call;
  if (!newest || waits(newest)) return [];
  const key = JSON.stringify(newest.args);
  const isOther = ({ call }: EntryOf<'tool.called'>): boolean =>
    call.tool !== newest.tool || JSON.stringify(call.args) !== key;
  return calls.slice(calls.findLastIndex(isOther) + 1);
}

/** It looks at what goes on already, and types nothing. */
function waits({ tool, args }: Call): boolean {
  if (tool === 'terminal') return objectsIn(args['keys']).every(({ text }) => text === '');
  return tool === 'poll' || (tool === 'input' && args['text'] === '');
}

const objectsIn = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter(isJsonObject) : [];

/** Between the first and the last of the newest snapshots that are all the same: what came after is not known yet. */
function answersWithoutChange(round: readonly Entry[]): number {
  const taken = only(round, 'snapshot.taken');
  const newest = taken.at(-1);
  const same = taken.slice(taken.findLastIndex(({ tree }) => tree !== newest?.tree) + 1);
  const [first] = same;
  if (!first || !newest) return 0;
  return only(round, 'model.replied').filter(({ seq }) => first.seq < seq && seq < newest.seq).length;
}

const stopWords = (count: number): string => `The model made the same call ${count} times in a row.`;
const repeatWords = (count: number): string =>
  `You have made the same call ${count} times in a row. Read its last result again, and do something different; if you cannot go on, say so and what is missing.`;
const idleWords = (count: number): string =>
  `For ${count} answers no file has changed. If you know enough, make the change now; if none is needed, say so and end the work.`;
