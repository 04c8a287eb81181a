import { lstatSync, readdirSync } from 'node:fs';
import type { ObjectId } from '../core/change.ts';
import type { BytePath } from '../git/objects.ts';
import { inParent } from './open-folder.ts';
import type { Omission } from './snapshot.ts';
import { meetAt } from './walk.ts';

const heads = '.git/refs/heads';
const maxBranches = 100;

/**
 * Branches of the agent's own that it left again: what it committed there need not be on disk, and is not published. Read
 * as files, since no git looks at the copy's `.git`; a hint that the agent could forge, and nothing but words follow.
 */
export function strandedBranches(folder: string, commit: ObjectId): Omission[] {
  const head = meetAt(folder, '.git/HEAD')?.content?.toString('latin1').trim();
  return branchesIn(folder, heads)
    .filter((path) => `ref: ${path.slice('.git/'.length)}` !== head)
    .filter((path) => meetAt(folder, path)?.content?.toString('latin1').trim() !== commit)
    .map((path) => ({
      path,
      why: 'is a branch of its own; of its work only what lies in the folder counts',
    }));
}

function branchesIn(folder: string, path: BytePath): BytePath[] {
  try {
    const [names, isFolder] = inParent(folder, path, (parent, name) => {
      if (!lstatSync(parent.entry(name)).isDirectory()) return [[], false];
      const opened = parent.folder(name);
      try {
        return [readdirSync(opened.entry('.'), 'latin1').sort(), true];
      } finally {
        opened.close();
      }
    });
    if (!isFolder) return [path];
    return names.flatMap((name) => branchesIn(folder, `${path}/${name}`)).slice(0, maxBranches);
  } catch {
    return [];
  }
}
