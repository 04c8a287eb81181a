import type { Lock, Locked } from './locked.ts';

/** `go.sum`: a module, its version and a hash a line. Null for any other line, which go refuses as well. */
export function readGoSum(text: string): Lock | null {
  const packages: Locked[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const [module = '', version = '', hash, ...more] = line.trim().split(/\s+/);
    if (hash === undefined || more.length > 0) return null;
    packages.push({ key: `${module} ${version}`, version, hashes: [hash], loaded: true, names: null });
  }
  return { packages, sources: [] };
}
