// Escapes 59 and 60, and the self-test: a sandbox that does not hold is none.
import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { usualPrograms } from '../../src/sandbox/bubblewrap.ts';
import type { Defence } from '../../src/sandbox/defences.ts';
import { openSandbox } from '../../src/sandbox/index.ts';
import { trustedProgram } from '../../src/sandbox/trusted.ts';
import { openWalled } from '../../src/sandbox/walled.ts';
import { asRoot, fill, folderOf, open, optionsFor, run } from '../sandbox/open.ts';

const holes: Partial<Record<Defence, RegExp>> = {
  seccomp: /no filter on system calls/,
  capabilities: /capabilities are left/,
  'no-network': /there is a network/,
  'clean-environment': /the environment lacks/,
  'close-descriptors': /descriptors of ours are open/,
  'private-home': /can be seen/,
  'protected-paths': /\.git can be written/,
  'read-only-root': /\/.* can be written/,
  'own-pid-1': /other processes can be seen/,
};

for (const [defence, hole] of Object.entries(holes)) {
  test(`escape 59: the self-test finds the hole where ${defence} is left out`, async (t) => {
    const folder = folderOf(t);
    fill(folder, { '.git/config': '' });
    const env = { PATH: '/usr/bin:/bin', HOME: folderOf(t) };
    const how = { env, without: [defence as Defence] };
    const untested = await open(t, folder, { ...how, selfTest: false });
    assert.equal((await run(untested, 'echo ran')).text, 'ran\n', 'nobody else would have told');
    await untested.close();
    await assert.rejects(open(t, folder, { ...how, selfTest: true }), {
      code: 'sandbox.unsound',
      happened: hole,
    });
  });
}

test('in root’s own folder the self-test finds settings of the kernel that can be written', async (t) => {
  if (!asRoot) return t.diagnostic('not root: the case does not exist here');
  const how = { without: ['read-only-sysctl'], selfTest: true } as const;
  await assert.rejects(open(t, folderOf(t, 0), how), {
    code: 'sandbox.unsound',
    happened: /core_pattern can be written/,
  });
});

test('escape 59: where bubblewrap is missing or is no bubblewrap nothing runs', async (t) => {
  const making = (bubblewrap: string) => ({
    without: new Set<Defence>(),
    programs: { ...usualPrograms, bubblewrap: [bubblewrap] },
    env: {},
  });
  const options = optionsFor(folderOf(t));
  await assert.rejects(openWalled(options, making('/nowhere/bwrap')), {
    code: 'sandbox.unavailable',
    advice: /apt-get install bubblewrap/,
  });
  for (const pretender of ['/usr/bin/true', '/usr/bin/false', '/usr/bin/env']) {
    await assert.rejects(openWalled(options, making(pretender)), { code: 'sandbox.unavailable' }, pretender);
  }
});

test('escape 60: a program that others than root can replace is not used, wherever PATH says it is', async (t) => {
  const folder = folderOf(t);
  const planted = join(folder, 'bwrap');
  writeFileSync(planted, '#!/bin/sh\ntouch planted-ran\n');
  chmodSync(planted, 0o755);
  assert.equal(trustedProgram([planted]), null);
  assert.equal(trustedProgram([planted, '/usr/bin/true']), '/usr/bin/true');
  const env = { PATH: `${folder}:/usr/bin:/bin`, HOME: '/home/agent' };
  const { text } = await run(await open(t, folderOf(t), { env }), 'ls; echo ran');
  assert.equal(text, 'ran\n');
});

test('where there is no sandbox it is said, and nothing runs', async (t) => {
  for (const platform of ['darwin', 'win32'] as const) {
    await assert.rejects(openSandbox(optionsFor(folderOf(t), { platform })), {
      code: 'sandbox.unavailable',
      happened: new RegExp(platform),
    });
  }
  const windows = optionsFor(folderOf(t), { platform: 'win32', mode: 'danger-full-access' });
  await assert.rejects(openSandbox(windows), { code: 'sandbox.unavailable' });
});
