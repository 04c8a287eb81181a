import type { Blobs } from '../../core/change.ts';
import type { Door } from '../../core/door.ts';
import { OiError } from '../../core/errors.ts';
import type { Effect, ForgeWrites } from '../../core/forge.ts';

/**
 * The same forge, where every text passes the door before it is compared or written, and no change that holds a secret
 * passes. `plain` is known whole and our own: it needs no look, so that the door need not be loaded for it.
 */
export function guarded<Forge extends ForgeWrites>(forge: Forge, door: Door, plain: string): Forge {
  const passed = new WeakMap<Effect, Promise<Effect>>();
  /** Whoever looks before they act asks twice for the same. */
  const once = (effect: Effect, blobs: Blobs): Promise<Effect> => {
    const known = passed.get(effect) ?? safe(effect, blobs);
    passed.set(effect, known);
    return known;
  };
  const safe = async (effect: Effect, blobs: Blobs): Promise<Effect> => {
    switch (effect.kind) {
      case 'comment':
        return effect.body === plain ? effect : { ...effect, body: await door.hide(effect.body) };
      case 'pull':
        await refuseName(effect.branch, door);
        return { ...effect, title: await door.hide(effect.title), body: await door.hide(effect.body) };
      case 'branch': {
        await refuseName(effect.branch, door);
        const { refuseSecrets } = await import('./secret-in-change.ts');
        await refuseSecrets(effect.change, { blobs, door });
        return { ...effect, message: await door.hide(effect.message) };
      }
      case 'label':
        return effect;
    }
  };
  return {
    ...forge,
    look: async (effect, blobs) => forge.look(await once(effect, blobs), blobs),
    apply: async (effect, blobs) => forge.apply(await once(effect, blobs), blobs),
  };
}

/** A name leads somewhere: with a part of it hidden it would lead elsewhere. */
async function refuseName(branch: string, door: Door): Promise<void> {
  const [found] = await door.find(branch);
  if (!found) return;
  throw new OiError(
    'secret.found',
    `The name of the branch would hold ${found.kind}.`,
    'Give the workflow’s file or its job another name.',
  );
}
