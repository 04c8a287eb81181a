import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundling } from '../../tools/build.ts';
import { runnerDisk } from './folder.ts';

const root = join(import.meta.dirname, '../..');

/** The action and the CLI with one line of its sources put differently: an attack succeeds on it that the product withstands. */
export async function disarmedAction(
  product: string,
  file: string,
  from: string,
  to: string,
): Promise<string> {
  const text = readFileSync(join(root, file), 'utf8');
  assert.ok(text.includes(from), `${file} says: ${from}`);
  const action = runnerDisk();
  cpSync(join(root, 'src'), join(action, 'src'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(action, 'node_modules'));
  for (const name of ['action.yml', 'package.json']) cpSync(join(root, name), join(action, name));
  writeFileSync(join(action, file), text.replaceAll(from, to));
  const dist = join(action, 'dist');
  mkdirSync(dist);
  await build({
    ...bundling,
    absWorkingDir: action,
    entryPoints: { action: 'src/entry/action.ts', post: 'src/entry/post.ts', oi: 'src/entry/oi.ts' },
    outdir: dist,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
  });
  for (const name of ['hands.cjs', 'harnesses', 'package.json']) {
    cpSync(join(product, name), join(dist, name), { recursive: true });
  }
  return action;
}
