import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { toolchainFolders } from '../../src/sandbox/toolchains.ts';
import { fill, folderOf } from './open.ts';

test('a tool’s folder is taken with what it needs, without the credentials beside it', (t) => {
  const home = folderOf(t);
  fill(home, {
    '.cargo/bin/cargo': '',
    '.cargo/credentials.toml': '',
    '.rustup/toolchains/x': '',
    '.nvm/versions/node/v24/bin/node': '',
    '.local/bin/tool': '',
    '.local/share/keyrings/x': '',
    'own/scripts/run': '',
  });
  const at = (name: string) => join(home, name);
  const path = ['.cargo/bin', '.nvm/versions/node/v24/bin', '.local/bin', 'own/scripts', 'missing'].map(at);
  const folders = toolchainFolders({}, { path, home, seen: ['/usr'], forbidden: [home] });
  assert.deepEqual(folders, ['.cargo/bin', '.rustup', '.nvm', '.local/bin', 'own/scripts'].map(at));
});

test('a tool outside of the home folder is taken with its prefix, but never with something forbidden', (t) => {
  const cache = folderOf(t);
  fill(cache, { 'node/20/x64/bin/node': '', 'node/20/x64/lib/x': '', 'temp/bin/x': '', 'temp/secret': '' });
  const at = (name: string) => join(cache, name);
  const forbidden = [at('temp'), at('node/20/x64/lib/none')];
  const take = (...path: string[]) =>
    toolchainFolders({}, { path: path.map(at), home: '/home/agent', seen: ['/usr'], forbidden });
  assert.deepEqual(take('temp/bin'), []);
  assert.deepEqual(take('node/20/x64/lib'), []);
  assert.deepEqual(
    toolchainFolders(
      {},
      { path: [at('node/20/x64/bin')], home: '/home/agent', seen: [], forbidden: [at('temp')] },
    ),
    [at('node/20/x64')],
  );
});

test('what the root has already is not taken twice, nor a folder within another', (t) => {
  const folder = folderOf(t);
  fill(folder, { 'java/bin/java': '', 'java/jre/bin/java': '' });
  const path = ['/usr/bin', join(folder, 'java/bin'), join(folder, 'java/jre/bin')];
  const where = { path, home: '/home/agent', seen: ['/usr'], forbidden: [] };
  assert.deepEqual(toolchainFolders({ JAVA_HOME: join(folder, 'java') }, where), [join(folder, 'java')]);
});
