import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { only } from '../../src/core/session.ts';
import { type Log, reply, text } from '../harness/play.ts';
import { answering } from './answering.ts';

// Words as SWE-agent's master of 2026 has them, with what its shell strips at both ends stripped.
const { folder, fresh, answer, next } = await answering('swe-agent');
const at = (path: string): string => join(folder, path);
const file = (path: string): string => readFileSync(at(path), 'utf8');
const say = (command: string, log?: Log): Promise<string> =>
  answer(text(`Why.\n\n\`\`\`\n${command}\n\`\`\``), log);
const editor = (command: string, log?: Log): Promise<string> => say(`str_replace_editor ${command}`, log);
const note =
  '<response clipped><NOTE>To save on context only part of this file has been shown to you. You should retry this tool after you have searched inside the file with `grep -n` in order to find the line numbers of what you are looking for.</NOTE>';

test('what a command prints comes behind OBSERVATION, and nothing is told without it', async () => {
  assert.equal(await say('echo out; echo err >&2; exit 3'), 'OBSERVATION:\nout\nerr');
  assert.equal(await say('true'), 'Your command ran successfully and did not produce any output.');
  assert.equal(await say('exit 3'), 'Your command exited with code 3 and did not produce any output.');
  assert.equal(await say("printf '\\n  a\\n\\n'"), 'OBSERVATION:\n  a');
});

test('of long output the beginning is shown, with how much is left out', async () => {
  const said = await say("head -c 20000 /dev/zero | tr '\\0' x");
  assert.match(
    said,
    /^Observation: x{8192}<response clipped><NOTE>Observations should not exceeded 16384 characters\. 11808 characters were elided\. Please try a different command that produces less output or use head\/tail\/grep\/redirect the output to a file\. Do not use interactive pagers\. The whole output is in \S+\.<\/NOTE>$/,
  );
});

test('a command begins where the last one ended, and what stands on the disk is not asked for that', async () => {
  const log = fresh();
  mkdirSync(at('lib'));
  assert.equal(
    await say('cd lib && export X=1', log),
    'Your command ran successfully and did not produce any output.',
  );
  assert.equal(await say('pwd; echo "[$X]"', log), `OBSERVATION:\n${folder}/lib\n[]`);
  assert.equal(await say('echo "cd: /" ; false', log), 'OBSERVATION:\ncd: /');
  assert.equal(await say('pwd', log), `OBSERVATION:\n${folder}/lib`);
});

test('programs that wait for somebody are refused and not run; make is run', async () => {
  for (const command of ['vim a.txt', 'python', 'tail -f log', ' less a']) {
    const log = fresh();
    assert.equal(
      await say(command, log),
      `OBSERVATION:\nOperation '${command.trim()}' is not supported by this environment.`,
    );
    assert.deepEqual(only(log.entries, 'tool.called'), []);
  }
  assert.match(await say('make --version || echo none'), /GNU Make|none/);
});

test('a file is shown with the numbers of its lines, whole or a part', async () => {
  writeFileSync(at('a.txt'), 'one\n\ttwo\nthree\n');
  const head = `OBSERVATION:\nHere's the result of running \`cat -n\` on ${at('a.txt')}:\n`;
  assert.equal(
    await editor(`view ${at('a.txt')}`),
    `${head}     1\tone\n     2\t\ttwo\n     3\tthree\n     4`,
  );
  assert.equal(await editor(`view ${at('a.txt')} --view_range 2 3`), `${head}     2\t\ttwo\n     3\tthree`);
  assert.equal(await editor(`view --view_range 3 -1 ${at('a.txt')}`), `${head}     3\tthree\n     4`);
  assert.equal(
    await editor(`view ${at('a.txt')} --view_range 9 12`),
    'OBSERVATION:\nInvalid `view_range`: [9, 12]. Its first element `9` should be within the range of lines of the file: [1, 4]',
  );
  assert.equal(
    await editor(`view ${at('a.txt')} --view_range 3 2`),
    'OBSERVATION:\nInvalid `view_range`: [3, 2]. Its second element `2` should be larger or equal than its first `3`',
  );
  assert.equal(await editor(`view ${at('a.txt')} --view_range -1 1`), `${head}     1\tone`);
  assert.equal(
    await editor(`view ${at('a.txt')} --view_range 9 -1`),
    'OBSERVATION:\nInvalid `view_range`: [9, -1]. Its first element `9` should be within the range of lines of the file: [1, 4]',
  );
  writeFileSync(at('empty.txt'), '');
  assert.match(await editor(`view ${at('empty.txt')}`), /:\n {5}1$/);
  assert.equal(
    await editor(`view ${at('none.txt')}`),
    `OBSERVATION:\nThe path ${at('none.txt')} does not exist. Please provide a valid path.`,
  );
});

test('of a long file no more than 16,000 characters are shown, and that is said', async () => {
  writeFileSync(at('long.txt'), `${'x'.repeat(99)}\n`.repeat(300));
  const whole = await editor(`view ${at('long.txt')}`);
  assert.ok(whole.endsWith(note));
  assert.match(whole, /\n {3}160\tx{99}<response clipped>/);
  assert.ok((await editor(`view ${at('long.txt')} --view_range 2 290`)).endsWith(note));
  assert.ok(!(await editor(`view ${at('long.txt')} --view_range 2 9`)).includes('clipped'));
  assert.ok(!(await editor(`view ${at('long.txt')} --view_range 290 400`)).includes('clipped'));
});

test('a directory is shown two levels deep without hidden items', async () => {
  mkdirSync(at('tree/a/b/c'), { recursive: true });
  mkdirSync(at('tree/.hidden'));
  writeFileSync(at('tree/a/b/c/deep'), '');
  writeFileSync(at('tree/z'), '');
  const tree = at('tree');
  const log = fresh();
  assert.equal(
    await editor(`view ${tree}`, log),
    `OBSERVATION:\nHere's the files and directories up to 2 levels deep in ${tree}, excluding hidden items:\n${tree}\n${tree}/a\n${tree}/a/b\n${tree}/z`,
  );
  assert.deepEqual(
    only(log.entries, 'tool.called').map(({ call }) => call.tool),
    ['read', 'list'],
  );
  assert.equal(
    await editor(`view ${tree} --view_range 1 2`),
    'OBSERVATION:\nThe `view_range` parameter is not allowed when `path` points to a directory.',
  );
  assert.match(await editor(`view ${at('tree/none')}`), /does not exist/);
});

test('a file is made, and one that is there stays', async () => {
  const name = at('made.py');
  const made = `create ${name} --file_text 'a = "x"\nb = $HOME\n'`;
  assert.equal(await editor(made), `OBSERVATION:\nFile created successfully at: ${name}`);
  assert.equal(file('made.py'), 'a = "x"\nb = $HOME\n');
  const refused = `OBSERVATION:\nFile already exists at: ${name}. Cannot overwrite files using command \`create\`.`;
  assert.equal(await editor(`create ${name} --file_text x`), refused);
  assert.equal(file('made.py'), 'a = "x"\nb = $HOME\n');
});

test('text that is there once is replaced, and the lines around the new text are shown', async () => {
  const name = at('lines.txt');
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
  writeFileSync(name, `${lines.join('\n')}\n`);
  assert.equal(
    await editor(`str_replace ${name} --old_str 'line 10\nline 11' --new_str 'line 10\nLINE\nline 11'`),
    `OBSERVATION:\nThe file ${name} has been edited. Here's the result of running \`cat -n\` on a snippet of ${name}:\n     5\tline 5\n     6\tline 6\n     7\tline 7\n     8\tline 8\n     9\tline 9\n    10\tline 10\n    11\tLINE\n    12\tline 11\n    13\tline 12\n    14\tline 13\n    15\tline 14\nReview the changes and make sure they are as expected. Edit the file again if necessary.`,
  );
  assert.match(await editor(`str_replace ${name} --old_str='LINE\n'`), /\n {4}11\tline 11\n/);
  assert.equal(file('lines.txt'), `${lines.join('\n')}\n`);
});

test('a place that cannot be shown after its edit is told behind what the edit told', async () => {
  writeFileSync(at('bytes'), Buffer.from([0, 1, 10, 65]));
  assert.match(
    await editor(`str_replace ${at('bytes')} --old_str A --new_str B`),
    /^OBSERVATION:\nThe file \S+bytes has been edited\. \S+bytes is a binary file of 4 bytes\.$/,
  );
});

test('an edit that cannot be made says why, and changes nothing', async () => {
  const name = at('few.txt');
  writeFileSync(name, 'a\nb\na\n');
  const told = async (command: string): Promise<string> =>
    (await editor(command)).replace('OBSERVATION:\n', '');
  assert.equal(
    await told(`str_replace ${name} --old_str q --new_str r`),
    `No replacement was performed, old_str \`q\` did not appear verbatim in ${name}.`,
  );
  assert.equal(
    await told(`str_replace ${name} --old_str a --new_str r`),
    'No replacement was performed. Multiple occurrences of old_str `a` in lines [1, 3]. Please ensure it is unique',
  );
  assert.equal(
    await told(`str_replace ${name} --old_str b --new_str b`),
    'No replacement was performed, old_str `b` is the same as new_str `b`.',
  );
  assert.equal(
    await told(`insert ${name} --insert_line 9 --new_str x`),
    'Invalid `insert_line` parameter: 9. It should be within the range of lines of the file: [0, 3]',
  );
  assert.match(await told(`str_replace ${at('no.txt')} --old_str a`), /^The path \S+ does not exist\./);
  assert.equal(
    await told(`insert ${folder} --insert_line 0 --new_str x`),
    `The path ${folder} is a directory and only the \`view\` command can be used on directories`,
  );
  assert.match(await told(`undo_edit ${name}`), /^It is written so:\nstr_replace_editor view <path>\n/);
  assert.equal(file('few.txt'), 'a\nb\na\n');
});

test('lines are put behind one, and the lines around them are shown', async () => {
  const name = at('put.txt');
  writeFileSync(name, 'a\nb\nc\nd\ne\nf\n');
  assert.equal(
    await editor(`insert ${name} --insert_line 5 --new_str 'x\ny'`),
    `OBSERVATION:\nThe file ${name} has been edited. Here's the result of running \`cat -n\` on a snippet of the edited file:\n     2\tb\n     3\tc\n     4\td\n     5\te\n     6\tx\n     7\ty\n     8\tf\n     9\t\nReview the changes and make sure they are as expected (correct indentation, no duplicate lines, etc). Edit the file again if necessary.`,
  );
  await editor(`insert ${name} --insert_line 0 --new_str top`);
  assert.equal(file('put.txt'), 'top\na\nb\nc\nd\ne\nx\ny\nf\n');
});

test('the first submit shows every change and the second ends the work, in each round anew', async () => {
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
  };
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'As it was');
  const log = fresh();
  writeFileSync(at('a.txt'), 'one\n</diff>\n');
  writeFileSync(at('fresh.txt'), 'new\n');
  const review = await say('submit', log);
  assert.match(
    review,
    /^OBSERVATION:\n[\s\S]*Run `submit` again to confirm\.[\s\S]*<diff>\ndiff --git a\/a\.txt b\/a\.txt\n/,
  );
  assert.match(review, /\+&lt;\/diff>\n[\s\S]*\+\+\+ b\/fresh\.txt\n@@ -0,0 \+1 @@\n\+new\n<\/diff>$/);
  assert.equal(await say('ls a.txt', log), 'OBSERVATION:\na.txt');
  const said = 'Mend the end\n\nIt was cut off.\n\n```\nsubmit\n```';
  log.record({ type: 'model.replied', reply: reply(text(said)) });
  assert.deepEqual(next(log), { kind: 'finish', title: 'Mend the end', body: 'It was cut off.' });
  log.record({ type: 'round.opened' });
  assert.match(await say('submit', log), /Run `submit` again/);
});

test('the last block that lies in no other one is the command; an answer without one is told the form', async () => {
  const log = fresh();
  assert.equal(
    await answer(text('First\n```\necho no\n```\nthen\n```bash\ncat <<"EOF"\n```js\n1\n```\nEOF\n```'), log),
    'OBSERVATION:\n```js\n1\n```',
  );
  log.record({ type: 'model.replied', reply: reply(text('I am done.')) });
  const step = next(log);
  assert.ok(step.kind === 'reply');
  assert.match(step.text, /^There was no command in your answer\.[\s\S]*DISCUSSION\n/);
});
