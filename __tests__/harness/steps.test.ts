import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { codecs } from '../../src/harness/codecs/index.ts';
import { strategies } from '../../src/harness/compaction/strategies/index.ts';
import type { StepData } from '../../src/harness/data.ts';
import { harnessJsonSchema } from '../../src/harness/load/json-schema.ts';
import { render } from '../../src/harness/render.ts';
import { steps } from '../../src/harness/steps/index.ts';
import { output } from './play.ts';

const after = (fields: Record<string, unknown>, template: string, ...told: StepData[]): string =>
  render({ steps: told, template }, fields);

test('cut keeps both ends of an output and counts what it takes', () => {
  const cut = (given: object, chars: number): string =>
    after({ output: given }, '{{output.head}}|{{output.omitted}}|{{output.tail}}', {
      step: 'cut',
      field: 'output',
      chars,
    });
  assert.equal(cut(output('0123456789'), 10), '0123456789|0|');
  assert.equal(cut(output('0123456789'), 4), '01|6|89');
  assert.equal(cut(output('01234', '56789', 100), 4), '01|106|89');
  assert.equal(cut(output('01', '89', 100), 10), '01|100|89');
  assert.equal(after({}, '{{output}}', { step: 'cut', field: 'output', chars: 4 }), '');
});

test('cut may keep a shorter end, and leave what is not much longer as it is', () => {
  const cut = (given: object): string =>
    after({ output: given }, '{{output.head}}|{{output.omitted}}|{{output.tail}}', {
      step: 'cut',
      field: 'output',
      chars: 4,
      tail: 1,
      over: 6,
    });
  assert.equal(cut(output('012345')), '012345|0|');
  assert.equal(cut(output('0123456')), '012|3|6');
  assert.equal(cut(output('01', '89', 100)), '01|101|9');
});

test('ended ends a text with one end of line, and leaves nothing as nothing', () => {
  const ended = (head: unknown): string =>
    after({ head }, '{{it}}.', { step: 'ended', field: 'head', into: 'it' });
  assert.deepEqual(['a', 'a\n', '', null].map(ended), ['a\n.', 'a\n.', '.', '.']);
});

test('join makes one text of a list, and what stands in an item stays as it is', () => {
  const join = (found: unknown): string =>
    after({ found }, '{{it}}', {
      step: 'join',
      field: 'found',
      template: '{{path}}{{#match}}:{{/match}}',
      separator: '\n',
      into: 'it',
    });
  assert.equal(join([{ path: 'a', match: true }, { path: '{{match}} <b>' }]), 'a:\n{{match}} <b>');
  assert.equal(join([]), '');
  assert.equal(join('none'), '');
});

test('join keeps as many items as it may, cuts the one that is too long, and counts what it leaves out', () => {
  const list = [{ name: 'one' }, { name: 'two' }, { name: 'four-five' }];
  const join = (limits: object, args: object = {}): string =>
    after({ list, args, folder: '/repo' }, '{{it}} ({{left}})', {
      step: 'join',
      field: 'list',
      template: '{{folder}}/{{name}}',
      separator: ' ',
      into: 'it',
      left: 'left',
      ...limits,
    });
  assert.equal(join({}), '/repo/one /repo/two /repo/four-five (0)');
  assert.equal(join({ most: 2 }), '/repo/one /repo/two (1)');
  assert.equal(join({ most: 2, limit: 'args.limit' }, { limit: 1 }), '/repo/one (2)');
  assert.equal(join({ limit: 'args.limit' }, { limit: 'all' }), '/repo/one /repo/two /repo/four-five (0)');
  assert.equal(join({ chars: 28 }), '/repo/one /repo/two /repo/four... (1)');
  assert.equal(join({ chars: 35 }), '/repo/one /repo/two /repo/four-five (0)');
});

test('join gives each run of items that share a field its heading', () => {
  const list = ['a', 'a', 'b'].map((path, index) => ({ path, index }));
  const told: StepData = {
    step: 'join',
    field: 'list',
    template: '{{index}}',
    separator: ' ',
    into: 'it',
    groups: { by: 'path', heading: '{{path}}: ', gap: '; ' },
  };
  assert.equal(after({ list }, '{{it}}', told), 'a: 0 1; b: 2');
});

test('front brings items of a kind to the front and marks them', () => {
  const list = ['file', 'folder', 'file', 'folder'].map((kind, index) => ({ kind, index }));
  const template = '{{#list}}{{#is}}*{{/is}}{{index}}{{/list}}';
  const told: StepData = { step: 'front', field: 'list', having: 'kind', value: 'folder', mark: 'is' };
  assert.equal(after({ list }, template, told), '*1*302');
});

test('resolve makes each path of a list absolute, and words may stand beside the code', () => {
  const list = [{ path: 'a' }, { path: '/b/../c' }];
  const each: StepData = { step: 'resolve', field: 'path', against: 'folder', each: 'list' };
  assert.equal(after({ list, folder: '/repo' }, '{{#list}}{{path}} {{/list}}', each), '/repo/a /c ');
  const words: StepData = { step: 'words', field: 'code', into: 'cause', words: { x: '', y: 'why' } };
  assert.equal(after({ code: 'x' }, '{{code}}{{cause}}', words), 'x');
  assert.equal(after({ code: 'y' }, '{{code}} {{cause}}', words), 'y why');
});

test('ends keeps lines at both ends of an output, parts of lines that are too long, and no white space at the end', () => {
  const ends = (given: object, over = { lines: 4, chars: 40 }): string =>
    after({ output: given }, '{{output.head}}|{{output.omitted}}|{{output.tail}}', {
      step: 'ends',
      field: 'output',
      over,
      head: { lines: 1, chars: 10 },
      tail: { lines: 2, chars: 12 },
    });
  assert.equal(ends(output('\n a\nb \n\n')), '\n a\nb|0|');
  assert.equal(ends(output('1\n2\n', '3\n4\n')), '1\n2\n3\n4|0|');
  assert.equal(ends(output('1\n2\n3\n4\n5\n')), '1|6|4\n5');
  assert.equal(ends(output('a'.repeat(50))), `aaaaaaa...|28|...${'a'.repeat(9)}`);
  assert.equal(ends(output('1\n2', '8\n9\n', 100)), '1|103|8\n9');
  assert.equal(
    after({}, '{{output}}', {
      step: 'ends',
      field: 'output',
      over: { lines: 1, chars: 1 },
      head: { lines: 1, chars: 1 },
      tail: { lines: 1, chars: 1 },
    }),
    '',
  );
});

test('tail keeps the last whole lines of an output and numbers them', () => {
  const tail = (given: object, lines: number, chars: number): string =>
    after(
      { output: given },
      '{{#output}}{{head}}|{{omitted}}|{{tail}}|{{first}}-{{last}} of {{total}}{{/output}}',
      {
        step: 'tail',
        field: 'output',
        lines,
        chars,
      },
    );
  assert.equal(tail(output('a\nb\nc'), 3, 5), 'a\nb\nc|0||1-3 of 3');
  assert.equal(tail(output(''), 3, 5), '|0||1-1 of 1');
  assert.equal(tail(output('a\nb\nc\n'), 2, 100), '|4|c\n|3-4 of 4');
  assert.equal(tail(output('aaa\nbbb\nccc'), 9, 8), '|4|bbb\nccc|2-3 of 3');
  assert.equal(tail(output('aaa\nbbb\nccc'), 9, 7), '|4|bbb\nccc|2-3 of 3');
  assert.equal(tail(output('aaa\nbbb\nccc'), 9, 6), '|8|ccc|3-3 of 3');
  assert.equal(tail(output('aaaaaa'), 9, 4), '|2|aaaa|1-1 of 1');
  const long = { ...output('1\n2\n', 'x\ny\nz', 100), omittedLines: 10 };
  assert.equal(tail(long, 9, 99), '|106|y\nz|14-15 of 15');
  assert.equal(tail(long, 1, 99), '|108|z|15-15 of 15');
  assert.equal(tail(output('1\n', 'x\ny', 100), 9, 99), '|104|y|- of ');
});

test('add sums fields and a number, and says nothing of what is not known', () => {
  const next = (fields: object): string =>
    after({ ...fields }, '{{next}}', { step: 'add', fields: ['start', 'lines'], plus: 1, into: 'next' });
  assert.equal(next({ start: 10, lines: 5 }), '16');
  assert.equal(next({ start: 10, lines: null }), '');
  assert.equal(next({ start: 10, lines: true }), '12');
  assert.equal(next({ start: '10', lines: 5 }), '16');
  assert.equal(next({ start: 'ten', lines: 5 }), '');
});

test('sort puts a list in the order of a text in it', () => {
  const told = { step: 'sort', field: 'found', by: 'path' } as const;
  const found = ['b', 'a/c', 'B', 'a'].map((path) => ({ path }));
  assert.equal(after({ found }, '{{#found}}{{path}} {{/found}}', told), 'B a a/c b ');
  assert.equal(after({ found: null }, '{{found}}', told), '');
});

test('or stands for what is missing, null or empty, not for 0', () => {
  const or = (code: unknown): string => after({ code }, '{{code}}', { step: 'or', field: 'code', value: -1 });
  assert.deepEqual([undefined, null, '', 0, 7].map(or), ['-1', '-1', '-1', '0', '7']);
});

test('divide gives another unit with fixed decimals', () => {
  assert.equal(
    after({ ms: 1234.5 }, '{{s}}', { step: 'divide', field: 'ms', into: 's', by: 1000, digits: 4 }),
    '1.2345',
  );
});

test('hash is FNV-1a', () => {
  // Test vectors of the algorithm's authors: http://www.isthe.com/chongo/tech/comp/fnv/
  const hash = (text: string, digits: number) =>
    after({ text }, '{{it}}', { step: 'hash', field: 'text', into: 'it', digits });
  assert.equal(hash('', 8), '811c9dc5');
  assert.equal(hash('foobar', 8), 'bf9cf968');
  assert.equal(hash('foobar', 6), '9cf968');
});

test('json leaves the rest of the result alone, and what is missing missing', () => {
  const given = { output: output('a "b"'), killed: null };
  const told: StepData = { step: 'json', fields: ['output.head', 'killed', 'nothing.here'] };
  assert.equal(after({ ...given }, '{{output.head}} {{#killed}}x{{/killed}}', told), '"a \\"b\\"" ');
  assert.equal(given.output.head, 'a "b"');
});

test('json tells the items of a list by the names of the harness, with what stands for a thing that ours leaves out', () => {
  const each = {
    content: 'text',
    status: { to: 'status', words: { completed: 'done' } },
    priority: { to: 'priority', or: 'medium' },
  };
  const items = [
    { text: 'a "b"', status: 'done', priority: 'low' },
    { text: 'c', status: 'pending' },
  ];
  const told: StepData = { step: 'json', fields: ['items', 'none'], each };
  assert.deepEqual(JSON.parse(after({ items }, '{{items}}', told)), [
    { content: 'a "b"', status: 'completed', priority: 'low' },
    { content: 'c', status: 'pending', priority: 'medium' },
  ]);
});

test('tokens are a fourth of all characters, rounded up', () => {
  const tokens = (given: object) =>
    after({ output: given }, '{{n}}', { step: 'tokens', field: 'output', into: 'n' });
  assert.equal(tokens(output('12345')), '2');
  assert.equal(tokens(output('1234', '5678', 92)), '25');
});

test('words say what a code means', () => {
  const words = (killed: string) =>
    after({ killed }, '{{killed}}', { step: 'words', field: 'killed', words: { timeout: 'too slow' } });
  assert.deepEqual(['timeout', 'flood'].map(words), ['too slow', 'flood']);
});

test('a template escapes nothing and fills once', () => {
  assert.equal(
    after({ path: '{{text}}', text: 'a < b && "c" $&' }, '{{path}}: {{text}}'),
    '{{text}}: a < b && "c" $&',
  );
});

const sourcesIn = (folder: string, kind: string[]): string[] =>
  readdirSync(join(import.meta.dirname, '../../src/harness', folder))
    .filter((name) => !kind.includes(name))
    .map((name) => name.replace(/\.ts$/, ''))
    .sort();

test('every step, codec and strategy is in its list, under the name of its file, and known to the schema', async () => {
  const named = (all: readonly { name: string }[]) => all.map(({ name }) => name).sort();
  assert.deepEqual(named(steps), sourcesIn('steps', ['index.ts', 'step.ts', 'fields.ts']));
  assert.deepEqual(Object.keys(codecs).sort(), sourcesIn('codecs', ['index.ts', 'codec.ts']));
  for (const [name, load] of Object.entries(codecs)) assert.equal((await load()).name, name);
  assert.deepEqual(named(strategies), sourcesIn('compaction/strategies', ['index.ts', 'strategy.ts']));
  const schema = JSON.stringify(harnessJsonSchema());
  const forms = [...schema.matchAll(/"(?:step|name)":\{"type":"string","const":"([\w-]+)"/g)].map(
    ([, name]) => name,
  );
  assert.deepEqual(
    new Set(forms),
    new Set([...named(steps), ...Object.keys(codecs).sort(), ...named(strategies), 'prune-outputs']),
  );
});
