import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Step } from '../../../src/core/harness.ts';
import { only } from '../../../src/core/session.ts';
import { bakeHarness } from '../../../src/harness/bake.ts';
import { toHarness } from '../../../src/harness/harness.ts';
import { bareSandbox, callerIn } from '../../support/bare-sandbox.ts';
import { temporaryFolder } from '../../support/folder.ts';
import {
  assertValid,
  begin,
  chosen,
  harness,
  type Log,
  play,
  ran,
  reply,
  sit,
  text,
  textIn,
} from '../play.ts';

const id = 'swe-agent-2024';
const swe = await toHarness(await bakeHarness(join(import.meta.dirname, '../../../examples/harnesses'), id));
const folder = temporaryFolder();
const call = callerIn(await bareSandbox(folder));
const block = (command: string): string => `Why.\n\n\`\`\`\n${command}\n\`\`\``;

/** Says the blocks one after the other, with the real tools in the folder, and answers the last step. */
async function say(at: Log, ...blocks: string[]): Promise<Step> {
  const replies = blocks.map((command) => reply(text(block(command))));
  for (;;) {
    const step = swe.next(at.entries);
    if (step.kind === 'ask') {
      const next = replies.shift();
      if (!next) return step;
      at.record({ type: 'model.replied', reply: next });
    } else if (step.kind === 'act') {
      for (const order of step.calls) {
        if ('declined' in order) {
          const result = { ok: false, why: order.declined, fields: {} } as const;
          at.record({ type: 'tool.returned', call: order.id, result });
          continue;
        }
        at.record({ type: 'tool.called', call: order });
        at.record({ type: 'tool.returned', call: order.id, result: await call(order.tool, order.args) });
      }
    } else if (step.kind === 'reply') at.record({ type: 'model.told', text: step.text });
    else return step;
  }
}

/** What the last block heard, without the lines that show the state. */
const heard = (at: Log): string => {
  const said = textIn(swe.encode(at.entries).messages.at(-1));
  return said.slice(0, said.lastIndexOf('\n(Open file: '));
};
const openFile = (at: Log): string =>
  /\(Open file: (.*)\)\n\(Current directory: (.*)\)\nbash-\$$/.exec(
    textIn(swe.encode(at.entries).messages.at(-1)),
  )?.[1] ?? 'not shown';
const fresh = (): Log => begin(id, { folder });

const many = Array.from({ length: 300 }, (_, index) => `line ${index + 1}`);
mkdirSync(join(folder, 'lib'));
writeFileSync(join(folder, 'lib/many.txt'), `${many.join('\n')}\n`);
writeFileSync(join(folder, 'few.txt'), 'one\ntwo\nthree\n');
const window = (first: number, last: number): string =>
  many
    .slice(first - 1, last)
    .map((line, index) => `${first + index}:${line}\n`)
    .join('');

test('what is no command of the table is for the shell, to the byte', async () => {
  const at = fresh();
  await say(at, "cat few.txt | tail -n 1\necho 'a  b'");
  assert.equal(heard(at), 'three\na  b\n');
  assert.equal(openFile(at), 'n/a');
  await say(at, 'true');
  assert.equal(heard(at), 'Your command ran successfully and did not produce any output.');
  await say(at, 'exit 3');
  assert.equal(heard(at), 'Your command exited with code 3 and did not produce any output.');
});

test('a file is shown from its top or around a line, with what lies above and below', async () => {
  const at = fresh();
  await say(at, 'open lib/many.txt');
  const name = join(folder, 'lib/many.txt');
  assert.equal(heard(at), `[File: ${name} (300 lines total)]\n${window(1, 100)}(200 more lines below)\n`);
  assert.equal(openFile(at), name);
  await say(at, 'open lib/many.txt 120');
  assert.equal(
    heard(at),
    `[File: ${name} (300 lines total)]\n(104 more lines above)\n${window(105, 204)}(96 more lines below)\n`,
  );
});

test('the window moves in the open file, and the log alone says which one that is', async () => {
  const at = fresh();
  await say(at, 'open ./lib/../lib/many.txt', 'ls', 'goto 150', 'scroll_down');
  assert.match(heard(at), /\n\(232 more lines above\)\n233:line 233\n/);
  await say(at, 'scroll_up', 'scroll_up', 'scroll_up', 'scroll_up');
  assert.match(heard(at), /total\)\]\n1:line 1\n/);
  assert.equal(openFile(at), join(folder, 'lib/many.txt'));
  await say(at, 'open few.txt', 'open nothing.txt');
  assert.match(heard(at), /nothing\.txt/);
  assert.equal(openFile(at), join(folder, 'few.txt'), 'what could not be opened is not open');
});

test('lines of the open file are replaced by the lines up to the end mark, and the window shows them', async () => {
  const at = fresh();
  writeFileSync(join(folder, 'edit.py'), 'a\nb\nc\n');
  await say(at, 'open edit.py', 'edit 2:2\n  B\n\nend_of_edit');
  assert.equal(readFileSync(join(folder, 'edit.py'), 'utf8'), 'a\n  B\n\nc\n');
  assert.match(
    heard(at),
    /^\[File: .*\/edit\.py \(4 lines total\)\]\n1:a\n2: {2}B\n3:\n4:c\nFile updated\. .*necessary\.\n$/,
  );
  await say(at, 'edit 9:9\nx\nend_of_edit');
  assert.equal(heard(at), 'edit.py has 4 lines, so lines 9 to 9 are not all there.\n');
  assert.deepEqual(
    only(at.entries, 'tool.called').map((entry) => entry.call.tool),
    ['read', 'splice', 'read', 'splice'],
    'what failed is not shown as if it had not',
  );
});

test('a new file is one empty line and open; one that is there stays', async () => {
  const at = fresh();
  await say(at, 'create "new file.py"');
  const name = join(folder, 'new file.py');
  assert.equal(heard(at), `[File: ${name} (1 lines total)]\n1:\n`);
  assert.equal(openFile(at), name);
  await say(at, 'create few.txt');
  assert.equal(readFileSync(join(folder, 'few.txt'), 'utf8'), 'one\ntwo\nthree\n');
  assert.equal(openFile(at), name);
});

test('files and lines are found, in a folder or in the open file', async () => {
  const at = fresh();
  await say(at, 'find_file "many.txt"');
  assert.equal(heard(at), `Found 1 matches for "many.txt" in ${folder}:\n${folder}/lib/many.txt\n`);
  await say(at, 'find_file many.txt lib');
  assert.match(heard(at), new RegExp(`^Found 1 matches for "many.txt" in ${folder}/lib:\n`));
  await say(at, 'find_file nobody.py');
  assert.equal(heard(at), `No matches found for "nobody.py" in ${folder}\n`);
  await say(at, 'search_dir "line 299" lib');
  assert.equal(heard(at), `Found 1 matches for "line 299":\n${folder}/lib/many.txt, line 299: line 299\n`);
  await say(at, 'open few.txt', 'search_file t');
  assert.match(heard(at), /^Found 2 matches for "t":\n.*few\.txt, line 2: two\n.*few\.txt, line 3: three\n$/);
});

test('a word in quotes may go over several lines', async () => {
  const at = fresh();
  writeFileSync(join(folder, 'odd.txt'), 'x\n');
  await say(at, "open 'odd.txt'", 'search_dir "no\nsuch \\"line\\""');
  assert.deepEqual(
    only(at.entries, 'tool.called').map((entry) => entry.call.args),
    [{ path: 'odd.txt', start: 1, count: 100 }, { pattern: 'no\nsuch "line"' }],
  );
  await say(at, 'open "odd.txt\nls');
  assert.match(heard(at), /^It is written so:/);
  await say(at, "edit 1:1\ndon't\nend_of_edit");
  assert.equal(readFileSync(join(folder, 'odd.txt'), 'utf8'), "don't\n");
});

test('submit ends the work with the words around the block', async () => {
  assert.deepEqual(await say(fresh(), 'submit'), { kind: 'finish', title: 'Why.', body: '' });
  const at = fresh();
  const said = 'Mend the colon\n\nIt was missing.\n\n```\nsubmit\n```';
  assert.deepEqual(play(at, swe, [reply(text(said))]), {
    kind: 'finish',
    title: 'Mend the colon',
    body: 'It was missing.',
  });
});

const wrong: [what: string, block: string, told: RegExp][] = [
  ['a command that needs an open file', 'goto 3', /^No file is open\. Use `open` first\.\n$/],
  ['an edit without one', 'edit 1:1\nx\nend_of_edit', /^No file is open\./],
  ['a word that is missing', 'open', /^It is written so:\nopen <path> \[<line_number>\]\n$/],
  ['a word too many', 'submit now', /^It is written so:\nsubmit\n$/],
  ['a quote that is not closed', 'open "a', /^It is written so:\nopen /],
  ['a number that is none', 'open few.txt two', /^It cannot be done: `line_number` is not an integer\.\n$/],
  [
    'an end mark that is missing',
    'edit 1:1\nx',
    /^The line `end_of_edit` is missing:\nedit <start_line>:<end_line>\n<replacement_text>\nend_of_edit\n$/,
  ],
  ['two commands', 'open few.txt\nls', /^One block takes one command, and here others follow\.\n$/],
  ['a command behind an edit', 'edit 1:1\nx\nend_of_edit\nls', /^One block takes one command/],
  ['nothing', '', /^The block is empty\.\n$/],
];
for (const [what, command, told] of wrong) {
  test(`told as the command’s answer, and nothing runs: ${what}`, async () => {
    const at = fresh();
    assert.deepEqual(await say(at, command), { kind: 'ask' });
    assert.match(heard(at), told);
    assert.deepEqual(only(at.entries, 'tool.called'), []);
  });
}

test('an answer without a block is told the form; several wrong ones in a row end the work', async () => {
  const at = fresh();
  assert.deepEqual(play(at, swe, [reply(text('I would run ls.'))]), { kind: 'ask' });
  assert.match(only(at.entries, 'model.told')[0]?.text ?? '', /^There was no command in your answer\./);
  play(at, swe, [{ ...reply(text('```\nls')), cut: true }]);
  assert.match(only(at.entries, 'model.told')[1]?.text ?? '', /^Your answer was cut off/);
  assert.equal((await say(at, 'open')).kind, 'stop');
  const other = fresh();
  assert.equal((await say(other, 'open', 'open', 'open')).kind, 'stop');
  const mended = fresh();
  assert.deepEqual(await say(mended, 'open', 'open', 'ls', 'open', 'open'), { kind: 'ask' });
});

test('a prompt of a longer log begins with that of a shorter one, whatever is opened later', async () => {
  const at = fresh();
  await say(at, 'ls', 'open few.txt', 'goto 2');
  const before = JSON.stringify(swe.encode(at.entries).messages).slice(0, -1);
  await say(at, 'open lib/many.txt', 'edit 1:1\nline 1\nend_of_edit', 'true');
  const prompt = swe.encode(at.entries);
  assert.ok(JSON.stringify(prompt.messages).startsWith(before));
  assertValid(prompt);
  // Nothing is remembered but the log: a harness that is made anew says the same.
  const anew = await toHarness(
    await bakeHarness(join(import.meta.dirname, '../../../examples/harnesses'), id),
  );
  assert.deepEqual(anew.encode([...at.entries]), prompt);
});

test('a command that was cut off is told as such, with what was open then', async () => {
  const at = fresh();
  await say(at, 'open few.txt');
  at.record({ type: 'model.replied', reply: reply(text(block('sleep 9'))) });
  const step = swe.next(at.entries);
  assert.ok(step.kind === 'act');
  sit(at, id, { ask: 'And now?', folder });
  const cut = textIn(swe.encode(at.entries).messages.at(-2));
  assert.equal(
    cut,
    `The command was not run.\n\n(Open file: ${folder}/few.txt)\n(Current directory: ${folder})\nbash-$`,
  );
});

test('what another harness did is told as blocks for the shell, and this one’s commands are told to others', async () => {
  const at = begin('mini-swe-agent-text', { folder });
  const mini = await harness('mini-swe-agent-text');
  play(at, mini, [reply(text('Look.\n\n```mswea_bash_command\nls\n```'))], () => ran('a\n'));
  at.record(chosen(id));
  await say(at, 'open few.txt');
  const said = swe.encode(at.entries).messages.slice(2, 4).map(textIn);
  const state = `(Open file: n/a)\n(Current directory: ${folder})\nbash-$`;
  assert.deepEqual(said, ['Look.\n\n```\nls\n```', `a\n\n${state}`]);
  at.record(chosen('native'));
  const native = (await harness('native')).encode(at.entries);
  assertValid(native);
  assert.match(JSON.stringify(native.messages), /Earlier, read was used with/);
  assert.doesNotMatch(JSON.stringify(native.messages), /open few/);
});
