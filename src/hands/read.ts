import { closeSync, constants, readSync } from 'node:fs';
import { type Attempt, type Files, largestContent } from '../core/sandbox.ts';
import { absolute, oddity, openCalmly } from './places.ts';

const flags = constants.O_RDONLY | constants.O_NONBLOCK;

export function read(
  root: string,
  path: string,
  range: Parameters<Files['read']>[1],
): Attempt<{ content: Uint8Array; bytes: number }> {
  const { descriptor, stats } = openCalmly(absolute(root, path), flags);
  try {
    if (stats.isDirectory()) return { ok: false, why: `${path} is a folder, not a file.`, fault: 'folder' };
    if (!stats.isFile()) return { ok: false, why: `${path} is ${oddity(stats)}, not a file.` };
    const start = range?.start ?? 0;
    const content = readUpTo(
      descriptor,
      start,
      Math.min(range?.limit ?? largestContent, largestContent),
      stats.size,
    );
    return { ok: true, value: { content, bytes: Math.max(stats.size, start + content.length) } };
  } finally {
    closeSync(descriptor);
  }
}

/** Reads on to the end whatever the size says: files of /proc say 0. */
function readUpTo(descriptor: number, start: number, limit: number, size: number): Uint8Array {
  let content = Buffer.allocUnsafe(Math.max(0, Math.min(limit, size - start + 1)));
  let filled = 0;
  while (filled < limit) {
    if (filled === content.length) content = Buffer.concat([content], Math.min(limit, filled + 16_384));
    const got = readSync(descriptor, content, filled, content.length - filled, start + filled);
    if (got === 0) break;
    filled += got;
  }
  return content.subarray(0, filled);
}
