import { createHash } from 'node:crypto';
import type { Blobs } from '../../src/core/change.ts';

/** A blob store in memory that refuses bytes which hold the secret. */
export function memoryBlobs(secret?: string): Blobs {
  const kept = new Map<string, Uint8Array>();
  return {
    async put(bytes) {
      if (secret !== undefined && Buffer.from(bytes).includes(secret)) return null;
      const name = createHash('sha256').update(bytes).digest('hex');
      kept.set(name, Uint8Array.from(bytes));
      return name;
    },
    async get(name) {
      const bytes = kept.get(name);
      if (!bytes) throw new Error(`no blob ${name}`);
      return bytes;
    },
  };
}
