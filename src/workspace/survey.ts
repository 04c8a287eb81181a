import { createHash } from 'node:crypto';
import type { ObjectId } from '../core/change.ts';
import type { BytePath } from '../git/objects.ts';
import { type Base, gitlink } from './base.ts';
import { modeOf } from './changes-between.ts';
import { holdsDependencies } from './dependencies.ts';
import { isGitPath } from './git-names.ts';
import type { Rules } from './ignored.ts';
import type { Omission } from './snapshot.ts';
import { type Met, walk } from './walk.ts';

/** What a folder has and lacks beside its base, told apart by looks alone: nobody asked git what is ignored yet. */
export type Survey = {
  /** Tracked files and links whose bytes or mode are not the base's. */
  changed: BytePath[];
  /** Files and links that the base does not have. */
  fresh: BytePath[];
  gone: BytePath[];
  /** Folders of what was installed or built. Nothing untracked in them was looked at. */
  installed: BytePath[];
  /** The folder's own `.gitignore` files. */
  rules: Rules[];
  left: Omission[];
};

/** Compares a folder, which nobody works in any more, with its base. */
export async function survey(folder: string, base: Base): Promise<Survey> {
  const found: Survey = { changed: [], fresh: [], gone: [], installed: [], rules: [], left: [] };
  // Tracked paths of which nobody may say that they are gone, and folders that nobody could look into.
  const there = new Set<BytePath>();
  const shut: BytePath[] = [];
  const leave = (path: BytePath, why: string): void => {
    found.left.push({ path, why });
  };

  await walk(folder, {
    enters(path, names) {
      if (path === '') return true;
      if (isGitPath(path)) {
        if (path !== '.git') leave(path, 'has a name that git keeps for itself');
        return false;
      }
      if (base.entries.get(path)?.mode === gitlink) {
        there.add(path);
        if (names.size > 0) leave(path, 'is a submodule; what is in it stays here');
        return false;
      }
      const tracked = base.folders.has(path);
      if (!tracked && isRepository(names)) {
        leave(path, 'is a repository of its own');
        return false;
      }
      const installed = holdsDependencies(nameOf(path), names);
      if (installed) found.installed.push(path);
      return tracked || !installed;
    },
    meets(met) {
      const tracked = base.entries.get(met.path);
      if (isGitPath(met.path)) return leave(met.path, 'has a name that git keeps for itself');
      const bytes = nameOf(met.path) === '.gitignore' && met.mode !== '120000' ? met.read() : null;
      if (bytes) found.rules.push({ path: met.path, bytes });
      if (!tracked) {
        if (!found.installed.some((folder) => met.path.startsWith(`${folder}/`))) found.fresh.push(met.path);
        return;
      }
      there.add(met.path);
      if (tracked.mode === gitlink) return leave(met.path, 'is a submodule; its pointer stays as it was');
      if (!isSame(met, tracked)) found.changed.push(met.path);
    },
    leaves(path, why) {
      leave(path, why);
      there.add(path);
      shut.push(`${path}/`);
    },
  });

  for (const [path, { mode }] of base.entries) {
    if (there.has(path) || shut.some((folder) => path.startsWith(folder))) continue;
    if (mode === gitlink) leave(path, 'is a submodule; its pointer stays as it was');
    else found.gone.push(path);
  }
  return found;
}

const nameOf = (path: BytePath): BytePath => path.slice(path.lastIndexOf('/') + 1);

/** With a `.git` in it, or with what git takes a bare repository by. */
const isRepository = (names: ReadonlySet<BytePath>): boolean =>
  names.has('.git') || ['HEAD', 'objects', 'refs', 'config'].every((name) => names.has(name));

function isSame(met: Met, { mode, id }: { mode: string; id: ObjectId }): boolean {
  if (met.mode !== modeOf(mode)) return false;
  const bytes = met.read();
  return bytes !== null && blobId(bytes) === id;
}

/** The name of a blob with these bytes: https://git-scm.com/book/en/v2/Git-Internals-Git-Objects */
const blobId = (bytes: Buffer): ObjectId =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
