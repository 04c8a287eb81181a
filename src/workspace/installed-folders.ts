import { lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { holdsDependencies } from './dependencies.ts';

/** How deep below the workspace packages with dependencies of their own are looked for, e.g. `packages/a/node_modules`. */
const depth = 4;

/**
 * The folders that earlier steps of the job installed into its workspace (`npm ci`, a virtual environment), and where an
 * agent that works on a copy is to see them. What the copy has itself is not covered up.
 */
export function installedFolders(workspace: string, copy: string): { lower: string; at: string }[] {
  const found: { lower: string; at: string }[] = [];
  look(workspace, depth);
  return found;

  function look(folder: string, left: number): void {
    for (const entry of entriesOf(folder)) {
      if (!entry.isDirectory() || entry.name === '.git') continue;
      const path = join(folder, entry.name);
      const inside = new Set(entriesOf(path).map(({ name }) => name));
      if (!holdsDependencies(entry.name, inside)) {
        if (left > 1) look(path, left - 1);
      } else if (!exists(join(copy, relative(workspace, path)))) found.push({ lower: path, at: path });
    }
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
