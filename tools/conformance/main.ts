// `npm run conformance [-- ID …]`: installs agents from the npm registry, each at a pinned version, into a temporary folder, runs
// them without a terminal and without a network against the simulated model, and writes what they ask and what their tools
// answer to __tests__/harnesses/recorded. The tests compare our harnesses with that. `npm run conformance -- --table` only
// writes the table in docs/harnesses.md anew.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Original } from './agent.ts';
import { originals } from './originals/index.ts';

const root = join(import.meta.dirname, '../..');
/** Some agents search with it and would fetch it from the network. */
const ripgrep = '@vscode/ripgrep@1.18.0';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    to: { type: 'string', default: join(root, '__tests__/harnesses/recorded') },
  },
});
const date = new Date().toISOString().slice(0, 10);
for (const original of originals) {
  if (positionals.length > 0 && !positionals.includes(original.id)) continue;
  const folder = mkdtempSync(join(tmpdir(), 'oi-conformance-'));
  try {
    install(original, folder);
    const recording: unknown = JSON.parse(sealed(original, folder));
    writeFileSync(join(values.to, `${original.id}.json`), `${JSON.stringify(recording, null, 2)}\n`);
    console.log(`\nok   ${original.id} ${original.version}`);
  } catch (error) {
    console.log(`\nFAIL ${original.id} ${original.version}: ${String(error)}`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function install({ package: name, version }: Original, folder: string): void {
  const wanted = [`${name}@${version}`, ripgrep];
  const how = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-save',
    '--loglevel=error',
    '--prefix',
    folder,
  ];
  execFileSync('npm', ['install', ...how, ...wanted], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** No network but its own loopback, nothing of the machine to write to but the folder, and nobody else's environment. */
function sealed({ id }: Original, folder: string): string {
  const rg = join(folder, `node_modules/@vscode/ripgrep-linux-${process.arch}/bin`);
  const path = [dirname(process.execPath), rg, '/usr/bin', '/bin'].join(':');
  const walls = [
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--clearenv',
    '--uid',
    '1000',
    '--gid',
    '1000',
  ];
  const mounts = [
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    '--tmpfs',
    '/tmp',
    '--bind',
    folder,
    folder,
  ];
  const inside = [process.execPath, join(import.meta.dirname, 'inside.ts'), id, folder, date, values.only];
  return execFileSync(
    'bwrap',
    [
      ...walls,
      ...mounts,
      '--setenv',
      'PATH',
      path,
      '--setenv',
      'HOME',
      join(folder, 'home'),
      '--chdir',
      folder,
      ...inside,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 64 * 1024 * 1024 },
  );
}
