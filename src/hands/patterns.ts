import picomatch from 'picomatch/posix.js';

/** A folder that a pattern names outright, and what is left of it: there the walk begins, so that it stays short. */
export type Start = { folder: string; rest: string; byName: boolean; depth: number };

const plain = /^[^*?[\]{}()!+@|\\]+$/;

export function startOf(pattern: string): Start {
  const parts = pattern.replace(/\/+$/, '').split('/');
  const byName = parts.length === 1;
  let count = 0;
  while (count < parts.length - 1 && (parts[count] === '' || plain.test(parts[count] ?? ''))) count++;
  const rest = parts.slice(count).join('/');
  const depth = byName || /\*\*|\(/.test(rest) ? Number.POSITIVE_INFINITY : rest.split('/').length;
  const folder = parts.slice(0, count).join('/');
  return { folder: folder === '' && count > 0 ? '/' : folder, rest, byName, depth };
}

/** `byName` compares the last part of a path only. Names that begin with a dot are like any other. */
export function matcher(pattern: string, byName: boolean): (path: string) => boolean {
  const matches = picomatch(pattern, { dot: true });
  return byName ? (path) => matches(path.slice(path.lastIndexOf('/') + 1)) : (path) => matches(path);
}

/** Which files a search looks at; null is every one. Paths are relative to the folder that is searched. */
export function filter(pattern: string | null): (path: string) => boolean {
  if (pattern === null) return () => true;
  return matcher(pattern.replace(/^\.?\//, ''), !pattern.includes('/'));
}
