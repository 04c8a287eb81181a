// `npm run demo:exec`: `oi exec` mends a small real bug, in the sandbox, with a scripted model over HTTP.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needBubblewrap } from '../../tools/system-packages.ts';
import { startModel } from '../model/index.ts';
import { mender } from './mender.ts';

const root = join(import.meta.dirname, '../..');
const home = mkdtempSync(join(tmpdir(), 'oi-demo-'));
const folder = join(home, 'totals');
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=Demo', '-c', 'user.email=demo@example.org', ...args], {
    encoding: 'utf8',
  });

/** The project's own tests, outside of everything: what anybody would run to see. */
function testsPass(): boolean {
  try {
    execFileSync(process.execPath, ['--test'], {
      cwd: folder,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'] ?? '' },
    });
    return true;
  } catch {
    return false;
  }
}

needBubblewrap();
const model = await startModel({ script: mender });
try {
  cpSync(join(import.meta.dirname, 'totals'), folder, { recursive: true });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=Totals');
  console.log(`Before: the tests ${testsPass() ? 'pass' : 'fail'}.\n`);
  const args = ['exec', '--model', 'sim/mender', '--base-url', model.baseUrl, '--cd', folder];
  const run = spawn(
    process.execPath,
    [join(root, 'dist/oi.js'), ...args, 'The tax in totals is wrong by a cent. Mend it.'],
    {
      stdio: 'inherit',
      env: { ...process.env, XDG_STATE_HOME: join(home, 'state'), OI_API_KEY: 'demo' },
    },
  );
  const [code] = await once(run, 'exit');
  console.log(`\n${git('diff')}`);
  const green = testsPass();
  console.log(
    `After: the tests ${green ? 'pass' : 'fail'}; oi ended with ${code}, after ${model.requests.length} requests.`,
  );
  for (const violation of model.violations) console.error(`The model server complains: ${violation}`);
  process.exitCode = green && code === 0 && model.violations.length === 0 ? 0 : 1;
} finally {
  await model.close();
  rmSync(home, { recursive: true, force: true });
}
