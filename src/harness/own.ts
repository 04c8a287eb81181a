import { OiError } from '../core/errors.ts';
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
 * The repository's own folders beside ours. One of ours is found by its name only there, so that nobody's folder stands in
 * for it unnoticed.
 */
export function shelfOf(place: Place, shipped: Shelf): Shelf {
  const isOurs = (path: string): boolean => harnessIds.some((id) => path.startsWith(`${id}/`));
  const shown = (path: string): string => (isOurs(path) ? path : `${ownFolder}/${path}`);
  let left = { files: most.files, bytes: most.all };
  return {
    shown,
    ids: async () => [...harnessIds, ...(await place.list(ownFolder))],
    async read(path) {
      if (isOurs(path)) return shipped.read(path);
      if (left.files === 0) throw tooMuch(`A harness reads more than ${most.files} files of ${ownFolder}`);
      const bytes = await place.read(shown(path), most.bytes);
      if (bytes === null) return null;
      if (bytes.length > most.bytes) throw tooMuch(`${shown(path)} has more than ${most.bytes} bytes`);
      left = { files: left.files - 1, bytes: left.bytes - bytes.length };
      if (left.bytes < 0) throw tooMuch(`A harness reads more than ${most.all} bytes of ${ownFolder}`);
      return new TextDecoder().decode(bytes);
    },
  };
}

const tooMuch = (what: string): OiError => new OiError('harness.invalid', `${what}.`, 'Make it smaller.');
