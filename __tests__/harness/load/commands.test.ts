// The mistakes are the point. cspell:ignore opn pth reed bahs comand comands
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { OiError } from '../../../src/core/errors.ts';
import { bakeHarness } from '../../../src/harness/bake.ts';
import { harnessJsonSchema } from '../../../src/harness/load/json-schema.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { write } from '../../support/repository.ts';

const examples = join(import.meta.dirname, '../../../examples/harnesses');
const id = 'swe-agent-2024';
const yml = readFileSync(join(examples, id, 'harness.yml'), 'utf8');

/** What is said of the example with one thing in it replaced, and the line that this is on. */
async function says(from: string, to: string): Promise<{ told: string; line: number }> {
  assert.ok(yml.includes(from), from);
  const folder = temporaryFolder();
  for (const name of ['system', 'commands', 'task', 'again', 'data', 'correction']) {
    write(folder, { [`${id}/${name}.md`]: readFileSync(join(examples, id, `${name}.md`)) });
  }
  write(folder, { [`${id}/harness.yml`]: yml.replace(from, to) });
  const line = yml.slice(0, yml.indexOf(from)).split('\n').length;
  const error: unknown = await bakeHarness(folder, id).catch((error: unknown) => error);
  assert.ok(error instanceof OiError && error.code === 'harness.invalid', String(error));
  return { told: error.happened, line };
}

test('the example fits the schema that editors check it by', () => {
  const fits = new Ajv2020({ strict: false }).compile(harnessJsonSchema());
  assert.match(yml, /^# yaml-language-server: \$schema=\.\.\/\.\.\/\.\.\/harnesses\/schema\.json\n/);
  assert.ok(fits(parse(yml)), JSON.stringify(fits.errors));
  assert.ok(!fits({ codec: { name: 'commands', comands: {} } }));
});

const mistakes: [what: string, from: string, to: string, told: string][] = [
  [
    'a tool that the table has not',
    "open: { usage: 'open <path> [<line_number>]', tools: [open] }",
    "open: { usage: 'open <path> [<line_number>]', tools: [opn] }",
    'There is no tool `opn`; did you mean `open`?',
  ],
  [
    'a word that no tool takes',
    "usage: 'open <path> [<line_number>]'",
    "usage: 'open <pth> [<line_number>]'",
    'No tool of it has a parameter `pth`; did you mean `path`?',
  ],
  [
    'lines that no tool takes',
    'parameter: replacement_text',
    'parameter: replacement',
    'No tool of it has a parameter `replacement`',
  ],
  [
    'a command that does nothing',
    'submit: { usage: submit, finish: true }',
    'submit: { usage: submit }',
    '`submit` needs `tools` or `finish: true`.',
  ],
  [
    'a shell that there is not',
    'otherwise: { tool: bash, parameter: command }',
    'otherwise: { tool: bahs, parameter: command }',
    'There is no tool `bahs`; did you mean `bash`?',
  ],
  [
    'a shell that takes no such thing',
    'otherwise: { tool: bash, parameter: command }',
    'otherwise: { tool: bash, parameter: comand }',
    'No tool of it has a parameter `comand`; did you mean `command`?',
  ],
  [
    'a value of a tool that there is not',
    'from: [read, write, splice]',
    'from: [reed, write, splice]',
    'cannot be `reed`; did you mean `read`?',
  ],
];
for (const [what, from, to, told] of mistakes) {
  test(`told with its place: ${what}`, async () => {
    const said = await says(from, to);
    const place = new RegExp(`^${id}/harness\\.yml:${said.line}:\\d+: `);
    const lines = said.told.split('\n').filter((line) => place.test(line));
    assert.ok(
      lines.some((line) => line.includes(told)),
      said.told,
    );
  });
}
