import { failure, type ToolResult } from '../core/tool.ts';

/** Names bytes that come in pieces: the same bytes have the same name. It tells a change (FNV-1a, 32 bits) and is no protection. */
export function versioning(): { take(piece: Uint8Array): void; name(): string } {
  let sum = 0x811c9dc5;
  let count = 0;
  return {
    take(piece) {
      for (const byte of piece) sum = Math.imul(sum ^ byte, 0x01000193);
      count += piece.length;
    },
    name: () => `${count}-${(sum >>> 0).toString(16)}`,
  };
}

export function versionOf(bytes: Uint8Array): string {
  const version = versioning();
  version.take(bytes);
  return version.name();
}

/** Why a file may not be changed by who has seen that version of it; empty for one who has seen none. */
export function outdated(path: string, now: Uint8Array, seen: string): ToolResult | null {
  if (seen === '') return failure(`${path} has not been read yet: read it first.`, { fault: 'unseen', path });
  if (seen === versionOf(now)) return null;
  return failure(`${path} has changed since it was read: read it again.`, { fault: 'changed', path });
}
