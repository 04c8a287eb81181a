// The mistakes are the point. cspell:ignore agan tokns
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OiError } from '../../../src/core/errors.ts';
import { check } from '../../../src/entry/harness/check.ts';
import { shelfAt } from '../../../src/harness/bake.ts';
import { readHarnessFolder } from '../../../src/harness/load/folder.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { folder } from '../play.ts';

/** A harness that says nothing but how `minimal` becomes shorter, with the files that it has. */
async function read(compaction: string, files: Readonly<Record<string, string>> = {}) {
  const shipped = shelfAt(folder);
  const own: Record<string, string> = { 'x/harness.yml': `extends: minimal\ncompaction:\n${compaction}\n` };
  for (const [name, text] of Object.entries(files)) own[`x/${name}`] = text;
  const { compaction: said } = await readHarnessFolder('x', {
    ...shipped,
    read: async (path) => own[path] ?? shipped.read(path),
  });
  return said;
}

const mistakesIn = (compaction: string, files?: Readonly<Record<string, string>>): Promise<string> =>
  read(compaction, files).then(
    () => assert.fail('it was read'),
    (error: unknown) => (error instanceof OiError ? error.happened + error.advice : String(error)),
  );

test('what a harness says of it is read with its files, and can be taken out', async () => {
  const said = await read(
    '  at: { reserve: 100 }\n  strategies:\n    - { name: summarise-tail-keep, request: compact.md, wrapper: own.md, keep: { messages: 1 } }',
    { 'own.md': 'Notes: {{summary}} {{todo}}' },
  );
  // Maps merge, so that the share of the one that it extends holds beside.
  assert.deepEqual(said?.at, { ratio: 0.9, reserve: 100 });
  const [told] = said?.strategies ?? [];
  assert.equal(told?.name === 'summarise-tail-keep' && told.wrapper, 'Notes: {{summary}} {{todo}}');
  assert.deepEqual(told?.name === 'summarise-tail-keep' && told.keep, {
    users: 0,
    tokens: null,
    ratio: null,
    messages: 1,
  });
  assert.equal(await read('  null'), null);
});

test('a message that would lose the notes or the list of things to do is told', async () => {
  const at = '  strategies:\n    - { name: summarise-tail-keep, request: compact.md, wrapper: own.md }';
  const words = await mistakesIn(at, { 'own.md': 'Go on.' });
  assert.match(words, /x\/harness\.yml:4:57: `own\.md` has no `\{\{summary\}\}`/);
  assert.match(words, /`own\.md` has no `\{\{todo\}\}`/);
});

test('a file that is missing, a name that there is not, and a strategy that nobody knows are told', async () => {
  const strategy = (more: string) => `  strategies:\n    - { ${more} }`;
  assert.match(
    await mistakesIn(strategy('name: summarise-tail-keep, request: none.md, wrapper: compacted.md')),
    /There is no file `none\.md`/,
  );
  assert.match(
    await mistakesIn(strategy('name: summarise-tail-keep, request: own.md, wrapper: compacted.md'), {
      'own.md': 'Sum up {{agan}}',
    }),
    /Nothing is called `agan` here; did you mean `again`\?/,
  );
  assert.match(await mistakesIn(strategy('name: summarize')), /summarise-tail-keep/);
  assert.match(await mistakesIn('  at: { ratio: 85 }'), /ratio/);
});

test('a request parameter that no provider knows is told before a run comes to it', async () => {
  const at = join(temporaryFolder(), 'x');
  mkdirSync(at);
  const strategy = (options: string) =>
    `{ name: summarise-tail-keep, request: compact.md, wrapper: compacted.md, options: ${options} }`;
  const checked = async (options: string) => {
    writeFileSync(
      join(at, 'harness.yml'),
      `extends: minimal\ncompaction:\n  strategies:\n    - ${strategy(options)}\n`,
    );
    let said = '';
    const write = (text: string) => (said += text);
    const code = await check([at], { stdout: { write }, stderr: { write } } as never);
    return { code, said };
  };
  const good = await checked('{ max_tokens: 4096 }');
  assert.equal(good.code, 0, good.said);
  const bad = await checked('{ max_tokns: 4096 }');
  assert.equal(bad.code, 1);
  assert.match(bad.said, /max_tokns/);
});
