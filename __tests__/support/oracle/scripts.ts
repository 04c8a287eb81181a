import type { HostileScript } from './script.ts';
import { asking } from './scripts/asking.ts';
import { publishing } from './scripts/publishing.ts';
import { reaching } from './scripts/reaching.ts';
import { reading } from './scripts/reading.ts';
import { saying } from './scripts/saying.ts';

/** Everything that the hostile model plays, by the test file that plays it: they run side by side. */
export const played = {
  'hostile-reaching': [...reading, ...reaching],
  'hostile-publishing': publishing,
  'hostile-asking': [...asking, ...saying],
} as const satisfies { [file: string]: readonly HostileScript[] };

export const scripts: readonly HostileScript[] = Object.values(played).flat();
