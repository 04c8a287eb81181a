import assert from 'node:assert/strict';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { temporaryFolder } from './folder.ts';
import type { Disarmed } from './oracle/script.ts';

const root = join(import.meta.dirname, '../..');

/** A module of the sources with one line put differently, in it or in what it imports: an attack succeeds on it. */
export async function disarmedModule<M>(module: string, { file, from, to }: Disarmed): Promise<M> {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(from), `${file} says: ${from}`);
  const folder = temporaryFolder();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  let used = false;
  await build({
    absWorkingDir: root,
    entryPoints: [module],
    outfile: join(folder, 'module.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
    plugins: [
      {
        name: 'disarm',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, (source) => {
            if (source.path !== path) return null;
            used = true;
            return { contents: text.replaceAll(from, to), loader: 'ts' };
          }),
      },
    ],
  });
  assert.ok(used, `${module} uses ${file}`);
  return import(pathToFileURL(join(folder, 'module.mjs')).href);
}
