// The mistakes are the point. cspell:ignore outputt wy fild hed killd acton
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OiError } from '../../../src/core/errors.ts';
import { shelfAt } from '../../../src/harness/bake.ts';
import { readHarnessFolder } from '../../../src/harness/load/folder.ts';
import { answers } from '../../../src/harness/load/samples.ts';
import { folder } from '../play.ts';

const shipped = shelfAt(folder);

/** What is wrong in a harness `x` that is made of these files, with the place where `harness.yml` says it. */
async function wrong(base: string, yml: string, files: Record<string, string> = {}): Promise<string[]> {
  const own: Record<string, string> = { 'x/harness.yml': `extends: ${base}\n${yml}`, ...files };
  const shelf = {
    ...shipped,
    read: async (path: string) => (path.startsWith('x/') ? (own[path] ?? null) : shipped.read(path)),
    shown: (path: string) => path,
  };
  try {
    await readHarnessFolder('x', shelf);
    return [];
  } catch (error) {
    assert.ok(error instanceof OiError && error.code === 'harness.invalid', String(error));
    return error.happened.split('\n').slice(1);
  }
}
const ok = (rendering: string): string => `tools:\n  exec_command:\n    render:\n      ok: ${rendering}\n`;
const wrongIn = (rendering: string): Promise<string[]> => wrong('native', ok(rendering));

test('an output that a template writes as if it were a text is told, with the parts that it has', async () => {
  assert.deepEqual(await wrongIn("{ template: '{{code}}: {{output}}' }"), [
    'x/harness.yml:5:13: `output` is no text: ask for `output.head`, `output.omitted`, `output.omittedLines`, `output.tail`, `output.file`.',
  ]);
  assert.deepEqual(await wrongIn("{ template: '{{code}}: {{output.head}}' }"), []);
});

test('a name that an answer has not is told, wherever it stands', async () => {
  for (const [rendering, said] of Object.entries({
    "{ template: '{{outputt.head}}' }": /Nothing is called `outputt\.head` here/,
    "{ template: '{{output.hed}}' }": /Nothing is called `output\.hed` here/,
    "{ template: '{{#killd}}{{killed}}{{/killd}}' }": /`killd` here; did you mean `killed`\?/,
    "{ template: '{{#output}}{{head}}{{fild}}{{/output}}' }": /`fild` here; did you mean `file`\?/,
    "{ template: '{{^why}}{{wy}}{{/why}}' }": /`wy` here; did you mean `why`\?/,
    "{ template: '{{args.command}}' }": /Nothing is called `args\.command` here/,
    "{ fails: [code, killd], template: '' }": /:\d+: Nothing is called `killd` here; did you mean `killed`\?/,
    "{ steps: [{ step: tail, field: outputt, lines: 2, chars: 9 }], template: '' }":
      /`outputt` here; did you mean `output`\?/,
  })) {
    const [first, ...more] = await wrongIn(rendering);
    assert.match(first ?? '', said, rendering);
    assert.match(first ?? '', /^x\/harness\.yml:5:\d+: /);
    assert.deepEqual(more, [], rendering);
  }
});

test('a template sees what the steps before it made', async () => {
  const steps = '{ step: divide, field: milliseconds, by: 1000, digits: 1, into: seconds }';
  assert.deepEqual(await wrongIn(`{ steps: [${steps}], template: '{{seconds}}' }`), []);
  assert.match(
    String(await wrongIn("{ steps: [], template: '{{seconds}}' }")),
    /Nothing is called `seconds` here/,
  );
});

test('the items of a list are known within its section and its join', async () => {
  const found = (rendering: string): Promise<string[]> =>
    wrong('opencode', `tools:\n  glob:\n    render:\n      ok: ${rendering}\n`);
  assert.deepEqual(await found("{ steps: [], template: '{{#found}}{{path}} {{total}}{{/found}}' }"), []);
  assert.match(String(await found("{ steps: [], template: '{{found}}' }")), /`found` is no text/);
  const join = (template: string): string =>
    `{ steps: [{ step: join, field: found, template: '${template}', separator: ', ', into: list }], template: '{{list}}' }`;
  assert.deepEqual(await found(join('{{path}}')), []);
  assert.match(String(await found(join('{{paths}}'))), /:5:\d+: Nothing is called `paths` here/);
});

test('what is told of a table of commands is checked, too', async () => {
  const inCodec = (yml: string): Promise<string[]> => wrong('swe-agent', `codec:\n  ${yml}\n`);
  const observation = await inCodec("observation: { template: '{{outputt}}' }");
  assert.deepEqual(observation, [
    'x/harness.yml:3:18: Nothing is called `outputt` here; did you mean `output`?',
  ]);
  assert.match(String(await inCodec("observation: { template: '{{#output}}' }")), /^x\/harness\.yml:3:18: /);
  assert.deepEqual(await inCodec("observation: { template: '{{output}}{{changed_from}}{{folder}}' }"), []);
  const blocked = await inCodec("blocked: { template: 'No {{acton}}.' }");
  assert.deepEqual(blocked, ['x/harness.yml:3:14: Nothing is called `acton` here; did you mean `action`?']);
});

test('a call that came to nothing has only its reason', async () => {
  assert.deepEqual(await wrong('native', "unanswered: { template: '{{why}} {{call}}' }\n"), []);
  assert.match(
    String(await wrong('native', "unanswered: { template: '{{output.head}}' }\n")),
    /^x\/harness\.yml:2:15: Nothing is called `output\.head` here/,
  );
});

test('a list in the words that open a conversation is told with its file and line', async () => {
  const files = { 'x/system.md': 'You are x.\n\nRead {{instructions}}.\n' };
  assert.deepEqual(await wrong('native', 'title: x\n', files), [
    'x/system.md:3:6: `instructions` is no text: ask for `instructions.path`, `instructions.text`.',
  ]);
});

test('the sample answers have the fields of the tools, by their page', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/tools.md'), 'utf8');
  const run = /^\*run\* is `\{(.*)\}`/m.exec(page)?.[1] ?? '';
  const namesIn = (cell: string): string[] =>
    cell
      .replaceAll(/: (?:\[?\{[^}]*\}\]?)/g, '')
      .split(/[`, ]+/)
      .map((name) => name.replace(/\?$/, ''))
      .filter((name) => /^\w+$/.test(name) && !['or', 'none'].includes(name));
  const rows = [...page.matchAll(/^\| `(\w+)` \| .*? \| (.*) \|$/gm)];
  assert.deepEqual(rows.map(([, tool = '']) => tool).sort(), Object.keys(answers).sort());
  for (const [, tool = '', cell = ''] of rows) {
    const documented = namesIn(cell.replace('*run*', run));
    // A version and a folder are told where they are asked for.
    const sample = Object.keys(answers[tool] ?? {}).filter((name) => !['version', 'folder'].includes(name));
    assert.deepEqual(sample.sort(), [...new Set(documented)].sort(), tool);
  }
});
