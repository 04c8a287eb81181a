import { setTimeout as timer } from 'node:timers/promises';
import { type Problem, toProblem } from '../core/errors.ts';
import type { Model, Usage } from '../core/model.ts';
import { planRetry } from './retry.ts';
import type { Attempt, Wire } from './wire.ts';

export type Asking = {
  now(): Date;
  /** From 0 to 1, excluded. */
  random(): number;
  /** Rejects when the signal aborts. */
  sleep?(seconds: number, signal: AbortSignal): Promise<unknown>;
  /** Seconds without a byte after which an answer is given up. */
  idleSeconds?: number;
};

/** Nobody wants the answer any more; what it used is still to be paid for. */
const brokenOff: Problem = {
  code: 'model.cut',
  happened: 'The answer of the model was broken off, because the run was to end.',
  advice: 'Ask again to go on.',
};
const usageOf = (tried: Attempt): Usage => (tried.ok ? tried.reply.usage : tried.usage);

/** What an answer has beyond its time: a run that ends then does so by its own limit, not by a failure of the model. */
const graceSeconds = 1;

/** Node's timers hold no more milliseconds than this. */
const longestTimer = 2 ** 31 - 1;

const sleepFor = (seconds: number, signal: AbortSignal): Promise<unknown> =>
  timer(seconds * 1000, undefined, { signal });

/**
 * Asks until there is an answer, the attempts are used up, the time is over or somebody cancels; that throws the
 * signal's reason.
 */
export function asking(
  wire: Wire,
  { now, random, sleep = sleepFor, idleSeconds = 300 }: Asking,
): Model['ask'] {
  return async (prompt, { signal, seconds, onDelta = () => {}, onAttempt, onFailedAttempt }) => {
    const end = now().getTime() + seconds * 1000;
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const left = Math.max(0, (end - now().getTime()) / 1000) + graceSeconds;
      const within = AbortSignal.any([
        signal,
        AbortSignal.timeout(Math.min(Math.ceil(left * 1000), longestTimer)),
      ]);
      onAttempt?.();
      const tried = await wire.attempt(prompt, {
        signal: within,
        idleSeconds: Math.min(idleSeconds, left),
        onDelta,
      });
      if (signal.aborted) onFailedAttempt?.({ problem: brokenOff, usage: usageOf(tried), waitSeconds: null });
      signal.throwIfAborted();
      if (tried.ok) return tried.reply;
      const secondsLeft = (end - now().getTime()) / 1000;
      const next = planRetry(tried, { attempt, secondsLeft, random: random(), now: now() });
      const waitSeconds = next.kind === 'again' ? next.waitSeconds : null;
      onFailedAttempt?.({ problem: toProblem(tried.error), usage: tried.usage, waitSeconds });
      if (next.kind === 'give-up') throw next.error;
      await sleep(next.waitSeconds, signal).catch((error) => {
        signal.throwIfAborted();
        throw error;
      });
    }
  };
}
