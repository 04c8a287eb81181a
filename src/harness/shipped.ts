import type { Harness } from '../core/harness.ts';
import type { HarnessData } from './data.ts';
import { toHarness } from './harness.ts';

/** A harness that the build has baked. `assets` reads a file of the build; this path needs neither YAML nor a schema. */
export async function shippedHarness(
  id: string,
  assets: (file: string) => Promise<string>,
): Promise<Harness> {
  return toHarness(JSON.parse(await assets(`harnesses/${id}.json`)) as HarnessData);
}
