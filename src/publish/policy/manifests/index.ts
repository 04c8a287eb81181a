import { nameOf } from '../lockfiles/kinds.ts';
import { sourceProblem } from '../lockfiles/sources.ts';
import type { Objection, Remark, Rule, Sides } from '../rule.ts';
import { shownPath } from '../shown-path.ts';
import { hasOddLines, isText } from '../sides.ts';
import { composerJson } from './composer.ts';
import { goMod, requirements } from './lines.ts';
import type { Manifest, Reader } from './manifest.ts';
import { packageJson } from './package-json.ts';
import { pnpmWorkspace } from './pnpm-workspace.ts';
import { cargoToml, pyproject } from './toml.ts';

const readers: readonly Reader[] = [
  packageJson,
  pnpmWorkspace,
  cargoToml,
  pyproject,
  requirements,
  goMod,
  composerJson,
];
/** By its name, and by that of its folder where that says more. */
const readerOf = (path: string): Reader | undefined => {
  const [folder = '', file = ''] = path.split('/').slice(-2);
  return readers.find(({ name }) => name.test(file || folder) || name.test(`${folder}/${file}`));
};

/** A change may ask for more packages, which is told; not for code that runs on an install, nor from elsewhere. */
export const manifests: Rule = {
  name: 'manifests',
  file(file, { settings }) {
    const reader = readerOf(file.path);
    if (!reader && file.now && !file.before && /(?:^|\/)binding\.gyp$/i.test(file.path))
      return held(file.path, 'has npm build and run code when the package is installed');
    if (!reader || !file.now) return null;
    const { now, before } = sidesOf(reader, file);
    const problem = now ? problemOf(now, before ?? nothing, settings.allowHosts ?? []) : 'cannot be read';
    return problem === null ? null : held(file.path, problem);
  },
  remarks: (files) => [
    ...files.flatMap(asked),
    ...files.flatMap((file) => apart(file, files)),
    ...files.flatMap(built),
  ],
};

const nothing: Manifest = { dependencies: new Map(), sources: [], runs: new Map(), redirects: [] };

const held = (path: string, problem: string): Objection => ({
  why: `The change makes ${shownPath(path)} one that ${problem}.`,
  advice: 'Make that part of the change yourself; the whole of it is kept as a patch.',
});

function sidesOf(reader: Reader, { before, now }: Sides): { before: Manifest | null; now: Manifest | null } {
  const textOf = (bytes: Uint8Array | null): string | null =>
    bytes && isText(bytes) ? new TextDecoder().decode(bytes) : null;
  const [was, is] = [textOf(before?.bytes ?? null), textOf(now?.bytes ?? null)];
  const isOdd = is === null || now?.mode === '120000' || hasOddLines(is);
  return { before: was === null ? null : reader.read(was), now: isOdd ? null : reader.read(is) };
}

function problemOf(now: Manifest, before: Manifest, allowed: readonly string[]): string | null {
  for (const [name, what] of now.runs)
    if (before.runs.get(name) !== what) return `runs ${shownPath(name)} when it is installed or published`;
  const known = new Set(before.redirects);
  const redirect = now.redirects.find((line) => !known.has(line));
  if (redirect !== undefined)
    return `says where packages are loaded from (\`${shownPath(redirect).replaceAll('`', "'").slice(0, 100)}\`)`;
  const bare = before.hashed?.size
    ? [...now.dependencies.keys()].find(
        (name) => !now.hashed?.has(name) && (before.hashed?.has(name) || !before.dependencies.has(name)),
      )
    : undefined;
  if (bare !== undefined) return `has no hash for ${shownPath(bare).slice(0, 100)}, where others have one`;
  return sourceProblem(now.sources, before.sources, allowed);
}

/** New direct dependencies, with what is asked of their versions. */
function asked(file: Sides): Remark[] {
  const reader = readerOf(file.path);
  if (!reader || !file.now) return [];
  const { now, before } = sidesOf(reader, file);
  return [...(now?.dependencies ?? [])].flatMap(([name, version]) => {
    const old = before?.dependencies.get(name);
    if (old === version) return [];
    const wanted = [name, version].filter(Boolean).join(' ');
    const sentence =
      old === undefined
        ? `asks for \`${plain(wanted)}\`, which is new.`
        : `asks for \`${plain(wanted)}\`, and for \`${plain(old || 'any version')}\` before.`;
    return [{ path: file.path, sentence }];
  });
}

const plain = (text: string): string => shownPath(text).replaceAll('`', "'").slice(0, 200);

/** A manifest without its lockfile, or the other way round. A lockfile may lie further up, for many packages. */
function apart(file: Sides, files: readonly Sides[]): Remark[] {
  const { path } = file;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const reader = readerOf(path);
  const near = (other: string): string => other.slice(0, other.lastIndexOf('/') + 1);
  if (reader && reader.lockfiles.length > 0 && asked(file).length > 0) {
    const isThere = files.some(
      (other) => reader.lockfiles.includes(nameOf(other.path)) && folder.startsWith(near(other.path)),
    );
    return isThere
      ? []
      : [{ path, sentence: 'asks for other packages than before, and no lockfile changed with it.' }];
  }
  const maker = readers.find(({ lockfiles }) => lockfiles.includes(nameOf(path)));
  if (!maker) return [];
  if (!file.now) return [{ path, sentence: 'is gone, and with it what pinned every version.' }];
  const isThere = files.some(
    (other) => maker.name.test(nameOf(other.path)) && near(other.path).startsWith(folder),
  );
  return isThere ? [] : [{ path, sentence: 'changed, and no manifest changed with it.' }];
}

const builds: Readonly<Record<string, string>> = {
  'setup.py': 'runs when the package is built or installed.',
  'build.rs': 'runs when the crate is built.',
  'binding.gyp': 'has npm build and run code when the package is installed.',
  '.gitignore': 'says what git ignores.',
};

function built({ path, before, now, added }: Sides): Remark[] {
  const sentence = now && Object.hasOwn(builds, nameOf(path)) ? builds[nameOf(path)] : undefined;
  if (sentence !== undefined) return [{ path, sentence }];
  const isBuild =
    /^(?:Cargo|pyproject)\.toml$/.test(nameOf(path)) &&
    added.some((line) => /^\s*(?:build|build-backend|backend-path|requires)\s*=/.test(line));
  return before && now && isBuild ? [{ path, sentence: 'changes how the package is built.' }] : [];
}
