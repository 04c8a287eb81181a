import type { Timestamp } from './records.ts';

/** Real time that a test can push forward: GitHub's seconds are too coarse to see two edits in a row. */
export type Clock = {
  milliseconds(): number;
  now(): Timestamp;
  advance(seconds: number): void;
};

export function startClock(): Clock {
  let ahead = 0;
  const milliseconds = () => Date.now() + ahead;
  return {
    milliseconds,
    now: () => toTimestamp(milliseconds()),
    advance: (seconds) => {
      ahead += seconds * 1000;
    },
  };
}

export const toTimestamp = (milliseconds: number): Timestamp =>
  new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
