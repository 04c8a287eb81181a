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

/** Null for what is no lockfile that we can read. Some disks do not tell capitals from small letters. */
export const kindOf = (path: string): Kind | null => byName.get(nameOf(path).toLowerCase()) ?? null;
const byName: ReadonlyMap<string, Kind> = new Map(
  Object.entries(kinds).map(([name, kind]) => [name.toLowerCase(), kind]),
);

export const isLockfile = (path: string): boolean => kindOf(path) !== null;
