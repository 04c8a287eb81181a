import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const sampleMilliseconds = 100;
/** How long a run waits for calm where its time will be told to people. */
export const patient = 2000;
/** Of all cores together. */
const idleEnough = 0.9;

/**
 * Waits until nothing else keeps the machine busy, though no longer than given (in milliseconds): a run that shares its cores measures the others.
 * Answers whether there was calm.
 */
export async function calm(longest: number): Promise<boolean> {
  const end = performance.now() + longest;
  do {
    const before = idleMilliseconds();
    const began = performance.now();
    await sleep(sampleMilliseconds);
    const elapsed = (performance.now() - began) * cpus().length;
    if ((idleMilliseconds() - before) / elapsed >= idleEnough) return true;
  } while (performance.now() < end);
  return false;
}

const idleMilliseconds = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0);
