import type { Blobs, ChangedFile, ObjectId } from '../core/change.ts';
import { OiError } from '../core/errors.ts';
import type { Changes } from '../core/trees.ts';
import { type BytePath, textOf } from '../git/objects.ts';
import { type Base, filesNamed, readBase } from './base.ts';
import { withBefore } from './base-bytes.ts';
import { kept, shown } from './changes-between.ts';
import { collisions } from './collisions.ts';
import { ignoredUnder } from './ignored.ts';
import type { Omission } from './snapshot.ts';
import { type Survey, survey } from './survey.ts';
import { meetAt } from './walk.ts';

type Now = Omit<ChangedFile, 'before'>;

const maxChangeBytes = 500_000_000;

/**
 * What differs between a base and the folder as it is on disk, which nobody works in any more: no git looks at it, so
 * that nothing matters that the agent did to the `.git` in it. `gitDir` is ours and has the base. Paths are in the order
 * of their bytes. Throws `secret.found` and `workspace.too-large`.
 */
export async function diskChanges(
  { folder, gitDir, blobs }: { folder: string; gitDir: string; blobs: Blobs },
  id: ObjectId,
): Promise<Changes> {
  const base = await readBase(gitDir, id);
  const found = await survey(folder, base);
  const { fresh, installed } = await notIgnored(gitDir, base, found);
  const left = [
    ...found.left,
    ...installed.map((path) => ({ path, why: 'holds what was installed or built' })),
  ];
  const gone = new Set(found.gone);
  const files: Now[] = [];
  let room = maxChangeBytes;
  for (const path of [...found.gone, ...found.changed, ...fresh].sort()) {
    const file = gone.has(path) ? absent(path) : await present(folder, path, blobs);
    if ('why' in file) left.push(file);
    else files.push(file);
    if ('now' in file) room -= file.now?.size ?? 0;
    if (room < 0) throw tooLarge();
  }
  return {
    change: { base: id, files: await withBefore({ gitDir, blobs }, base, files) },
    left: left.map(shown),
    barred: collisions(base, files),
  };
}

/**
 * What nobody ignores: neither the base's `.gitignore` files, so that the agent cannot publish what the repository means
 * to keep back, nor the folder's own, so that it can name what it made.
 */
async function notIgnored(
  gitDir: string,
  base: Base,
  { fresh, installed, rules }: Survey,
): Promise<Pick<Survey, 'fresh' | 'installed'>> {
  const inside = (folder: BytePath): BytePath => `${folder}/x`;
  const paths = [...fresh, ...installed.map(inside)];
  const byBase = await ignoredUnder(gitDir, await filesNamed(gitDir, base, '.gitignore'), paths);
  const byFolder = await ignoredUnder(gitDir, rules, paths);
  const counts = (path: BytePath): boolean => !byBase.has(path) && !byFolder.has(path);
  return { fresh: fresh.filter(counts), installed: installed.filter((folder) => counts(inside(folder))) };
}

const badName = 'has a name that is not UTF-8';

function absent(path: BytePath): Now | Omission {
  const text = textOf(path);
  return text === null ? { path, why: badName } : { path: text, now: null };
}

async function present(folder: string, path: BytePath, blobs: Blobs): Promise<Now | Omission> {
  const text = textOf(path);
  if (text === null) return { path, why: badName };
  const met = meetAt(folder, path);
  if (!met?.content) return { path, why: 'cannot be read or is larger than 100 MB' };
  return { path: text, now: await kept(text, met.mode, met.content, blobs) };
}

const tooLarge = (): OiError =>
  new OiError(
    'workspace.too-large',
    `The change holds more than ${maxChangeBytes / 1e6} MB.`,
    'Let a .gitignore name the folders that hold data or built files, then try again.',
  );
