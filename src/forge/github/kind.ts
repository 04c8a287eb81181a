import type { Blobs } from '../../core/change.ts';
import type { Effect, Receipt } from '../../core/forge.ts';

/** One kind of effect: how to find what stands under its key, and how to make it stand there. */
export type Kind<Name extends Effect['kind']> = {
  look(effect: EffectOf<Name>, blobs: Blobs): Promise<(Receipt & { same: boolean }) | null>;
  apply(effect: EffectOf<Name>, blobs: Blobs): Promise<Receipt>;
};
export type EffectOf<Name extends Effect['kind']> = Extract<Effect, { kind: Name }>;
