// cspell:ignore nuber
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBlocked } from '../../../src/harness/commands/blocked.ts';
import { lastBlock } from '../../../src/harness/commands/last-block.ts';
import { shellWords } from '../../../src/harness/commands/shell-words.ts';
import { matchUsage, namesIn } from '../../../src/harness/commands/usage.ts';

test('the last block that lies in no other one is the command, whatever its label', () => {
  const block = (answer: string) => lastBlock(answer)?.text ?? null;
  assert.equal(block('Why.\n\n```\nls -a\n```'), 'ls -a\n');
  assert.equal(block('```bash\nls\n```\n'), 'ls\n');
  assert.equal(block('```\none\n```\nand\n```\ntwo\n```\nthen'), 'two\n');
  assert.equal(block('```\ncat > a.md\n```js\n1\n```\nEOF\n```'), 'cat > a.md\n```js\n1\n```\nEOF\n');
  assert.equal(block('```\n```'), '');
});

test('a block whose lines end as Windows ends them has plain ends, and its words are the answer’s', () => {
  const answer = 'Why.\r\n```bash\r\ncd a\r\nls\r\n```\r\n';
  assert.deepEqual(lastBlock(answer), { text: 'cd a\nls\n', quote: answer.slice(6, -1) });
  assert.equal(lastBlock("```\nprintf 'a\r\nb'\n```")?.text, "printf 'a\r\nb'\n");
});

test('what is not closed, not at the start of a line or not there at all is no block', () => {
  for (const answer of ['', 'ls', '```\nls', 'so: ```\nls ```', '`ls`', '```bash\nls', ' ```\nls\n ```']) {
    assert.equal(lastBlock(answer), null, answer);
  }
});

test('the words around a block are the answer without it', () => {
  const answer = 'Why.\n\n```\nls\n```\n\nMore.';
  assert.equal(answer.split(lastBlock(answer)?.quote ?? '').join(''), 'Why.\n\n\n\nMore.');
});

test('a line becomes words as a shell makes them, and nothing is expanded', () => {
  assert.deepEqual(shellWords('open  a.py 12 '), ['open', 'a.py', '12']);
  assert.deepEqual(shellWords(`find "my file.py" 'x $y'`), ['find', 'my file.py', 'x $y']);
  assert.deepEqual(shellWords('a\\ b "c\\"d" "e\\n" $HOME *'), ['a b', 'c"d', 'e\\n', '$HOME', '*']);
  assert.deepEqual(shellWords(`pre"fix"'ed' ""`), ['prefixed', '']);
  assert.deepEqual(shellWords(''), []);
  assert.equal(shellWords('open "a.py'), null);
  assert.equal(shellWords("don't"), null);
});

test('options of a usage stand anywhere, each with its own words, and in brackets may be left out', () => {
  const usage = 'tool replace <path> --old <old> [--new <new>]';
  const filled = (...words: string[]) => matchUsage(usage, ['tool', ...words]);
  assert.deepEqual(filled('replace', 'x', '--old', 'a b', '--new', ''), { path: 'x', old: 'a b', new: '' });
  assert.deepEqual(filled('replace', '--new', '--old', '--old=a=b', 'x'), {
    path: 'x',
    old: 'a=b',
    new: '--old',
  });
  assert.deepEqual(filled('replace', 'x', '--old', 'a'), { path: 'x', old: 'a' });
  assert.equal(filled('replace', 'x', '--new', 'a'), null);
  assert.equal(filled('replace', 'x', '--old'), null);
  assert.equal(filled('replace', 'x', '--old', 'a', '--all'), null);
  const range = 'view <path> --range <first> -1';
  assert.deepEqual(matchUsage(range, ['view', '--range', '5', '-1', 'x']), { path: 'x', first: '5' });
  assert.equal(matchUsage(range, ['view', 'x', '--range', '5', '6']), null);
  assert.deepEqual(namesIn(usage), ['path', 'old', 'new']);
});

test('what is blocked begins with whole words, or is nothing else', () => {
  const blocked = { begins: ['less', 'tail -f'], alone: ['python'], template: '' };
  const yes = ['less', 'less a.txt', ' less a.txt', 'tail -f log', 'python', 'python\n'];
  const no = ['lessons', 'tail log', 'cat a | less', 'python a.py', ''];
  for (const block of yes) assert.equal(isBlocked(blocked, block), true, block);
  for (const block of no) assert.equal(isBlocked(blocked, block), false, block);
});

test('a usage says which words fill what, which may be left out and which have to be there', () => {
  assert.deepEqual(matchUsage('open <path> [<line>]', ['open', 'a.py']), { path: 'a.py' });
  assert.deepEqual(matchUsage('open <path> [<line>]', ['open', 'a.py', '3']), { path: 'a.py', line: '3' });
  assert.deepEqual(matchUsage('edit <first>:<last>', ['edit', '4:14']), { first: '4', last: '14' });
  assert.deepEqual(
    matchUsage('tool view <path> --range <a> <b>', ['tool', 'view', 'x', '--range', '1', '2']),
    {
      path: 'x',
      a: '1',
      b: '2',
    },
  );
  assert.deepEqual(matchUsage('submit', ['submit']), {});
  assert.equal(matchUsage('submit', ['submit', 'now']), null);
  assert.equal(matchUsage('open <path>', ['open']), null);
  assert.equal(matchUsage('edit <first>:<last>', ['edit', '4']), null);
  assert.equal(matchUsage('tool view <path>', ['tool', 'create', 'x']), null);
});
