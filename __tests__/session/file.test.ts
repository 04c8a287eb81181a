import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OiError } from '../../src/core/errors.ts';
import { openSessionFile } from '../../src/session/file.ts';
import { temporaryFolder } from '../support/folder.ts';

const at = { now: () => new Date(0), hide: (text: string) => text };
const code = (wanted: string) => (error: unknown) => error instanceof OiError && error.code === wanted;
const deadProcess = (): number => spawnSync(process.execPath, ['-e', '']).pid;

test('a log is read back as it was written, and only its owner may read it', () => {
  const folder = join(temporaryFolder(), 's');
  const first = openSessionFile(folder, 's', at);
  first.session.record({ type: 'model.told', text: 'grüße\u2028\n' });
  first.close();
  const second = openSessionFile(folder, 's', at);
  assert.deepEqual(second.session.log, first.session.log);
  second.close();
  assert.equal(statSync(join(folder, 'log.jsonl')).mode & 0o777, 0o600);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});

test('a torn last line was never kept', () => {
  const folder = temporaryFolder();
  openSessionFile(folder, 's', at).close();
  appendFileSync(join(folder, 'log.jsonl'), '{"seq":2,"type":"mod');
  const { session, close } = openSessionFile(folder, 's', at);
  session.record({ type: 'model.told', text: 'a' });
  close();
  const lines = readFileSync(join(folder, 'log.jsonl'), 'utf8').trim().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).seq),
    [1, 2],
  );
});

test('a place that cannot be written to is named with what to do', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  assert.throws(() => openSessionFile(join(folder, 'file', 's'), 's', at), code('session.unwritable'));
});

test('a place where nothing can be made is named, too, and nobody waits for it', () => {
  assert.throws(() => openSessionFile('/proc/no/such/place', 's', at), code('session.unwritable'));
});

test('a log of a newer format is refused by its number and left as it is', () => {
  const folder = temporaryFolder();
  const line = '{"seq":1,"at":"","sitting":0,"round":0,"type":"session.opened","version":99,"id":"s"}\n';
  writeFileSync(join(folder, 'log.jsonl'), line);
  assert.throws(() => openSessionFile(folder, 's', at), code('session.newer'));
  assert.equal(readFileSync(join(folder, 'log.jsonl'), 'utf8'), line);
  assert.ok(!existsSync(join(folder, 'lock')));
});

test('a line that is no entry, or is out of order, is named by its number', () => {
  for (const second of ['not json', '{}', '{"seq":3,"at":"","sitting":0,"round":0,"type":"round.opened"}']) {
    const folder = temporaryFolder();
    openSessionFile(folder, 's', at).close();
    appendFileSync(join(folder, 'log.jsonl'), `${second}\n`);
    assert.throws(() => openSessionFile(folder, 's', at), /Line 2 of the log/);
  }
});

test('one process at a time writes to a session; a lock of a dead process counts for nothing, also when its number is another’s now', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'lock'), String(process.ppid));
  assert.throws(() => openSessionFile(folder, 's', at), code('session.busy'));
  writeFileSync(join(folder, 'lock'), `${process.ppid} 1`);
  openSessionFile(folder, 's', at).close();
  writeFileSync(join(folder, 'lock'), String(deadProcess()));
  openSessionFile(folder, 's', at).close();
  assert.ok(!existsSync(join(folder, 'lock')));
});
