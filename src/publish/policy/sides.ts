import type { Blobs, ChangedFile, ChangeSet } from '../../core/change.ts';
import type { Sides } from './rule.ts';

export const readSides = ({ files }: ChangeSet, blobs: Blobs): Promise<Sides[]> =>
  Promise.all(files.map((file) => sidesOf(file, blobs)));

async function sidesOf({ path, before, now }: ChangedFile, blobs: Blobs): Promise<Sides> {
  const was = before && {
    mode: before.mode,
    bytes: before.bytes === null ? null : await blobs.get(before.bytes),
  };
  const is = now && { mode: now.mode, bytes: await blobs.get(now.bytes) };
  return { path, before: was, now: is, ...compared(was?.bytes ?? null, is?.bytes ?? null) };
}

/** By how often each line stands on either side: an order of lines that took a diff to tell would not be told in linear time. */
function compared(before: Uint8Array | null, now: Uint8Array | null): Pick<Sides, 'added' | 'removed'> {
  const known = new Map<string, number>();
  const old = linesOf(before);
  for (const line of old) known.set(line, (known.get(line) ?? 0) + 1);
  let same = 0;
  const added = linesOf(now).filter((line) => {
    const left = known.get(line) ?? 0;
    if (left === 0) return true;
    known.set(line, left - 1);
    same += 1;
    return false;
  });
  return { added, removed: old.length - same };
}

/** What holds a NUL is no text. */
export const isText = (bytes: Uint8Array): boolean => !bytes.includes(0);

/** Line ends that some readers take for one and others do not, so that they read different files. */
export const hasOddLines = (text: string): boolean => /\r(?!\n)|\f/.test(text);

/** A mark of the byte order stays where it is. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function linesOf(bytes: Uint8Array | null): string[] {
  if (!bytes || bytes.length === 0 || !isText(bytes)) return [];
  const lines = decoder.decode(bytes).split(/\r\n?|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
