/** How a lockfile is read, by its name. */
const kinds = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'poetry.lock': 'toml',
  'uv.lock': 'toml',
  'pdm.lock': 'toml',
  'Cargo.lock': 'toml',
  'go.sum': 'go',
} as const;
export type Kind = (typeof kinds)[keyof typeof kinds];

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Null for what is no lockfile that we can read. */
export const kindOf = (path: string): Kind | null =>
  Object.hasOwn(kinds, nameOf(path)) ? kinds[nameOf(path) as keyof typeof kinds] : null;

export const isLockfile = (path: string): boolean => kindOf(path) !== null;
