import type { Blobs } from '../../core/change.ts';
import type { Effect, Receipt } from '../../core/forge.ts';

/** One kind of effect: how to find what stands under its key, and how to make it stand there. */
export type Kind<One extends Effect> = {
  look(effect: One, blobs: Blobs): Promise<(Receipt & { same: boolean }) | null>;
  apply(effect: One, blobs: Blobs): Promise<Receipt>;
};

export type BranchEffect = Extract<Effect, { kind: 'branch' }>;
export type PullEffect = Extract<Effect, { kind: 'pull' }>;
export type CommentEffect = Extract<Effect, { kind: 'comment' }>;
export type LabelEffect = Extract<Effect, { kind: 'label' }>;
