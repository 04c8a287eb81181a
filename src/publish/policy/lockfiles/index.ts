import type { Objection, Rule, Sides } from '../rule.ts';
import { shownPath } from '../shown-path.ts';
import { hasOddLines } from '../sides.ts';
import { readGoSum } from './go.ts';
import { type Kind, kindOf } from './kinds.ts';
import type { Lock, Locked } from './locked.ts';
import { readNpm } from './npm.ts';
import { readPnpm } from './pnpm.ts';
import { sourceProblem } from './sources.ts';
import { readToml } from './toml.ts';
import { readYarn } from './yarn.ts';

const readers: Readonly<Record<Kind, (text: string) => Lock | null>> = {
  npm: readNpm,
  pnpm: readPnpm,
  yarn: readYarn,
  toml: readToml,
  go: readGoSum,
};

/** What nobody reads line by line decides what everybody installs: it may pin more, and nothing less or from elsewhere. */
export const lockfiles: Rule = {
  name: 'lockfiles',
  file(file, { settings }) {
    const kind = kindOf(file.path);
    if (!kind || !file.now) return null;
    const text = textOf(file.now.bytes);
    const isOdd = file.now.mode === '120000' || text === null || hasOddLines(text);
    const now = isOdd ? null : readers[kind](text);
    const before = readers[kind](textOf(file.before?.bytes ?? null) ?? '') ?? nothing;
    const problem = now
      ? (sourceProblem(now.sources, before.sources, settings.allowHosts ?? []) ??
        pinProblem(now.packages, before.packages))
      : 'is not spelled as the program that makes it does';
    return problem === null ? null : held(file, problem);
  },
};

const nothing: Lock = { packages: [], sources: [] };

const held = ({ path }: Sides, problem: string): Objection => ({
  why: `The lockfile ${shownPath(path)} ${problem}.`,
  advice:
    'Update the lockfile yourself, or permit a host with `allow-hosts`; the whole change is kept as a patch.',
});

const textOf = (bytes: Uint8Array | null): string | null =>
  bytes && !bytes.includes(0) ? new TextDecoder().decode(bytes) : null;

function pinProblem(now: readonly Locked[], before: readonly Locked[]): string | null {
  const known = new Map(before.map((one) => [one.key, one]));
  // Old formats keep the hashes elsewhere, or have none at all.
  const isPinned = before.length === 0 || before.some(({ loaded, hashes }) => loaded && hashes.length > 0);
  for (const one of now) {
    const old = known.get(one.key);
    const { names, hashes, key } = one;
    const shown = shownPath(key).slice(0, 100);
    if (names && names.asked !== names.got && old?.names?.got !== names.got)
      return `loads ${shownPath(names.got).slice(0, 100)} for ${shown}`;
    if (one.loaded && isPinned && hashes.length === 0 && (!old || old.hashes.length > 0))
      return `has no hash for ${shown}`;
    if (old && old.version === one.version && contradicts(hashes, old.hashes))
      return `has another hash for ${shown} of the same version`;
  }
  return null;
}

/** A better algorithm may take the place of another, and files may come and go; where the same kind is told, one must be the same. */
function contradicts(now: readonly string[], before: readonly string[]): boolean {
  const algorithm = (hash: string): string => /^\w+(?=[-:])/.exec(hash)?.[0] ?? String(hash.length);
  const old = new Set(before);
  const algorithms = new Set(before.map(algorithm));
  return now.some((hash) => algorithms.has(algorithm(hash))) && !now.some((hash) => old.has(hash));
}
