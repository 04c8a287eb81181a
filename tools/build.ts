// Builds dist/: the Action, the CLI and the hands, each with lazy chunks. `--check` compares with what is committed.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { OiError } from '../src/core/errors.ts';
import { bakeHarness } from '../src/harness/bake.ts';
import { fewChunks } from './few-chunks.ts';
import { notices } from './notices.ts';

const root = join(import.meta.dirname, '..');

/** Some dependencies are CommonJS inside and call `require` for Node's own modules. */
const banner = "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);";

/** How everything is bundled; the bench bundles its own script the same way. */
export const bundling: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minify: true,
  legalComments: 'none',
  charset: 'utf8',
  mainFields: ['module', 'main'],
  conditions: ['node', 'import'],
  banner: { js: banner },
  logLevel: 'warning',
};

/**
 * Commands of `oi` that are bundled whole, each by itself: what they share with the others would be cut into ever more
 * chunks, and each chunk costs everybody who starts half a millisecond.
 */
const commandsApart = ['harness', 'models'];
const apart: Plugin = {
  name: 'commands-apart',
  setup({ onResolve }) {
    const filter = new RegExp(`^\\./(?:${commandsApart.join('|')})\\.ts$`);
    onResolve({ filter }, ({ path, importer }) =>
      importer.endsWith('/oi.ts') ? { path: `./commands/${path.slice(2, -3)}.js`, external: true } : null,
    );
  },
};

/** Bundles everything into a folder. */
export async function buildInto(out: string): Promise<void> {
  const starting: BuildOptions = {
    ...bundling,
    entryPoints: { action: 'src/entry/action.ts', post: 'src/entry/post.ts', oi: 'src/entry/oi.ts' },
    outdir: out,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [apart],
  };
  const host = await build({
    ...starting,
    plugins: [apart, await fewChunks(starting, root)],
    metafile: true,
  });
  const lookups = await build({
    ...bundling,
    entryPoints: commandsApart.map((name) => `src/entry/${name}.ts`),
    outdir: join(out, 'commands'),
    metafile: true,
  });
  // One file: it is all of us that is mounted into the sandbox. CommonJS, because Node starts it 5 ms sooner than a module.
  const hands = await build({
    ...bundling,
    format: 'cjs',
    banner: {},
    entryPoints: { hands: 'src/hands/main.ts' },
    outfile: join(out, 'hands.cjs'),
    metafile: true,
  });
  const inputs = [host, lookups, hands].flatMap(({ metafile }) => Object.keys(metafile.inputs));
  writeFileSync(join(out, 'package.json'), '{"type":"module"}\n');
  writeFileSync(join(out, 'NOTICES.txt'), notices(root, inputs));
  mkdirSync(join(out, 'harnesses'));
  for (const id of harnessIds()) {
    writeFileSync(
      join(out, 'harnesses', `${id}.json`),
      `${JSON.stringify(await bakeHarness(join(root, 'harnesses'), id))}\n`,
    );
  }
  writeFileSync(join(out, 'harnesses/sources.json'), `${JSON.stringify(harnessSources(), null, 1)}\n`);
}

/** The same, for who called a script: what is wrong in a harness is theirs to mend, so it is told without a stack. */
export async function buildOrTell(out: string): Promise<boolean> {
  try {
    await buildInto(out);
    return true;
  } catch (error) {
    if (!(error instanceof OiError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    return false;
  }
}

/** The folders themselves, for a harness of a user's own that extends one of them. */
const harnessSources = (): { [path: string]: string } =>
  Object.fromEntries(
    harnessIds().flatMap((id) =>
      readdirSync(join(root, 'harnesses', id))
        .filter((name) => name !== 'README.md')
        .sort()
        .map((name) => [`${id}/${name}`, readFileSync(join(root, 'harnesses', id, name), 'utf8')]),
    ),
  );

const harnessIds = (): string[] =>
  readdirSync(join(root, 'harnesses'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

function filesOf(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    names.map((entry) => [
      join(entry.parentPath, entry.name).slice(folder.length),
      readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    ]),
  );
}

/** Names of the files in which two builds differ. */
export function differences(one: string, other: string): string[] {
  const [a, b] = [filesOf(one), filesOf(other)];
  return [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name)).sort();
}

if (import.meta.main) {
  const fresh = mkdtempSync(join(tmpdir(), 'oi-build-'));
  try {
    if (await buildOrTell(fresh)) finish(fresh, join(root, 'dist'));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Puts the fresh build in the place of the old one, or with `--check` tells in what they differ. */
function finish(fresh: string, dist: string): void {
  if (!process.argv.includes('--check')) {
    rmSync(dist, { recursive: true, force: true });
    cpSync(fresh, dist, { recursive: true });
    return;
  }
  const stale = differences(fresh, dist);
  for (const name of stale) console.error(`dist${name} is not what the sources build.`);
  if (stale.length > 0) console.error('Run npm run build and commit dist.');
  process.exitCode = stale.length > 0 ? 1 : 0;
}
