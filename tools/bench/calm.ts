import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const sampleMilliseconds = 100;
const longestMilliseconds = 2000;
/** Of all cores together. */
const idleEnough = 0.9;

/**
 * Waits until nothing else keeps the machine busy, though not for ever: a run that shares its cores measures the others.
 * Answers whether there was calm.
 */
export async function calm(): Promise<boolean> {
  const end = performance.now() + longestMilliseconds;
  while (performance.now() < end) {
    const before = idleMilliseconds();
    const began = performance.now();
    await sleep(sampleMilliseconds);
    const elapsed = (performance.now() - began) * cpus().length;
    if ((idleMilliseconds() - before) / elapsed >= idleEnough) return true;
  }
  return false;
}

const idleMilliseconds = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0);
