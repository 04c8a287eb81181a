import type { ObjectId } from '../core/change.ts';
import { git } from '../git/git.ts';
import { type BytePath, parseTree, readObjects, type TreeEntry } from '../git/objects.ts';
import type { Rules } from './ignored.ts';
import { parentOf } from './standing.ts';

/** What a commit or tree tracks. */
export type Base = {
  id: ObjectId;
  /** Files, links and submodules by path. */
  entries: ReadonlyMap<BytePath, TreeEntry>;
  /** Every folder with something tracked in it. */
  folders: ReadonlySet<BytePath>;
};

export const gitlink = '160000';

export async function readBase(gitDir: string, id: ObjectId): Promise<Base> {
  const listed = parseTree(await git(gitDir, ['ls-tree', '-r', '-z', '--full-tree', id]));
  const folders = new Set<BytePath>();
  for (const { path } of listed) {
    for (let at = parentOf(path); at !== '' && !folders.has(at); at = parentOf(at)) folders.add(at);
  }
  return { id, entries: new Map(listed.map((entry) => [entry.path, entry])), folders };
}

/** The tracked files of that name, at any depth, with their bytes. */
export async function filesNamed(gitDir: string, { entries }: Base, name: string): Promise<Rules[]> {
  const found = [...entries.values()].filter(
    ({ path, mode }) => mode.startsWith('100') && (path === name || path.endsWith(`/${name}`)),
  );
  const objects = await readObjects(
    gitDir,
    found.map(({ id }) => id),
  );
  return found.flatMap(({ path }, at) => {
    const bytes = objects[at];
    return bytes ? [{ path, bytes }] : [];
  });
}
