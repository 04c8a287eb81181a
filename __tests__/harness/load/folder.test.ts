// The mistakes are the point. cspell:ignore sesion interupted feld cutt exce comand cmmd fodler exex nativ bcdefghi
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OiError } from '../../../src/core/errors.ts';
import { bakeHarness } from '../../../src/harness/bake.ts';
import { readHarnessFolder } from '../../../src/harness/load/folder.ts';
import { folder } from '../play.ts';

type Files = Record<string, string | null>;

/** A small harness of one tool, with some files put differently. */
const files = (over: Files = {}): Files => ({
  'x/harness.yml': yml,
  'x/system.md': 'You are x.\n',
  'x/task.md': '{{ask}}\n',
  'x/correction.md': 'No.\n',
  'x/run.md': 'Runs.\n',
  ...over,
});
const yml = `system: system.md
opening: [task.md]
again: [task.md]
codec:
  name: tool-calls
  correction: correction.md
  patience: 3
interrupted: cut off
unanswered:
  template: '{{why}}'
tools:
  run:
    description: run.md
    tool: exec
    parameters:
      type: object
      properties:
        cmd: { type: string }
        ms: { type: number }
    args:
      cmd: command
      ms: { to: seconds, per: 1000 }
    render:
      ok:
        steps:
          - { step: cut, field: output, chars: 10 }
        template: '{{code}}'
`;
const read = (id: string, given: Files) =>
  readHarnessFolder(id, {
    read: async (path) => given[path] ?? null,
    shown: (path) => path,
    ids: async () => ['x', 'native'],
  });
const says = async (given: Files, id = 'x'): Promise<string> => {
  try {
    await read(id, given);
  } catch (error) {
    assert.ok(error instanceof OiError && error.code === 'harness.invalid', String(error));
    return error.happened;
  }
  return 'nothing';
};
/** The small harness with one thing in it replaced. */
const changed = (from: string, to: string): Files => {
  assert.ok(yml.includes(from), from);
  return files({ 'x/harness.yml': yml.replace(from, to) });
};

test('a folder becomes plain JSON with its files read in', async () => {
  const data = await read('x', files());
  assert.deepEqual(JSON.parse(JSON.stringify(data)), data);
  assert.equal(data.system, 'You are x.');
  assert.deepEqual(data.codec, {
    name: 'tool-calls',
    correction: 'No.',
    patience: 3,
    sentinel: null,
    strict: null,
    longer: null,
    repeats: null,
    unused: null,
  });
  assert.deepEqual(data.tools[0]?.render.failed, data.tools[0]?.render.ok);
});

const mistakes: [what: string, given: Files, told: string][] = [
  [
    'a wrong key',
    changed('interrupted:', 'interupted:'),
    'x/harness.yml:8:1: `interupted` is not known here; did you mean `interrupted`?',
  ],
  [
    'a wrong key deep down',
    changed('    tool: exec', '    tol: exec'),
    'x/harness.yml:14:5: `tol` is not known here; did you mean `tool`?',
  ],
  [
    'a wrong key of a codec',
    changed('  patience: 3', '  patience: 3\n  label: x'),
    'x/harness.yml:8:3: `label` is not known here, but `name`, `correction`, `patience`, `sentinel`, `strict`, `longer`, `repeats`, `unused`.',
  ],
  [
    'a wrong key of a step',
    changed('field: output, chars', 'feld: output, chars'),
    'x/harness.yml:26:26: `feld` is not known here; did you mean `field`?',
  ],
  [
    'a wrong key of a parameter',
    changed('per: 1000', 'pre: 1000'),
    'x/harness.yml:22:26: `pre` is not known here; did you mean `per`?',
  ],
  [
    'a wire that there is not, among what is said of each',
    changed('interrupted:', 'over: { message: {} }\ninterrupted:'),
    'x/harness.yml:8:9: `message` is not known here; did you mean `messages`?',
  ],
  [
    'a list with nothing in it',
    changed('interrupted:', 'wires: []\ninterrupted:'),
    'x/harness.yml:8:1: `wires` has to have at least 1 entry.',
  ],
  [
    'a number that is too small',
    changed('per: 1000', 'per: -1000'),
    'x/harness.yml:22:26: `tools.run.args.ms.per` has to be more than 0.',
  ],
  [
    'a step that there is not',
    changed('step: cut', 'step: cutt'),
    'x/harness.yml:26:15: `tools.run.render.ok.steps.0.step` cannot be `cutt`; did you mean `cut`?',
  ],
  [
    'a codec that there is not',
    changed('name: tool-calls', 'name: tool-call'),
    'x/harness.yml:5:3: `codec.name` cannot be `tool-call`; did you mean `tool-calls`?',
  ],
  [
    'a tool that there is not',
    changed('tool: exec', 'tool: exce'),
    'x/harness.yml:14:5: `tools.run.tool` cannot be `exce`; did you mean `exec`?',
  ],
  [
    'a wrong type',
    changed('patience: 3', 'patience: three'),
    'x/harness.yml:7:3: `codec.patience` has to be of type number.',
  ],
  [
    'a broken number',
    changed('patience: 3', 'patience: 1.5'),
    'x/harness.yml:7:3: `codec.patience` has to be a whole number.',
  ],
  [
    'a list that is none',
    changed('opening: [task.md]', 'opening: task.md'),
    'x/harness.yml:2:1: `opening` has to be of type array.',
  ],
  [
    'a key that is missing',
    changed('interrupted: cut off\n', ''),
    'x/harness.yml:1:1: `interrupted` is missing.',
  ],
  [
    'a file that is missing',
    changed('opening: [task.md]', 'opening: [tusk.md]'),
    'x/harness.yml:2:11: There is no file `tusk.md`.',
  ],
  [
    'a description that is missing',
    changed('description: run.md', 'description: rum.md'),
    'x/harness.yml:13:5: There is no file `rum.md`.',
  ],
  [
    'a file outside',
    changed('system: system.md', 'system: ../y.md'),
    'x/harness.yml:1:1: `system` must be the name of a Markdown file, e.g. task.md.',
  ],
  [
    'an argument that the tool has not',
    changed('cmd: command', 'cmd: comand'),
    'x/harness.yml:21:7: `exec` has no argument `comand`; did you mean `command`?',
  ],
  [
    'a parameter that is not declared',
    changed('cmd: command', 'cmmd: command'),
    'x/harness.yml:21:7: The parameters have no `cmmd`; did you mean `cmd`?',
  ],
  [
    'a broken template',
    changed("template: '{{code}}'", "template: '{{#code}}'"),
    'x/harness.yml:27:9: Unclosed section "code".',
  ],
  ['broken YAML', changed('system: system.md', 'system: [system.md'), 'x/harness.yml:2:'],
  [
    'a key twice',
    changed('interrupted: cut off', 'system: b.md'),
    'x/harness.yml:8:1: Map keys must be unique',
  ],
  [
    'a name that no prompt knows',
    files({ 'x/task.md': 'Do:\n\n  {{aks}}\n' }),
    'x/task.md:3:3: Nothing is called `aks` here; did you mean `ask`?',
  ],
  [
    'a name that no system prompt knows',
    files({ 'x/system.md': 'You are in {{fodler}}.' }),
    'x/system.md:1:12: Nothing is called `fodler` here; did you mean `folder`?',
  ],
  ['a broken prompt', files({ 'x/task.md': 'Do:\n{{#ask}} it\n' }), 'x/task.md:'],
  [
    'an included file that is missing',
    files({ 'x/task.md': '{{ask}}\n{{> rules.md}}\n' }),
    'x/task.md:2:1: There is no file `rules.md`.',
  ],
  [
    'a mistake in an included file',
    files({ 'x/task.md': '{{> r.md}}\n', 'x/r.md': '\n{{fodler}}' }),
    'x/r.md:2:1: Nothing is called `fodler` here; did you mean `folder`?',
  ],
  [
    'an extended harness that there is not',
    files({ 'x/harness.yml': 'extends: y\n' }),
    'x/harness.yml:1:1: There is no harness `y`',
  ],
  [
    'a name that leads out of the shelf',
    files({ 'x/harness.yml': 'extends: ../x\n' }),
    'x/harness.yml:1:1: There is no harness `../x`',
  ],
  [
    'an extended harness that is misspelt',
    files({ 'x/harness.yml': 'system: system.md\nextends: nativ\n' }),
    'x/harness.yml:2:1: There is no harness `nativ`; did you mean `native`?',
  ],
  [
    'what grows without end',
    files({
      'x/harness.yml': `a: &a [1, 1]\n${'bcdefghi'.replace(/./g, (key, at) => `${key}: &${key} [*${'abcdefgh'[at]}, *${'abcdefgh'[at]}, *${'abcdefgh'[at]}]\n`)}`,
    }),
    'x/harness.yml:1:1: It refers to itself, or to its parts too often.',
  ],
  [
    'a name in a request parameter that there is not',
    files({ 'x/harness.yml': yml.replace('tools:\n', "options:\n  key: '{{sesion}}'\ntools:\n") }),
    'x/harness.yml:12:3: Nothing is called `sesion` here; did you mean `session`?',
  ],
  [
    'a broken template in a request parameter of one wire',
    files({
      'x/harness.yml': yml.replace('tools:\n', "over:\n  chat:\n    key: '{{session'\ntools:\n"),
    }),
    'x/harness.yml:13:5: Unclosed tag.',
  ],
  [
    'raw text for a parameter that there is not',
    files({
      'x/harness.yml': yml.replace(
        '    tool: exec\n',
        "    tool: exec\n    freeform: { parameter: cmmd, grammar: 'start: /.+/' }\n",
      ),
    }),
    'x/harness.yml:15:17: The parameters have no `cmmd`; did you mean `cmd`?',
  ],
  [
    'a circle',
    files({ 'x/harness.yml': 'system: system.md\nextends: y\n', 'y/harness.yml': 'extends: x\n' }),
    'y/harness.yml:1:1: x extends y extends x: that is a circle.',
  ],
];

for (const [what, given, told] of mistakes) {
  test(`told with its place: ${what}`, async () => {
    const said = await says(given);
    assert.ok(
      said.split('\n').some((line) => line.startsWith(told)),
      said,
    );
  });
}

test('all mistakes are told at once, and a key that is only misspelt is not called missing too', async () => {
  const two = yml.replace('interrupted:', 'interupted:').replace('patience: 3', 'patience: no');
  const lines = (await says(files({ 'x/harness.yml': two }))).trim().split('\n');
  assert.equal(lines.length, 3, lines.join('\n'));
});

test('a folder that is not there says so', async () => {
  assert.match(await says({}, 'z'), /There is no file z\/harness\.yml\./);
});

test('what extends another merges maps, replaces everything else, and takes files from both folders', async () => {
  const over = `extends: x
again: [more.md]
tools:
  run:
    parameters:
      properties:
        ms: { description: How long }
    render:
      ok:
        steps: []
`;
  const given = files({ 'y/harness.yml': over, 'y/more.md': 'More: {{ask}}', 'y/system.md': 'You are y.' });
  const [base, data] = [await read('x', given), await read('y', given)];
  assert.equal(data.id, 'y');
  assert.equal(data.system, 'You are y.');
  assert.deepEqual(data.opening, base.opening);
  assert.deepEqual(data.again, ['More: {{ask}}']);
  assert.deepEqual(data.tools[0]?.parameters['properties'], {
    cmd: { type: 'string' },
    ms: { type: 'number', description: 'How long' },
  });
  assert.deepEqual(data.tools[0]?.render.ok, { steps: [], template: '{{code}}' });
});

test('a mistake is told in the file that made it, of those that make up a harness', async () => {
  const given = files({ 'y/harness.yml': 'extends: x\ncodec:\n  patience: many\n', 'x/task.md': '{{aks}}' });
  assert.match(await says(given, 'y'), /^y\/harness\.yml:3:3: /m);
  const inBase = files({
    'y/harness.yml': 'extends: x\n',
    'x/harness.yml': yml.replace('tool: exec', 'tool: exex'),
  });
  assert.match(await says(inBase, 'y'), /^x\/harness\.yml:14:5: /m);
  assert.match(
    await says(files({ 'y/harness.yml': 'extends: x\n', 'x/task.md': '{{aks}}' }), 'y'),
    /^x\/task\.md:1:1: /m,
  );
});

test('the shipped folders are read without a mistake', async () => {
  for (const id of ['native', 'mini-swe-agent', 'mini-swe-agent-text']) {
    assert.equal((await bakeHarness(folder, id)).id, id);
  }
});
