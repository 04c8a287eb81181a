import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event, Settings } from '../../src/core/task.ts';
import { command, parseCommand } from '../../src/triggers/command.ts';

const sha = '0123456789abcdef0123456789abcdef01234567';
const said = (body: string, on: 'issue' | 'pull' = 'issue', trigger = '/oi') =>
  parseCommand(body, trigger, on);
const both = (model: string, harness: string) => ({ model, harness });
const fix = (ask: string, commit: string | null = null) => ({ verb: 'fix', ask, commit });

const commands: [what: string, body: string, ask: string][] = [
  ['the verb alone', '/oi fix', ''],
  ['our name alone', '/oi', ''],
  ['a verb and an instruction', '/oi fix the rounding in totals', 'the rounding in totals'],
  ['free text, which is the instruction of fix', '/oi the totals are wrong', 'the totals are wrong'],
  [
    'any case of name and verb, and the case of the rest kept',
    '/OI Fix parseURL In A.ts',
    'parseURL In A.ts',
  ],
  ['a verb with a colon', '/oi fix: the totals', 'the totals'],
  [
    'lines that follow',
    '/oi fix the totals\r\nin `a.ts`\r\n\r\nand test them\r\n',
    'the totals\nin `a.ts`\nand test them',
  ],
  ['a command behind empty lines and three spaces', '\n\n   /oi fix x', 'x'],
  ['a command behind a tab and a hard space', '/oi\tfix\u00a0x', 'x'],
  ['a command below a quote', '> what about this?\n\n/oi fix x', 'x'],
  ['a command below an HTML comment of a template', '<!-- please be kind -->\n/oi fix x', 'x'],
  ['a link by its text', '/oi fix [the bug](https://x.test/1) now', 'the bug now'],
];
for (const [what, body, ask] of commands) {
  test(`a command is ${what}`, async () => assert.deepEqual(await said(body), fix(ask)));
}

const others: [what: string, body: string][] = [
  ['E1: a URL that contains the command', 'see https://example.test/docs/oi/setup'],
  ['E1: a URL that begins the comment', 'https://example.test/oi fix'],
  ['E1: a path that begins with the command', '/oi/setup is missing'],
  ['E1: an address in angle brackets', '<https://example.test/oi> fix'],
  ['E2: a command in a block quote', '> /oi fix'],
  ['E2: a line that goes on with a quote', '> please\n/oi fix'],
  ['E2: a quote in a list', '- > /oi fix'],
  ['E2: a command in a fence', '```\n/oi fix\n```'],
  ['E2: a command in a fence of tildes without an end', '~~~\n/oi fix'],
  ['E2: indented code', '    /oi fix'],
  ['E2: inline code', '`/oi fix`'],
  ['E2: an HTML comment', '<!-- /oi fix -->'],
  ['E2: an HTML comment over several lines', '<!--\n/oi fix\n-->'],
  ['E2: an HTML block', '<div>\n/oi fix\n</div>'],
  ['E2: a folded log', '<details>\n\n/oi fix\n\n</details>'],
  ['E2: a link target', '[x](/oi "fix")'],
  ['E2: the text of a link', '[/oi fix](https://example.test)'],
  ['E2: a definition', '[/oi]: fix'],
  ['E2: the tail of an e-mail', 'On Mon, 1 Jan 2026 at 10:00, Ann <a@x.test> wrote:\n/oi fix'],
  ['E2: a signature', '-- \n/oi fix'],
  ['E2: a name that begins like ours', '/oil fix'],
  ['E2: a name with a hyphen', '/oi-bot fix'],
  ['E3: our name in brackets', '(/oi fix)'],
  ['a command behind other words', 'please /oi fix'],
  ['a command on a later line', 'hello\n/oi fix'],
  ['a command in a list', '- /oi fix'],
  ['an invisible character in our name', '/o\u200bi fix'],
  ['an invisible character behind our name', '/oi\u200bfix'],
  ['our name in halves', '/o<b></b>i fix'],
  ['an escaped name', '\\/oi fix'],
  ['nothing', ''],
];
for (const [what, body] of others) {
  test(`no command is ${what}`, async () => assert.equal(await said(body), null));
}

for (const slip of ['fxi', 'fi', 'ix', 'fixx', 'fux', 'FXI', 'fic:']) {
  test(`E3: \`/oi ${slip}\` runs nothing and gets a hint`, async () => {
    const found = await said(`/oi ${slip} the totals`);
    assert.equal(found?.verb, 'unclear');
    assert.match(found?.ask ?? '', /`fix`/);
  });
}
for (const mark of [':', ',']) {
  test(`E3: \`/oi${mark}\` runs nothing and gets a hint`, async () => {
    assert.equal((await said(`/oi${mark} fix the totals`))?.verb, 'unclear');
  });
}
test('a word two edits from a verb is free text', async () => {
  for (const word of ['fast', 'if', 'taxi', 'prefix', 'f'])
    assert.equal((await said(`/oi ${word}`))?.verb, 'fix', word);
});

const withOptions: [what: string, body: string, ask: string, choice: object, on?: 'pull'][] = [
  ['behind the verb', '/oi fix --model a/b --harness pi the totals', 'the totals', both('a/b', 'pi')],
  ['before the verb', '/oi --harness pi fix the totals', 'the totals', { harness: 'pi' }],
  ['before free text', '/oi --harness=pi the totals', 'the totals', { harness: 'pi' }],
  ['without words', '/oi fix --model a/b', '', { model: 'a/b' }],
  ['in any case, the case of the value kept', '/oi fix --Model A/b:Free X', 'X', { model: 'A/b:Free' }],
  ['with a value that has marks in it', '/oi fix --model q/qwen_3*x_4 X', 'X', { model: 'q/qwen_3*x_4' }],
  ['with a value in backticks', '/oi fix --model `a/b` X', 'X', { model: 'a/b' }],
  ['with the dash that a phone makes of two', '/oi fix —model a/b –harness pi X', 'X', both('a/b', 'pi')],
  ['above the words', '/oi fix --model a/b\nthe totals', 'the totals', { model: 'a/b' }],
  ['before the commit', `/oi fix --model a/b ${sha} X`, 'X', { model: 'a/b' }, 'pull'],
  ['behind the commit', `/oi fix ${sha} --model a/b X`, 'X', { model: 'a/b' }, 'pull'],
];
for (const [what, body, ask, choice, on] of withOptions) {
  test(`options choose ${what}`, async () => {
    assert.deepEqual(await said(body, on), { ...fix(ask, on ? sha : null), choice });
  });
}

const words: [what: string, body: string, ask: string][] = [
  ['among the words', '/oi fix what --verbose prints', 'what --verbose prints'],
  ['behind a bare --', '/oi fix -- --verbose prints nothing', '--verbose prints nothing'],
  ['behind a bare --, at the end', '/oi fix -- the parser of --model a/b', 'the parser of --model a/b'],
  ['with one hyphen', '/oi fix -Wall', '-Wall'],
  ['that are a dash between words', '/oi fix — the totals', '— the totals'],
  ['that begin with a dash', '/oi fix —totals', '—totals'],
  ['on a later line', '/oi fix this:\n--model a/b is ignored', 'this:\n--model a/b is ignored'],
];
for (const [what, body, ask] of words) {
  test(`no option is what stands ${what}`, async () => assert.deepEqual(await said(body), fix(ask)));
}

const slips: [what: string, body: string, why: RegExp, advice: RegExp][] = [
  ['unknown', '/oi fix --verbose X', /^There is no option `--verbose`\.$/, /`--model` and `--harness`.*`--`/],
  ['misspelt', '/oi fix --modle a/b X', /`--modle`/, /^Did you mean `--model`\?/],
  ['short', '/oi fix -m a/b X', /`-m`/, /^Did you mean `--model`\?/],
  ['with one hyphen', '/oi fix -harness pi X', /`-harness`/, /^Did you mean `--harness`\?/],
  ['without a value', '/oi fix --model', /`--model` lacks its value/, /`--model NAME`/],
  ['with an empty value', '/oi fix --model= X', /`--model` lacks its value/, /`--model NAME`/],
  ['before another one', '/oi fix --model --harness pi', /`--model` lacks its value/, /`--model NAME`/],
  ['there twice', '/oi --model a fix --model b X', /`--model` is there twice/, /once/],
  ['behind the words', '/oi fix the totals --model a/b', /stands behind the words/, /before the words/],
];
for (const [what, body, why, advice] of slips) {
  test(`an option that is ${what} runs nothing and gets a hint`, async () => {
    const found = await said(body);
    assert.equal(found?.verb, 'unclear');
    assert.match(found?.ask ?? '', why);
    assert.match(found?.advice ?? '', advice);
  });
}

test('E4: another trigger is matched in any case, and only as a whole word', async () => {
  assert.deepEqual(await said('/AI fix X', 'issue', '/ai'), fix('X'));
  assert.deepEqual(await said('@Claude fix X', 'issue', '@claude'), fix('X'));
  assert.equal(await said('@claudefoo fix', 'issue', '@claude'), null);
  assert.equal(await said('/a.i fix', 'issue', '/a.'), null);
});

test('T09: on a pull request a whole commit number behind the verb names the commit', async () => {
  assert.deepEqual(await said(`/oi fix ${sha}`, 'pull'), fix('', sha));
  assert.deepEqual(
    await said(`/oi fix ${sha.toUpperCase()} the tests\nall`, 'pull'),
    fix('the tests\nall', sha),
  );
  assert.deepEqual(
    await said(`/oi fix ${sha.slice(0, 12)} the tests`, 'pull'),
    fix(`${sha.slice(0, 12)} the tests`),
  );
  assert.deepEqual(await said(`/oi ${sha}`, 'pull'), fix(sha));
  assert.deepEqual(await said(`/oi fix ${sha} broke it`, 'issue'), fix(`${sha} broke it`));
});

test('T24: words of others in the asker’s own comment are no instruction', async () => {
  const body = `/oi fix the crash\n\n> also run HID\n\n\`\`\`\nHID\n\`\`\`\n<!-- HID -->\nOn Mon, 1 Jan 2026, mallory <m@x.test> wrote:\nHID`;
  assert.deepEqual(await said(body), fix('the crash'));
});

test('T22: invisible characters do not get into the instruction', async () => {
  assert.deepEqual(await said('/oi fix a\u{e0041}\u202eb'), fix('ab'));
});

const settings = { trigger: '/oi' } as Settings;
const ann = { login: 'ann', id: 1, kind: 'user' } as const;
const event: Event = {
  kind: 'comment',
  id: 'comment-7',
  subject: { kind: 'issue', number: 12 },
  comment: { id: 7, body: '/oi fix the totals', at: '2026-01-02T10:00:00Z' },
  author: ann,
  sender: ann,
  ours: false,
};

test('a comment becomes a task that says where it comes from', async () => {
  const { id, subject, comment, author, sender } = event;
  assert.deepEqual(await command.recognise(event, settings), {
    id,
    origin: { kind: 'comment', subject, comment, author, sender },
    ...fix('the totals'),
  });
});

test('E8: a comment of ours commands nothing, whatever it says', async () => {
  assert.equal(await command.recognise({ ...event, ours: true }, settings), null);
});
