import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OiError } from '../../src/core/errors.ts';
import { parseConfig } from '../../src/entry/config.ts';
import { type ExecFlags, parseExecFlags } from '../../src/entry/flags.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/configuration.md'), 'utf8');

/** Rows such as "| `--model`, `-m` | `OI_MODEL` | … |". */
const flags = [...page.matchAll(/^\| `--([\w-]+)`(?:, `-(\w)`)? \| `(\w+)` \|/gm)].map(
  ([, name = '', short, variable = '']) => ({ name, short, variable }),
);

/** Values that are not the default. */
const values: Record<string, string> = {
  sandbox: 'read-only',
  wire: 'messages',
  'max-turns': '7',
  'max-minutes': '7',
  'max-usd': '7',
};

test('the settings that docs/configuration.md shows are settings', () => {
  const [, text = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const config = parseConfig('.github/oi.yml', text);
  assert.deepEqual(config.verify, ['npm test', 'npm run lint']);
  assert.deepEqual(config.protect, ['db/migrations/**']);
});

test('the complaint that docs/configuration.md shows is the one that is made', () => {
  const [, shown = ''] = /^```text\n(.*?), …\n```$/m.exec(page) ?? [];
  assert.ok(shown);
  assert.throws(
    () => parseConfig('.github/oi.yml', 'max-usd: 2\n\nmodle: x\n'),
    (error) => error instanceof OiError && `${error.happened} ${error.advice}`.startsWith(shown),
  );
});

test('a flag of docs/configuration.md is one, short or long, and its variable does the same', () => {
  assert.ok(flags.length > 0);
  const parse = (...given: Parameters<typeof parseExecFlags>): Omit<ExecFlags, 'typed'> => {
    const { typed: _, ...flags } = parseExecFlags(...given);
    return flags;
  };
  const plain = parse([], {});
  for (const { name, short, variable } of flags) {
    const value = name === 'json' ? [] : [values[name] ?? 'x'];
    const parsed = parse([`--${name}`, ...value], {});
    assert.notDeepEqual(parsed, plain, name);
    assert.deepEqual(parse([], { [variable]: value[0] ?? '1' }), parsed, variable);
    if (short) assert.deepEqual(parse([`-${short}`, ...value], {}), parsed, short);
  }
});

test('docs/configuration.md has every flag of `oi exec` that `oi --help` tells', () => {
  const { stdout } = spawnSync(process.execPath, [join(root, 'src/entry/oi.ts'), '--help'], {
    encoding: 'utf8',
  });
  const told = new Set([...stdout.matchAll(/--([a-z][\w-]+)/g)].map(([, name = '']) => name));
  const ofExec = [...told].filter((name) => isFlag(name));
  assert.deepEqual(ofExec.sort(), flags.map(({ name }) => name).sort());
});

function isFlag(name: string): boolean {
  try {
    parseExecFlags(name === 'json' ? ['--json'] : [`--${name}`, values[name] ?? 'x'], {});
    return true;
  } catch (error) {
    if (error instanceof OiError && error.happened.endsWith('is not known.')) return false;
    throw error;
  }
}
