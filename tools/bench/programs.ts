import { copyFileSync, cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildInto, bundling } from '../build.ts';
import { prompt } from './conversation.ts';
import type { Program } from './run-once.ts';

export type Programs = {
  /** The folder with the built product and the bundled floors. */
  dist: string;
  floor(folder: string): Program;
  product(folder: string, how?: { harness?: string; fresh?: boolean }): Program;
};

/**
 * Builds both programs into a folder, with the same settings of the bundler; or takes the product from `built`, a folder
 * as `dist/` is.
 */
export async function buildPrograms(home: string, built: string | undefined): Promise<Programs> {
  const dist = join(home, 'dist');
  if (built) cpSync(built, dist, { recursive: true });
  else await buildInto(dist);
  const floors = { floor: 'tools/bench/floor.ts', 'floor-action': 'tools/bench/floor-action.ts' };
  await build({ ...bundling, entryPoints: floors, outdir: dist });
  // A copy of Node, so that its pages in memory are shared with no other process of this machine: PSS divides them.
  const node = join(home, 'node');
  copyFileSync(process.execPath, node);
  const temporary = mkdtempSync(join(home, 'tmp-'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '/',
    XDG_STATE_HOME: join(home, 'state'),
    OI_API_KEY: 'bench',
    XDG_CACHE_HOME: join(home, 'cache'),
    TMPDIR: temporary,
  };
  return {
    dist,
    floor: (folder) => ({
      argv: (baseUrl) => [node, join(dist, 'floor.js'), baseUrl, prompt],
      folder,
      env,
    }),
    product: (folder, { harness = 'native', fresh = false } = {}) => ({
      argv: (baseUrl) => [
        ...[node, join(dist, 'oi.js'), 'exec', '--model', 'sim/bench'],
        ...['--base-url', baseUrl, '--harness', harness, prompt],
      ],
      folder,
      // Compiled code is kept in the cache folder: in a new one nothing is compiled yet.
      env: fresh ? { ...env, XDG_CACHE_HOME: mkdtempSync(join(home, 'cache-')) } : env,
    }),
  };
}
