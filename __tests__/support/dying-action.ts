import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from './folder.ts';

/** Counts the entries of a type that are written to a log, and kills its own process after one of them. */
const dying = (product: string): string => `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { openSync, writeSync } = fs;
let log = null;
const [type, count] = process.env.DIES_AT.split(' ');
let left = Number(count);
fs.openSync = (path, ...how) => {
  const opened = openSync(path, ...how);
  if (String(path).endsWith('/log.jsonl')) log = opened;
  return opened;
};
fs.writeSync = (to, ...what) => {
  const written = writeSync(to, ...what);
  if (to === log && JSON.parse(String(what[0])).type === type && --left === 0) process.kill(process.pid, 'SIGKILL');
  return written;
};
syncBuiltinESMExports();
await import(${JSON.stringify(pathToFileURL(join(product, 'action.js')).href)});
`;

/**
 * The action, whose main step dies when the log of its session has as many entries of a type as DIES_AT says, e.g.
 * `tool.called 2`.
 */
export function dyingAction(product: string): string {
  const action = temporaryFolder();
  cpSync(new URL('../../action.yml', import.meta.url), join(action, 'action.yml'));
  mkdirSync(join(action, 'dist'));
  writeFileSync(join(action, 'package.json'), '{"type":"module"}');
  writeFileSync(join(action, 'dist/action.js'), dying(product));
  symlinkSync(join(product, 'post.js'), join(action, 'dist/post.js'));
  return action;
}
