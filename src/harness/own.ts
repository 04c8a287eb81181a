import { basename, dirname, join } from 'node:path/posix';
import { OiError } from '../core/errors.ts';
import type { FolderEntry } from '../core/outline.ts';
import type { Workspace } from '../core/world.ts';
import { harnessIds, ownFolder } from './choose.ts';
import type { HarnessData } from './data.ts';
import { readHarnessFolder } from './load/folder.ts';
import type { Shelf } from './load/shelf.ts';

type Place = Pick<Workspace, 'read' | 'list'>;

/** Of one file, and of all that a harness is made of: more than that is no prompt. */
const most = { bytes: 64 * 1024, all: 512 * 1024, files: 64 };

/**
 * A harness of the repository's own: a folder in `.github/oi/harnesses`, read where standing instructions are, with what it
 * extends, its own or shipped. Throws `harness.invalid`.
 */
export const readOwnHarness = (id: string, place: Place, shipped: Shelf): Promise<HarnessData> =>
  readHarnessFolder(id, shelfOf(place, shipped));

/**
 * The folders of people's own in `home` beside ours. One of ours is found by its name only there, so that nobody's folder
 * stands in for it unnoticed. What stands where a file is looked for and is none is an error, not a file that lacks.
 */
export function shelfOf(place: Place, shipped: Shelf, home: string = ownFolder): Shelf {
  const isOurs = (path: string): boolean => harnessIds.some((id) => path.startsWith(`${id}/`));
  const shown = (path: string): string => (isOurs(path) ? path : join(home, path));
  const looked = new Map<string, ReturnType<Place['list']>>();
  let left = { files: most.files, bytes: most.all };

  async function entry(path: string): Promise<FolderEntry | null> {
    const folder = dirname(path);
    const listed = looked.get(folder) ?? place.list(folder);
    looked.set(folder, listed);
    return (await listed).find(({ name }) => name === basename(path)) ?? null;
  }

  async function isThere(path: string): Promise<boolean> {
    const folder = await entry(dirname(path));
    if (folder && !folder.folder && !folder.file) throw odd(`${dirname(path)} is a link`);
    const file = folder?.folder ? await entry(path) : null;
    if (file && !file.file) throw odd(`${path} is a link, or no file`);
    return file !== null;
  }

  return {
    shown,
    ids: async () => [...new Set([...harnessIds, ...(await place.list(home)).map(({ name }) => name)])],
    async read(path) {
      if (isOurs(path)) return shipped.read(path);
      if (!(await isThere(shown(path)))) return null;
      if (left.files === 0) throw tooMuch(`A harness reads more than ${most.files} files of ${home}`);
      const bytes = await place.read(shown(path), most.bytes);
      if (bytes === null) return null;
      if (bytes.length > most.bytes) throw tooMuch(`${shown(path)} has more than ${most.bytes} bytes`);
      left = { files: left.files - 1, bytes: left.bytes - bytes.length };
      if (left.bytes < 0) throw tooMuch(`A harness reads more than ${most.all} bytes of ${home}`);
      return new TextDecoder().decode(bytes);
    },
  };
}

const odd = (what: string): OiError =>
  new OiError('harness.invalid', `${what}.`, 'A harness is a folder of plain files: put a copy there.');

const tooMuch = (what: string): OiError => new OiError('harness.invalid', `${what}.`, 'Make it smaller.');
