import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workspace } from '../../core/world.ts';
import { lookInto, readRegular } from '../in-place-workspace.ts';

/** A folder as a run in place reads it, without a sandbox. */
export const placeAt = (folder: string): Pick<Workspace, 'folder' | 'read' | 'list' | 'look' | 'notes'> => ({
  folder,
  read: (path, most) => readRegular(join(folder, path), most),
  list: (path) => readdir(join(folder, path)).catch(() => []),
  look: (path) => lookInto(join(folder, path)),
  notes: Promise.resolve([]),
});
