import picomatch from 'picomatch';
import type { FileChange } from '../files.ts';
import { isNamedTest } from '../source/paths.ts';
import { follow, type ReadBase } from './follow.ts';
import { touchesPart } from './parts.ts';

/**
 * The changed files that stand behind a command, in the order of the change: who changes these changes what is proved.
 * The command is followed as the base commit has it; what the change adds (a hook around a script, a conftest.py, a module
 * that is called like the runner) counts as well. A file of tests stands for itself and is not named.
 */
export async function scriptsBehind(
  command: string,
  change: readonly FileChange[],
  read: ReadBase,
): Promise<string[]> {
  const behind = await follow(command, read);
  const isSetting = behind.globs.size > 0 ? picomatch([...behind.globs], { dot: true }) : () => false;
  const named = (path: string) => behind.files.has(path) && !isNamedTest(path);
  return change
    .filter((file) => {
      const manifest = /(?:^|\/)(?:package|composer)\.json$/.test(file.path);
      const part = manifest || isSetting(file.path) ? touchesPart(file, behind) : null;
      return part ?? (isSetting(file.path) || named(file.path));
    })
    .map(({ path }) => path);
}
