import { readFileSync } from 'node:fs';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

/** By what these import dynamically, everything else begins: before one of them nothing has been loaded. */
const starts = ['src/entry/act.ts', 'src/entry/exec.ts'];
/** Loaded by who has not started, and does not. */
const withoutStart = ['src/entry/post/finish.ts', 'src/entry/version.ts'];

/**
 * esbuild cuts a chunk for each set of parts that have something in common, and each chunk costs everybody who starts
 * half a millisecond. Here each part that is loaded later also imports all that the starts have in common, which is there by
 * then: so it has one owner more, always the same, and stays in one piece.
 */
export async function fewChunks(options: BuildOptions, root: string): Promise<Plugin> {
  const { metafile } = await build({ ...options, metafile: true, write: false, logLevel: 'error' });
  const [first = new Set<string>(), ...others] = starts.map((start) => loadedWith(metafile, start));
  const common = [...first].filter(
    (path) => path.startsWith('src/') && others.every((other) => other.has(path)),
  );
  const later = new Set(
    Object.values(metafile.inputs)
      .flatMap(({ imports }) => imports.filter(({ kind }) => kind === 'dynamic-import'))
      .map(({ path }) => path)
      .filter((path) => ![...starts, ...withoutStart, ...common].includes(path)),
  );
  const imports = common.map((path) => `import ${JSON.stringify(`${root}/${path}`)};`);
  return {
    name: 'few-chunks',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) =>
        later.has(path.slice(root.length + 1))
          ? { contents: [readFileSync(path, 'utf8'), ...imports].join('\n'), loader: 'ts' }
          : null,
      );
    },
  };
}

/** What is evaluated with a file. */
function loadedWith({ inputs }: Metafile, start: string): Set<string> {
  const seen = new Set<string>();
  const look = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { path: next, kind, external } of inputs[path]?.imports ?? [])
      if (kind !== 'dynamic-import' && !external) look(next);
  };
  look(start);
  return seen;
}
