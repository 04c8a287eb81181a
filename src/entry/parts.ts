import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs } from '../core/change.ts';
import type { Harness } from '../core/harness.ts';
import type { World } from '../core/world.ts';
import { chooseHarness, harnessIds, ownFolder } from '../harness/choose.ts';
import type { HarnessData } from '../harness/data.ts';
import { toHarness } from '../harness/harness.ts';
import type { Shelf } from '../harness/load/shelf.ts';
import { type OpenModel, openModel, wiresOf } from '../model/index.ts';
import { chooseWire } from './choose-wire.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const bundled = !import.meta.filename.endsWith('.ts');
/** The project's root in development, `dist/` when bundled: this file is then in one of its `chunks/`. */
const root = join(import.meta.dirname, bundled ? '..' : '../..');

type Chosen = Parameters<World['harness']>[0];

/**
 * Harnesses as the build baked them, in development from their folders; those of the repository's own as they were when the
 * sitting began. What reads folders is loaded only for these. `baseUrl` is where models are asked.
 */
export function harnessOf(
  blobs: Blobs,
  baseUrl: string | null,
): Pick<World, 'harness' | 'chooseHarness' | 'chooseWire'> {
  const opened = new Map<string, ReturnType<World['harness']>>();
  const harness: World['harness'] = ({ harness: id, own }) => {
    const name = `${id} ${own ?? ''}`;
    const known = opened.get(name) ?? openHarness({ harness: id, own }, blobs);
    opened.set(name, known);
    return known;
  };
  return {
    harness,
    async chooseHarness({ model, harness: asked, wire }, place, insteadOf) {
      const names = asked === null ? [] : (await place.list(ownFolder)).map(({ name }) => name);
      const { wires } = wiresOf({ model, insteadOf, baseUrl, asked: wire ?? null });
      const { id, own, why } = chooseHarness(model, { asked, own: names, wire: wires[0] });
      if (!own) return { id, why, own: null };
      const { readOwnHarness } = await import('../harness/own.ts');
      return { id, why, own: await readOwnHarness(id, place, await shipped()) };
    },
    chooseWire: (model, spoken, settings) =>
      chooseWire(wiresOf({ model, insteadOf: settings.model, baseUrl, asked: settings.wire ?? null }), {
        harness: spoken,
        asked: settings.wire !== undefined,
        others: () => Promise.all(harnessIds.map((id) => harness({ harness: id }))),
      }),
  };
}

const openHarness = async (chosen: Chosen, blobs: Blobs): Promise<Harness> =>
  toHarness(await dataOf(chosen, blobs));

async function dataOf({ harness: id, own }: Chosen, blobs: Blobs): Promise<HarnessData> {
  if (own) return JSON.parse(Buffer.from(await blobs.get(own)).toString());
  if (bundled) return JSON.parse(await readFile(join(root, `harnesses/${id}.json`), 'utf8'));
  const { bakeHarness } = await import('../harness/bake.ts');
  return bakeHarness(join(root, 'harnesses'), id);
}

/** Where what we ship lies as folders: in development. */
export const shippedFolder: string | null = bundled ? null : join(root, 'harnesses');

/** The folders that we ship, for what extends them: one file in the build. */
export async function shipped(): Promise<Shelf> {
  if (shippedFolder !== null) {
    const { shelfAt } = await import('../harness/bake.ts');
    return shelfAt(shippedFolder);
  }
  const text = await readFile(join(root, 'harnesses/sources.json'), 'utf8');
  const sources: { readonly [path: string]: string } = JSON.parse(text);
  return { read: async (path) => sources[path] ?? null, shown: (path) => path, ids: async () => [] };
}

/** Each is opened once: it keeps its connection, and what it has learnt of its server. */
export function modelOf(at: Pick<OpenModel, 'baseUrl' | 'env' | 'ownKey'>): World['model'] {
  const opened = new Map<string, ReturnType<World['model']>>();
  return (id, { wire, insteadOf = id }) => {
    const name = `${id} ${wire}`;
    const known = opened.get(name);
    if (known) return known;
    const how = { random: Math.random, now: () => new Date() };
    const model = openModel({ id, wire, insteadOf, ...at, ...how });
    opened.set(name, model);
    return model;
  };
}

/** The hands' script: one file in the build, a folder of sources in development. */
export const hands = bundled
  ? { root, parts: ['hands.cjs'], script: 'hands.cjs' }
  : {
      root,
      parts: ['package.json', 'src/core', 'src/hands', 'node_modules/picomatch'],
      script: 'src/hands/main.ts',
    };

/** The values of variables that hold keys, so that no log shows them. */
export function secretsIn(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value && /(?:_KEY|_TOKEN|_SECRET|_PASSWORD|^HF_TOKEN)$/.test(name) ? [value] : [],
  );
}
