import type { Blobs } from '../../core/change.ts';

/** Bytes that are kept as long as the process runs. `refuses`: bytes that are kept nowhere. */
export function inMemory(refuses: (bytes: Uint8Array) => boolean): Blobs {
  const kept: Uint8Array[] = [];
  return {
    async put(bytes) {
      return refuses(bytes) ? null : String(kept.push(bytes) - 1);
    },
    async get(name) {
      return kept[Number(name)] ?? new Uint8Array();
    },
  };
}
