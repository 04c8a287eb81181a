import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { World } from '../core/world.ts';
import { chooseHarness } from '../harness/choose.ts';
import { type OpenModel, openModel } from '../model/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const bundled = !import.meta.filename.endsWith('.ts');
/** The project's root in development, `dist/` when bundled: this file is then in one of its `chunks/`. */
const root = join(import.meta.dirname, bundled ? '..' : '../..');

/** Harnesses as the build baked them; in development from their folders. */
export function harnessOf(): Pick<World, 'harness' | 'chooseHarness'> {
  return {
    chooseHarness: (model, asked) => chooseHarness(model, { asked }),
    async harness(id) {
      if (!bundled) {
        const { bakeHarness } = await import('../harness/bake.ts');
        const { toHarness } = await import('../harness/harness.ts');
        return toHarness(await bakeHarness(join(root, 'harnesses'), id));
      }
      const { shippedHarness } = await import('../harness/shipped.ts');
      return shippedHarness(id, (file) => readFile(join(root, file), 'utf8'));
    },
  };
}

export function modelOf(at: Pick<OpenModel, 'baseUrl' | 'env' | 'ownKey'>): World['model'] {
  return (id) => openModel({ id, ...at, random: Math.random, now: () => new Date() });
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
