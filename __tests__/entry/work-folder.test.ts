import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OiError } from '../../src/core/errors.ts';
import { keepApart } from '../../src/entry/work-folder.ts';
import { temporaryFolder } from '../support/folder.ts';

test('what is ours is kept out of the work folder, also behind a link and before it is there', () => {
  const top = temporaryFolder();
  const folder = join(top, 'work');
  mkdirSync(folder);
  symlinkSync('work', join(top, 'link'));
  const refused = (error: unknown) =>
    error instanceof OiError && error.code === 'folder.refused' && /XDG_STATE_HOME\.$/.test(error.advice);
  for (const state of [folder, join(folder, 'state/oi'), join(top, 'link/state/oi')])
    assert.throws(() => keepApart(folder, state), refused);
  for (const state of [join(top, 'state/oi'), join(top, 'work-state'), top]) keepApart(folder, state);
});
