import type { Compaction, Step } from '../../core/harness.ts';
import type { Reply } from '../../core/model.ts';
import { begins, type Entry, type EntryOf, last, only, withoutCompactions } from '../../core/session.ts';
import type { HarnessData } from '../data.ts';
import { textOf } from '../said.ts';
import { closing, leavesOut, pruning, withoutNotes } from './close.ts';
import type { StrategyData } from './data.ts';
import { keeping } from './keep.ts';
import { prune } from './prune.ts';
import { limitOf, type Situation, situationOf } from './situation.ts';
import { type Noting, strategies } from './strategies/index.ts';
import { usedTokens, windowIn } from './tokens.ts';

type Opened = EntryOf<'compaction.opened'>;
type NotingData = Extract<StrategyData, { name: Noting }>;

/** How much of the window a request for notes fills at most, by how often one was too long: Kimi Code's, after all of it. */
const shares = [1, 0.7, 0.5, 0.35];
/** That many answers that are no notes, and the model is not asked for them any more. */
const patience = 2;
/** How often a conversation that does not fit is made shorter before that is the end. */
const mostOverflows = 2;
/** At least so much of the window has to be filled anew before it is made shorter again. */
const growth = 0.1;

export const notingIn = ({ compaction }: HarnessData, name: string): NotingData | null =>
  compaction?.strategies.find(
    (told): told is NotingData => told.name !== 'prune-outputs' && told.name === name,
  ) ?? null;

/** What is to be done before the model is asked to go on with its work; null: nothing. */
export function compactFirst(data: HarnessData, log: readonly Entry[]): Step | null {
  if (!data.compaction) return null;
  const { count, handled, inVain } = overflowsIn(log);
  const entries = withoutCompactions(log);
  if (handled) return isFull(data, entries) ? begin(situationOf(data, entries, false), 'full') : null;
  return inVain || count > mostOverflows ? null : begin(situationOf(data, entries, count > 1), 'overflow');
}

/** Whether so much of the window is used that the harness does something about it, and has not just done so. */
function isFull(data: HarnessData, entries: readonly Entry[]): boolean {
  const window = windowIn(entries);
  if (window === null) return false;
  const used = usedTokens(data, entries);
  if (used < limitOf(data, window)) return false;
  const closed = last(entries, 'compaction.closed');
  if (!closed) return true;
  const [first] = only(entries, 'model.replied').filter(({ seq }) => seq > closed.seq);
  return first !== undefined && used - (first.reply.usage.input || closed.after) >= window * growth;
}

/** By the first strategy that helps; null where none does. */
function begin(at: Situation, why: Opened['why']): Step | null {
  for (const told of at.data.compaction?.strategies ?? []) {
    if (told.name !== 'prune-outputs') {
      if (leavesOut(at, keeping(at, told.keep)))
        return compact(openingOf(at, why, told, why === 'full' ? 1 : 0.7));
    } else {
      const pruned = at.again ? null : prune(at, told);
      if (pruned && at.used - pruned.gain < at.limit) return compact(pruning(at, pruned.cleared));
    }
  }
  if (why === 'full') return null;
  const closed = withoutNotes(at, 'prune-outputs');
  return closed.kept || closed.cleared.length > 0 ? compact(closed) : null;
}

function openingOf(at: Situation, why: Opened['why'], { name }: NotingData, share: number): Compaction {
  const { used, window } = at;
  return { type: 'compaction.opened', why, strategy: name, used, window, share };
}

/** What comes next in a compaction that is under way. */
export function goOnCompacting(data: HarnessData, opened: Opened, log: readonly Entry[]): Step {
  const at = situationOf(data, withoutCompactions(log), overflowsIn(log).count > 1);
  const told = notingIn(data, opened.strategy);
  const run = runOf(log);
  const newest = log.slice(log.indexOf(opened)).findLast(isEnd);
  if (!told || unusable(told, run) >= patience) return compact(withoutNotes(at, opened.strategy));
  if (newest?.type === 'attempt.failed' && declines.has(newest.problem.code))
    return compact(openingOf(at, opened.why, told, opened.share));
  if (newest?.type === 'attempt.failed' && newest.problem.code === 'model.overflow') {
    const share = shares.find((one) => one < opened.share);
    return compact(share ? openingOf(at, opened.why, told, share) : withoutNotes(at, opened.strategy));
  }
  const said = notesIn(told, opened, log);
  const { answers = 1 } = strategies.find(({ name }) => name === told.name) ?? {};
  if (said.length < answers) return { kind: 'ask' };
  return compact(closing(at, told.name, said, keeping(at, told.keep)));
}

/** A model that would not say it is asked once more; these are its own words for that. */
const declines: ReadonlySet<string> = new Set(['model.refused', 'model.filtered', 'model.empty']);

const compact = (fact: Compaction): Step => ({ kind: 'compact', fact });

/** The usable answers since a compaction was opened. */
export function notesIn(told: NotingData, opened: Opened, log: readonly Entry[]): string[] {
  const replies = only(log.slice(log.indexOf(opened)), 'model.replied');
  return replies.flatMap(({ reply }) => notesOf(told, reply) ?? []);
}

/** How often the model said something else than notes, in all of a compaction. */
export function unusable(told: NotingData, run: readonly Entry[]): number {
  const ends = run.filter(isEnd);
  return ends.filter((entry) =>
    entry.type === 'model.replied'
      ? notesOf(told, entry.reply) === null
      : entry.type === 'attempt.failed' && declines.has(entry.problem.code),
  ).length;
}

/** Null for what is empty, cut off, or calls tools: nothing of it is run. */
function notesOf(told: NotingData, reply: Reply): string | null {
  if (reply.cut || reply.items.some(({ kind }) => kind === 'call' || kind === 'garbled')) return null;
  const text = textOf(reply);
  const tag = told.name === 'summarise-tail-keep' ? told.tag : null;
  const inTag = tag === null ? null : new RegExp(`<${tag}>(.*?)(?:</${tag}>|$)`, 's').exec(text);
  return (inTag?.[1] ?? text).trim() || null;
}

/** From where a compaction was opened first, however often it had to be tried. */
export function runOf(log: readonly Entry[]): readonly Entry[] {
  const before = log.findLastIndex((entry) => entry.type === 'compaction.closed' || begins(entry));
  const run = log.slice(before + 1);
  return run.slice(run.findIndex(({ type }) => type === 'compaction.opened'));
}

const isEnd = (entry: Entry): boolean =>
  entry.type === 'model.replied' || (entry.type === 'attempt.failed' && entry.waitSeconds === null);

type Overflows = { count: number; handled: boolean; inVain: boolean };

/** How often the conversation itself was too long since the model went on with it, whether that was seen to, and in vain. */
export function overflowsIn(log: readonly Entry[]): Overflows {
  let [count, handled, inVain, open] = [0, true, false, false];
  for (const entry of log.slice(log.findLastIndex(begins) + 1)) {
    if (entry.type === 'compaction.opened') open = true;
    if (entry.type === 'compaction.closed')
      [open, handled, inVain] = [false, true, entry.kept === null && entry.cleared.length === 0];
    if (open || !isEnd(entry)) continue;
    if (entry.type === 'model.replied') [count, handled, inVain] = [0, true, false];
    else if (isOverflow(entry)) [count, handled] = [count + 1, false];
  }
  return { count, handled, inVain };
}
const isOverflow = (entry: Entry): boolean =>
  entry.type === 'attempt.failed' && entry.problem.code === 'model.overflow';
