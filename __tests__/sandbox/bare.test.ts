import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { openSandbox } from '../../src/sandbox/index.ts';
import { fill, folderOf, never, optionsFor, processesWith, run } from './open.ts';

test('without a wall everything works the same, on the machine itself', async (t) => {
  const [folder, temporary] = [folderOf(t), folderOf(t)];
  fill(folder, { 'a.txt': 'hello' });
  const sandbox = await openSandbox(optionsFor(folder, { mode: 'danger-full-access', temporary }));
  t.after(() => sandbox.close());
  assert.equal(
    (await run(sandbox, `pwd; cat a.txt; ls ${tmpdir()} | wc -l; echo x > /dev/stderr`)).text.split('\n')[0],
    folder,
  );
  assert.equal((await run(sandbox, 'sleep 60', 0.2)).killed, 'timeout');
  const mark = `4${process.pid}5`;
  assert.equal((await run(sandbox, `sleep ${mark} & echo begun`)).text, 'begun\n');
  assert.deepEqual(processesWith(`sleep\0${mark}`), []);
  const long = await run(sandbox, 'seq 100000');
  assert.equal((await run(sandbox, `tail -1 ${long.output.file}`)).text, '100000\n');
  assert.equal((await sandbox.files.read('a.txt')).ok, true);
  const started = await sandbox.start({ command: 'tty', folder: null, seconds: 60, terminal: true });
  assert.ok(started.ok);
  assert.match((await started.value.poll(60_000, never)).output.head, /^\/dev\/pts\//);
  await sandbox.close();
  assert.deepEqual(readdirSync(temporary), []);
});
