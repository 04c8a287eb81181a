// The mistakes are the point. cspell:ignore nativ brwn mkfifo systm
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OiError } from '../../src/core/errors.ts';
import { placeAt } from '../../src/entry/harness/place.ts';
import { shelfAt } from '../../src/harness/bake.ts';
import type { HarnessData } from '../../src/harness/data.ts';
import { readOwnHarness } from '../../src/harness/own.ts';
import { temporaryFolder } from '../support/folder.ts';
import { write } from '../support/repository.ts';
import { data, folder as harnesses } from './play.ts';

const home = '.github/oi/harnesses';

/** A folder with harnesses of its own, and what they are read by: as `oi exec` does. */
function repository(files: { readonly [path: string]: string }) {
  const folder = temporaryFolder();
  write(folder, Object.fromEntries(Object.entries(files).map(([path, text]) => [`${home}/${path}`, text])));
  const at = (path: string): string => join(folder, home, path);
  const own = (id = 'ours'): Promise<HarnessData> => readOwnHarness(id, placeAt(folder), shelfAt(harnesses));
  return { at, own };
}

/** What is said of a harness that is not right. */
async function says(files: { readonly [path: string]: string }): Promise<string> {
  const error: unknown = await repository(files)
    .own()
    .catch((error: unknown) => error);
  assert.ok(error instanceof OiError && error.code === 'harness.invalid', String(error));
  return error.happened;
}

test('one that extends ours is ours with what it says otherwise, and takes files from both folders', async () => {
  const { own } = repository({
    'ours/harness.yml': 'extends: native\nagain: [more.md]\n',
    'ours/more.md': 'More: {{ask}}\n',
    'ours/system.md': 'You are ours.\n',
  });
  const native = await data('native');
  assert.deepEqual(await own(), { ...native, id: 'ours', again: ['More: {{ask}}'], system: 'You are ours.' });
});

test('one may extend another of the repository’s own', async () => {
  const { own } = repository({
    'ours/harness.yml': 'extends: base\ninterrupted: gone\n',
    'base/harness.yml': 'extends: native\n',
    'base/system.md': 'You are base.\n',
  });
  const { id, system, interrupted } = await own();
  assert.deepEqual([id, system, interrupted], ['ours', 'You are base.', 'gone']);
});

test('a mistake is told with file and line as the repository has them', async () => {
  assert.match(
    await says({ 'ours/harness.yml': 'extends: native\nsystm: system.md\n' }),
    /^\.github\/oi\/harnesses\/ours\/harness\.yml:2:1: `systm` is not known here; did you mean `system`\?$/m,
  );
  assert.match(
    await says({ 'ours/harness.yml': 'extends: native\n', 'ours/task.md': '\n{{aks}}\n' }),
    /^\.github\/oi\/harnesses\/ours\/task\.md:2:1: Nothing is called `aks` here; did you mean `ask`\?$/m,
  );
  assert.match(
    await says({ 'ours/harness.yml': 'extends: nativ\n' }),
    /ours\/harness\.yml:1:1: There is no harness `nativ`; did you mean `native`\?/,
  );
  assert.match(
    await says({ 'ours/harness.yml': 'extends: brwn\n', 'brown/harness.yml': 'extends: native\n' }),
    /ours\/harness\.yml:1:1: There is no harness `brwn`; did you mean `brown`\?/,
  );
  assert.match(
    await says({ 'ours/harness.yml': 'extends: base\n', 'base/harness.yml': 'extends: ours\n' }),
    /base\/harness\.yml:1:1: ours extends base extends ours: that is a circle\./,
  );
  assert.equal(await says({ 'ours/other.md': '' }), `There is no file ${home}/ours/harness.yml.`);
});

test('what is too large, too many or too deep is told, and costs no more than that', async () => {
  const many = Array.from({ length: 80 }, (_, index) => `m${index}.md`);
  const each = (text: string) => Object.fromEntries(many.map((name) => [`ours/${name}`, text]));
  const opening = `extends: native\nopening: [${many.join(', ')}]\n`;
  const few = `extends: native\nopening: [${many.slice(0, 12).join(', ')}]\n`;
  const limits: [{ readonly [path: string]: string }, RegExp][] = [
    [
      { 'ours/harness.yml': `# ${'x'.repeat(70_000)}` },
      /^\S+ours\/harness\.yml has more than 65536 bytes\.$/,
    ],
    [{ 'ours/harness.yml': opening, ...each('x') }, /^A harness reads more than 64 files of \.github/],
    [{ 'ours/harness.yml': few, ...each('x'.repeat(60_000)) }, /^A harness reads more than 524288 bytes of/],
    [
      { 'ours/harness.yml': `system: ${'['.repeat(20_000)}` },
      /harness\.yml:1:\d+: There are more than 10000 words/,
    ],
    [{ 'ours/harness.yml': `system: ${'['.repeat(9_000)}` }, /harness\.yml:1:\d+: It is nested too deep\./],
    [{ 'ours/harness.yml': `a: ${'{a: '.repeat(1_500)}1${'}'.repeat(1_500)}` }, /nested too deep/],
  ];
  for (const [files, told] of limits) assert.match(await says(files), told);
  const { at, own } = repository({ 'ours/harness.yml': 'extends: native\n', 'ours/system.md': '' });
  truncateSync(at('ours/system.md'), 2 ** 40);
  await assert.rejects(own(), { happened: `${home}/ours/system.md has more than 65536 bytes.` });
});

test('a link, a FIFO or a folder in the place of a file is told, and never counts as a file that lacks', async () => {
  const stands: [(at: string) => void, name: string][] = [
    [(at) => symlinkSync('/etc/passwd', at), 'system.md'],
    [(at) => symlinkSync('nowhere', at), 'task.md'],
    [(at) => execFileSync('mkfifo', [at]), 'system.md'],
    [(at) => mkdirSync(at), 'task.md'],
  ];
  for (const [put, name] of stands) {
    const { at, own } = repository({ 'ours/harness.yml': 'extends: native\n' });
    put(at(`ours/${name}`));
    await assert.rejects(own(), {
      code: 'harness.invalid',
      happened: `${home}/ours/${name} is a link, or no file.`,
      advice: 'A harness is a folder of plain files: put a copy there.',
    });
  }
  const { at, own } = repository({ 'sound/harness.yml': 'extends: native\n' });
  symlinkSync('sound', at('ours'));
  await assert.rejects(own(), { code: 'harness.invalid', happened: `${home}/ours is a link.` });
  assert.equal((await own('sound')).id, 'sound');
});
