import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const waitMilliseconds = 20;
const longestSeconds = 10;

/**
 * Waits until the sandboxes of a process that is gone are gone too: each has a keeper, who takes its folder away when all
 * that ran in it is dead. False where that does not happen.
 */
export async function sandboxesGone(temporary: string): Promise<boolean> {
  for (let waited = 0; waited < longestSeconds * 1000; waited += waitMilliseconds) {
    if (!readdirSync(temporary).some((name) => name.startsWith('oi-sandbox-'))) return true;
    await setTimeout(waitMilliseconds);
  }
  return false;
}
