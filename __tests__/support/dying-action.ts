import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from './folder.ts';

/** Counts the lines that are written to a log, and kills its own process after one of them. */
const dying = (product: string): string => `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { openSync, writeSync } = fs;
let log = null;
let left = Number(process.env.DIES_AT_ENTRY);
fs.openSync = (path, ...how) => {
  const opened = openSync(path, ...how);
  if (String(path).endsWith('/log.jsonl')) log = opened;
  return opened;
};
fs.writeSync = (to, ...what) => {
  const written = writeSync(to, ...what);
  if (to === log && --left === 0) process.kill(process.pid, 'SIGKILL');
  return written;
};
syncBuiltinESMExports();
await import(${JSON.stringify(pathToFileURL(join(product, 'action.js')).href)});
`;

/** The action, whose main step dies when the log of its session has as many entries as DIES_AT_ENTRY says. */
export function dyingAction(product: string): string {
  const action = temporaryFolder();
  cpSync(new URL('../../action.yml', import.meta.url), join(action, 'action.yml'));
  mkdirSync(join(action, 'dist'));
  writeFileSync(join(action, 'package.json'), '{"type":"module"}');
  writeFileSync(join(action, 'dist/action.js'), dying(product));
  symlinkSync(join(product, 'post.js'), join(action, 'dist/post.js'));
  return action;
}
