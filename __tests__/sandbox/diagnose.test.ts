import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose, type Obstacles } from '../../src/sandbox/diagnose.ts';

const none: Obstacles = { appArmor: false, namespacesOff: false, container: false };

// What bubblewrap 0.8 prints, from its source and from public reports.
const cases: [string, string, Partial<Obstacles>, RegExp][] = [
  ['AppArmor', 'bwrap: setting up uid map: Permission denied', { appArmor: true }, /apparmor_parser/],
  [
    'AppArmor',
    'bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted',
    { appArmor: true },
    /profile oi-bwrap/,
  ],
  [
    'namespaces off',
    'bwrap: No permissions to create new namespace',
    { namespacesOff: true },
    /unprivileged_userns_clone/,
  ],
  [
    'a container',
    "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
    { container: true },
    /systempaths=unconfined/,
  ],
  ['no obstacle', 'bwrap: setting up uid map: Permission denied', {}, /See what it printed/],
  [
    'a folder that its owner cannot get to, for root',
    "bwrap: Can't find source path /root/tmp/oi-sandbox-1/empty: Permission denied",
    { container: true, appArmor: true },
    /chmod o\+x/,
  ],
  [
    'another trouble',
    "bwrap: Can't find source path /x: No such file or directory",
    { container: true },
    /See what it printed/,
  ],
];

for (const [title, complaint, there, advice] of cases) {
  test(`${title}: what to do about "${complaint}"`, () => {
    const error = diagnose(`${complaint}\n`, { ...none, ...there });
    assert.equal(error.code, 'sandbox.unavailable');
    assert.ok(error.happened.includes(complaint), error.happened);
    assert.match(error.advice, advice);
  });
}
