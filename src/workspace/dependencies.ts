/**
 * Folders that hold what was installed or compiled, known by their name alone. Nobody means to publish them, also where
 * a repository forgets to ignore them; files in them that the repository tracks count all the same.
 */
export const dependencyFolders = [
  'node_modules',
  'bower_components',
  '.venv',
  'venv',
  '__pycache__',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
  '.tox',
  '.nox',
  '.gradle',
  '.bundle',
] as const;

/** The same as lines of a `.gitignore`. */
export const dependencyRules = dependencyFolders.map((name) => `${name}/\n`).join('');

/** Files by which a folder with an everyday name (`target`, `env`) says that it holds what was installed or compiled. */
const marks = ['CACHEDIR.TAG', 'pyvenv.cfg', '.rustc_info.json'];

/** Whether a folder of this name, with entries of these names, holds what was installed or compiled. */
export function holdsDependencies(name: string, entries: ReadonlySet<string>): boolean {
  return dependencyFolders.some((known) => known === name) || marks.some((mark) => entries.has(mark));
}
