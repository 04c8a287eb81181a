import type { HostileScript } from './script.ts';
import { asking } from './scripts/asking.ts';
import { publishing } from './scripts/publishing.ts';
import { reaching } from './scripts/reaching.ts';
import { reading } from './scripts/reading.ts';
import { saying } from './scripts/saying.ts';

/** Everything that the hostile model plays. */
export const scripts: readonly HostileScript[] = [
  ...reading,
  ...reaching,
  ...publishing,
  ...asking,
  ...saying,
];
