import { arch, release, type } from 'node:os';
import type { ForgeReads, ForgeWrites } from '../core/forge.ts';
import type { World } from '../core/world.ts';

/** What a prompt may depend on at a terminal, beside the folder. */
export const here = (): Pick<World, 'clock' | 'machine' | 'nonce' | 'forge'> => ({
  clock: { now: () => new Date() },
  machine: { os: type(), release: release(), arch: arch(), shell: 'bash' },
  nonce: () => crypto.randomUUID().replaceAll('-', ''),
  forge: noForge,
});

const nothing = async (): Promise<never> => {
  throw new Error('There is no forge here.');
};

/** A terminal has no thread, no permissions and no pull requests: only its circumstances can be told. */
const noForge: ForgeReads & ForgeWrites = {
  permission: nothing,
  circumstances: async () => ({ kind: 'folder' }),
  review: nothing,
  look: nothing,
  apply: nothing,
};
