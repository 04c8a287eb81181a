import {
  type Blobs,
  type ChangedFile,
  mostBaseBytes,
  type ObjectId,
  type Sha256,
  tooLarge,
} from '../core/change.ts';
import { git } from '../git/git.ts';
import { pathOf, readObjects } from '../git/objects.ts';
import type { Base } from './base.ts';
import { modeOf } from './changes-between.ts';

type Now = Omit<ChangedFile, 'before'>;

/** What one process prints is in memory as a whole. */
const mostAtOnce = 64_000_000;

/** The files of a change with what the base held in their places; `gitDir` is ours and has the base. */
export async function withBefore(
  { gitDir, blobs }: { gitDir: string; blobs: Blobs },
  { id: base, entries }: Base,
  files: readonly Now[],
): Promise<ChangedFile[]> {
  const sides = files.map((file): ChangedFile => {
    const mode = modeOf(entries.get(pathOf(file.path))?.mode ?? '');
    return { path: file.path, before: mode && { mode, bytes: null }, now: file.now };
  });
  // Nobody reads what is held back by its counts alone, and an agent could delete a whole repository.
  if (tooLarge({ base, files: sides })) return sides;
  const ids = sides.flatMap(({ path, before }) => (before && entries.get(pathOf(path))?.id) || []);
  const kept = await keep(gitDir, await readable(gitDir, [...new Set(ids)]), blobs);
  return sides.map(({ path, before, now }) => {
    const bytes = kept.get(entries.get(pathOf(path))?.id ?? '') ?? null;
    return { path, before: before && { ...before, bytes }, now };
  });
}

/** Those objects that are small enough to be read, and no more than can be in memory together. */
async function readable(gitDir: string, ids: readonly ObjectId[]): Promise<ObjectId[]> {
  if (ids.length === 0) return [];
  const check = ['cat-file', '--batch-check=%(objectsize)'];
  const sizes = String(await git(gitDir, check, { input: `${ids.join('\n')}\n` })).split('\n');
  let room = mostAtOnce;
  return ids.filter((_, at) => {
    const size = Number(sizes[at]);
    if (!(size <= Math.min(mostBaseBytes, room))) return false;
    room -= size;
    return true;
  });
}

async function keep(
  gitDir: string,
  ids: readonly ObjectId[],
  blobs: Blobs,
): Promise<ReadonlyMap<ObjectId, Sha256 | null>> {
  const objects = await readObjects(gitDir, ids);
  const kept = new Map<ObjectId, Sha256 | null>();
  for (const [at, id] of ids.entries()) {
    const bytes = objects[at];
    kept.set(id, bytes ? await blobs.put(bytes) : null);
  }
  return kept;
}
