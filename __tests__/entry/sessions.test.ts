import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { test } from 'node:test';
import { sessionFolder } from '../../src/entry/sessions.ts';

test('sessions lie under XDG_STATE_HOME; where that is no absolute path, under the home', () => {
  assert.equal(sessionFolder({ XDG_STATE_HOME: '/state' }, 's'), '/state/oi/sessions/s');
  for (const named of [undefined, '', 'state', './state', '~/state'])
    assert.equal(sessionFolder({ XDG_STATE_HOME: named }, 's'), `${homedir()}/.local/state/oi/sessions/s`);
});
