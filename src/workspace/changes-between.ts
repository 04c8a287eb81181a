import type { Blobs, ChangedFile, FileMode, ObjectId } from '../core/change.ts';
import { fileModes } from '../core/change.ts';
import { OiError } from '../core/errors.ts';
import type { Changes } from '../core/trees.ts';
import { type RawDifference, readObjects, textOf } from '../git/objects.ts';
import { differences } from './lay.ts';
import type { Place } from './private-git.ts';
import type { Omission, Snapshot } from './snapshot.ts';

/** Objects that are read by one process and are in memory together. */
const batch = 64;

/** What differs between a base and a snapshot of the folder, both trees of our own making. */
export async function changesBetween(
  { gitDir, prefix }: Place,
  base: ObjectId,
  snapshot: Snapshot,
  blobs: Blobs,
): Promise<Changes> {
  const left: Omission[] = snapshot.left.map(({ path, why }) => ({ path: path.slice(prefix.length), why }));
  const files: ChangedFile[] = [];
  const found = await differences({ gitDir, prefix: '' }, base, snapshot.tree);
  for (let at = 0; at < found.length; at += batch) {
    const some = found.slice(at, at + batch);
    const objects = await readObjects(
      gitDir,
      some.map(({ now }) => now.id),
    );
    for (const [place, difference] of some.entries()) {
      const file = await changedFile(difference, objects[place] ?? null, blobs);
      if (file) files.push(file);
      else left.push({ path: difference.path, why: whyNot(difference) });
    }
  }
  return { change: { base, files }, left: left.map(shown), barred: [] };
}

async function changedFile(
  { path, before, now }: RawDifference,
  bytes: Buffer | null,
  blobs: Blobs,
): Promise<ChangedFile | null> {
  const text = textOf(path);
  if (text === null || before.mode === '160000') return null;
  // Nothing is published from here, so nobody asks what the base held.
  const was = before.mode === '000000' ? null : { mode: modeOf(before.mode) ?? '100644', bytes: null };
  if (now.mode === '000000') return { path: text, before: was, now: null };
  const mode = modeOf(now.mode);
  return mode && bytes ? { path: text, before: was, now: await kept(text, mode, bytes, blobs) } : null;
}

/** Old repositories have files of mode 100664, which git treats as 100644. Null for what is no file or link. */
export const modeOf = (mode: string): FileMode | null =>
  fileModes.find((known) => known === mode.replace('100664', '100644')) ?? null;

const whyNot = ({ path }: RawDifference): string =>
  textOf(path) === null ? 'has a name that is not UTF-8' : 'is a submodule; its pointer stays as it was';

/** A changed file with its bytes in the store. Throws `secret.found`. */
export async function kept(
  path: string,
  mode: FileMode,
  bytes: Uint8Array,
  blobs: Blobs,
): Promise<NonNullable<ChangedFile['now']>> {
  const name = await blobs.put(bytes);
  if (name !== null) return { mode, bytes: name, size: bytes.length };
  throw new OiError(
    'secret.found',
    `The file ${JSON.stringify(path)} holds a secret of this run, so nothing of the change is kept.`,
    'Take the secret out of the file, or withdraw it where it was issued, then start anew.',
  );
}

/** For people: a path that is no text in JSON's quotes. */
export const shown = ({ path, why }: Omission): { path: string; why: string } => ({
  path: textOf(path) ?? JSON.stringify(path),
  why,
});
