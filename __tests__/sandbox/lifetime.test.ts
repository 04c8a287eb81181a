import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { leftOf, startHost } from './hosts.ts';
import { agent, eventually, folderOf, never, open, optionsFor, processesWith, run } from './open.ts';

test('closing leaves no file, mount or process, kills what runs, and can be done twice', async (t) => {
  const [folder, temporary] = [folderOf(t), folderOf(t)];
  const sandbox = await open(t, folder, { temporary });
  await sandbox.files.read('nothing');
  await run(sandbox, 'mkdir -p ~/a/b /tmp/c && touch ~/a/b/f && chmod 000 ~/a /tmp/c');
  const running = sandbox.exec({ command: 'sleep 1000', folder: null, seconds: 600 }, never);
  const background = await sandbox.start({
    command: 'sleep 1000',
    folder: null,
    seconds: 600,
    terminal: true,
  });
  assert.notDeepEqual(leftOf(temporary), []);
  await Promise.all([sandbox.close(), sandbox.close()]);
  assert.equal((await running).killed, 'stopped');
  assert.ok(background.ok);
  assert.equal((await background.value.poll(0, never)).exit?.killed, 'stopped');
  assert.deepEqual(leftOf(temporary), []);
  await assert.rejects(run(sandbox, 'true'), { code: 'sandbox.lost' });
});

async function hostWithACommand(t: TestContext, mark: string) {
  const [folder, temporary] = [folderOf(t), folderOf(t)];
  const options = optionsFor(folder, { temporary });
  const script = {
    options,
    without: [],
    commands: ['echo up'],
    hold: `setsid sleep ${mark} & sleep ${mark}`,
  };
  const host = await startHost(t, script, { unprivileged: agent });
  assert.deepEqual(host.outputs, ['up\n']);
  await eventually(() => processesWith(`sleep\0${mark}`).length === 2);
  assert.notDeepEqual(leftOf(temporary), []);
  return { ...host, temporary };
}

for (const signal of ['SIGKILL', 'SIGINT', 'SIGTERM'] as const) {
  test(`a host that ends by ${signal} leaves nothing behind`, async (t) => {
    const mark = `4${process.pid}${signal.length}`;
    const { child, temporary } = await hostWithACommand(t, mark);
    child.kill(signal);
    await once(child, 'exit');
    await eventually(() => processesWith(`sleep\0${mark}`).length === 0);
    await eventually(() => leftOf(temporary).length === 0);
  });
}

test('a sandbox that could not be made leaves nothing behind', async (t) => {
  const temporary = folderOf(t);
  const parts = { root: '/', parts: ['nowhere'], script: 'nowhere' };
  await assert.rejects(open(t, folderOf(t), { temporary, hands: parts }), { code: 'sandbox.unavailable' });
  assert.deepEqual(readdirSync(temporary), []);
});

test('a sandbox whose first process is gone says so and runs nothing', async (t) => {
  const temporary = folderOf(t);
  const sandbox = await open(t, folderOf(t), { temporary });
  const [keeper] = processesWith(`${temporary}/oi-`);
  assert.ok(keeper);
  process.kill(keeper, 'SIGKILL');
  await eventually(() => processesWith(`${temporary}/oi-`).length === 0);
  await assert.rejects(run(sandbox, 'true'), { code: 'sandbox.lost' });
});
