import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OiError } from '../../src/core/errors.ts';
import { parseExecFlags } from '../../src/entry/flags.ts';

const complaint = (args: string[], env = {}): string => {
  try {
    parseExecFlags(args, env);
    return '';
  } catch (error) {
    assert.ok(error instanceof OiError);
    assert.equal(error.code, 'input.invalid');
    return error.message;
  }
};

test('every flag is also a variable, and the flag wins', () => {
  const env = {
    OI_MODEL: 'a/b',
    OI_BASE_URL: 'http://x',
    OI_HARNESS: 'native',
    OI_WIRE: 'messages',
    OI_SANDBOX: 'read-only',
    OI_JSON: '1',
    OI_CD: '/somewhere',
    OI_OUTPUT: 'f',
    OI_RESUME: 's',
    OI_MAX_TURNS: '3',
    OI_MAX_MINUTES: '0.5',
    OI_MAX_USD: '2',
  };
  assert.deepEqual(parseExecFlags([], env), {
    json: true,
    folder: '/somewhere',
    model: 'a/b',
    baseUrl: 'http://x',
    harness: 'native',
    wire: 'messages',
    sandbox: 'read-only',
    output: 'f',
    resume: 's',
    limits: { turns: 3, minutes: 0.5, tokens: null, usd: 2 },
    typed: new Set(),
    prompt: null,
  });
  const flags = parseExecFlags(['-m', 'c/d', '-C', '.', '-s', 'workspace-write', 'do it'], env);
  assert.deepEqual(
    [flags.model, flags.folder, flags.sandbox, flags.prompt],
    ['c/d', '.', 'workspace-write', 'do it'],
  );
  assert.deepEqual([...flags.typed].sort(), ['cd', 'model', 'sandbox']);
});

test('a wire that there is not is refused with those that there are', () => {
  assert.match(
    complaint(['--wire', 'telegraph']),
    /telegraph is not known\. Take one of chat, messages, responses\./,
  );
});

test('a variable that is empty or says no counts as not set', () => {
  assert.equal(parseExecFlags([], { OI_JSON: '0' }).json, false);
  assert.equal(parseExecFlags([], { OI_MODEL: '' }).model, null);
});

test('an unknown flag is named with the nearest right one', () => {
  assert.match(complaint(['--modle', 'x']), /--modle is not known.*Did you mean --model\?/);
  assert.match(complaint(['--base-ur=x']), /Did you mean --base-url\?/);
});

test('a known flag is told what is wrong with its value', () => {
  for (const args of [['-m'], ['--model'], ['-m', '--json'], ['--max-usd', '-1']]) {
    assert.match(complaint(args), /^The flag --?[\w-]+ lacks its value\. See oi --help\.$/);
  }
  assert.match(complaint(['--json=false']), /^The flag --json takes no value\. Write --json alone/);
});

test('a prompt that looks like a flag is told where it goes', () => {
  assert.match(complaint(['-fix the tests']), /a prompt that begins with - goes after --\./);
  assert.equal(parseExecFlags(['--', '-fix the tests'], {}).prompt, '-fix the tests');
});

test('a wrong value is named, and what is right', () => {
  assert.match(complaint(['--sandbox', 'workspace-writ']), /Did you mean workspace-write\?/);
  assert.match(complaint(['--max-turns', 'many']), /--max-turns is many\. Give a whole number above 0\./);
  assert.match(complaint(['--max-turns', '1.5']), /--max-turns is 1\.5\. Give a whole number above 0\./);
  assert.match(
    complaint(['--max-minutes', '1e9']),
    /--max-minutes is 1e9\. Give a number above 0, at most 10080\./,
  );
  assert.match(complaint(['--max-usd=-1']), /--max-usd is -1\. Give a number above 0\./);
  assert.match(
    complaint([], { OI_SANDBOX: 'none' }),
    /Take one of workspace-write, read-only, danger-full-access\./,
  );
});

test('no variable takes the wall away', () => {
  assert.match(
    complaint([], { OI_SANDBOX: 'danger-full-access' }),
    /a variable cannot switch on\. Type --sandbox danger-full-access/,
  );
  const typed = ['--sandbox', 'danger-full-access'];
  assert.equal(parseExecFlags(typed, { OI_SANDBOX: 'danger-full-access' }).sandbox, 'danger-full-access');
});

test('a prompt without quotes is many prompts', () => {
  assert.match(complaint(['mend', 'it']), /There are 2 prompts\. Put the prompt in quotes\./);
});
