import type { Check } from '../../core/check.ts';
import type { Ecosystem, ReadText } from './ecosystem.ts';
import { make } from './make.ts';
import { node } from './node.ts';
import { python } from './python.ts';
import { cargo, deno, go, gradle, maven, rspec } from './single.ts';

export const ecosystems: readonly Ecosystem[] = [node, python, cargo, go, maven, gradle, rspec, deno];
/** Asked only where none of the others finds anything. */
export const fallbacks: readonly Ecosystem[] = [make];

/** The checks that a repository's own files name; empty where they name none. */
export async function detectChecks(read: ReadText): Promise<Check[]> {
  for (const group of [ecosystems, fallbacks]) {
    const found = (await Promise.all(group.map(({ detect }) => detect(read)))).flat();
    if (found.length > 0) return found;
  }
  return [];
}
