import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs, ChangeSet, ObjectId } from '../core/change.ts';
import type { Changes, Trees } from '../core/trees.ts';
import { type BytePath, textOf } from '../git/objects.ts';
import { filesNamed, gitlink, readBase } from './base.ts';
import { shown } from './changes-between.ts';
import { type Laying, layCopy, type Owner } from './copy.ts';
import { dependencyRules } from './dependencies.ts';
import { diskChanges } from './disk-changes.ts';
import { inLfs } from './lfs.ts';
import { fetchPristine, type Repository } from './pristine.ts';
import { type Place, preparePrivateGit } from './private-git.ts';
import { type Instructing, startTree } from './start-tree.ts';
import { strandedBranches } from './stranded.ts';
import { treesOf } from './trees.ts';

export type Checkout = {
  /** Of commits from the first; whoever looks at the folder, or changes it, waits for `laid`. */
  trees: Trees;
  /** Our own bare git dir with the fetched commits. Only its `objects` may be seen by an agent, at this path, read-only. */
  pristine: string;
  /** What the copy is not like the repository in, a sentence each. */
  notes: readonly string[];
  /** The copy is there, whole. */
  laid: Promise<void>;
};

/**
 * A copy of the tree at a commit for an agent to work in, by a fetch of our own. `state` is a folder of ours that no
 * sandbox sees; `folder` is made anew. `also` names more commits to have at hand, e.g. the one whose instructions hold.
 * `owner` is given all of the copy. `instructing` puts files that instruct agents there as another commit has them. Answers when the commits are fetched. Throws `forge.*` and `checkout.failed`.
 */
export async function checkout(
  at: {
    repository: Repository;
    commit: ObjectId;
    also: readonly ObjectId[];
    state: string;
    folder: string;
    owner: Owner | null;
    blobs: Blobs;
    instructing: Instructing | null;
  },
  signal: AbortSignal,
): Promise<Checkout> {
  const { folder, commit, owner } = at;
  const pristine = pristineIn(at.state);
  const place: Place = { gitDir: join(at.state, 'trees.git'), folder, top: folder, prefix: '' };
  await Promise.all([
    fetchPristine(pristine, at.repository, [...new Set([commit, ...at.also])], signal),
    preparePrivateGit(place.gitDir, { alternates: [join(pristine, 'objects')], exclude: dependencyRules }),
  ]);
  const { tree, replaced } = await startTree({ pristine, state: at.state, commit }, at.instructing);
  const laid = layCopy(place, { pristine, commit, tree, owner }, signal);
  // Whoever waits for it hears of it.
  laid.catch(() => {});
  const trees = treesOf({
    place,
    distrusted: async () => [],
    changes: (base) => copyChanges(at, base),
  });
  return { trees, pristine, notes: [...(await notesOn(pristine, commit)), ...instructed(replaced)], laid };
}

/**
 * Another copy at the same commit, with a change laid on top of it anew, for checks to run in. `state` is a folder for this
 * copy alone.
 */
export async function layTrial(
  at: Omit<Laying, 'change'> & { state: string; folder: string; change: ChangeSet | null; blobs: Blobs },
  signal: AbortSignal,
): Promise<void> {
  const { pristine, folder, change, blobs } = at;
  await mkdir(at.state, { recursive: true, mode: 0o711 });
  const place: Place = { gitDir: join(at.state, 'trees.git'), folder, top: folder, prefix: '' };
  await preparePrivateGit(place.gitDir, { alternates: [join(pristine, 'objects')] });
  const laying: Laying = { pristine, commit: at.commit, owner: at.owner };
  await layCopy(place, change ? { ...laying, change: { files: change.files, blobs } } : laying, signal);
}

/**
 * What the copy in `folder` holds that a commit does not, whoever made it: the process that checked it out may be gone.
 * Nothing may run in it any more. Throws what `diskChanges` throws.
 */
export async function copyChanges(
  at: {
    state: string;
    folder: string;
    commit: ObjectId;
    blobs: Blobs;
    instructing: Instructing | null;
  },
  base: ObjectId,
): Promise<Changes> {
  const { state, folder, commit, blobs } = at;
  const pristine = pristineIn(state);
  const start = base === commit ? await startTree({ pristine, state, commit }, at.instructing) : null;
  const { change, left, barred } = await diskChanges(
    { folder, gitDir: pristine, blobs },
    start?.tree ?? base,
  );
  return {
    change: change && { ...change, base },
    left: [...left, ...strandedBranches(folder, commit).map(shown)],
    barred: [...barred, ...(await inLfs({ pristine, state }, change))],
  };
}

const pristineIn = (state: string): string => join(state, 'pristine.git');

/** Submodules are not fetched, since their addresses are the repository's own words, and no filter of Git LFS is run. */
async function notesOn(gitDir: string, commit: ObjectId): Promise<string[]> {
  const base = await readBase(gitDir, commit);
  const submodules = [...base.entries.values()]
    .filter(({ mode }) => mode === gitlink)
    .map(({ path }) => path);
  const attributes = await filesNamed(gitDir, base, '.gitattributes');
  const notes: string[] = [];
  if (submodules.length > 0)
    notes.push(`Submodules were not checked out and are empty folders: ${listed(submodules)}.`);
  if (attributes.some(({ bytes }) => /\bfilter=lfs\b/.test(Buffer.from(bytes).toString('latin1')))) {
    notes.push('Files kept in Git LFS were not checked out; pointers stand in their places.');
  }
  return notes;
}

const instructed = (replaced: readonly BytePath[]): string[] =>
  replaced.length === 0
    ? []
    : [`Files that instruct agents were there as the base branch has them: ${listed(replaced)}.`];

const mostNamed = 10;
function listed(paths: readonly BytePath[]): string {
  const names = paths.slice(0, mostNamed).map((path) => JSON.stringify(textOf(path) ?? path));
  const more = paths.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
