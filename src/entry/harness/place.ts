import { resolve } from 'node:path';
import type { Workspace } from '../../core/world.ts';
import { lookInto, readRegular } from '../in-place-workspace.ts';

/** A folder as a run in place reads it, without a sandbox. Absolute paths are themselves. */
export const placeAt = (folder: string): Pick<Workspace, 'folder' | 'read' | 'list' | 'look' | 'notes'> => ({
  folder,
  read: (path, most) => readRegular(resolve(folder, path), most),
  list: async (path) => (await lookInto(resolve(folder, path))) ?? [],
  look: (path) => lookInto(resolve(folder, path)),
  notes: Promise.resolve([]),
});
