import { isAbsolute, join } from 'node:path';
import type { JsonObject } from '../../src/core/json.ts';

/** One call as a model writes it. Arguments that are a text go out as they are, however broken. */
export type ScriptedCall = { name: string; args: JsonObject | string; custom?: true };

/** Where a path of a row is. Not resolved, because a recording has a placeholder for the folder. */
export const within = (folder: string, path: string): string =>
  isAbsolute(path) ? path : join(folder, path);

/** How one agent's tools are called. What it has no tool for is left out. Paths are relative to `folder`, the workspace. */
export type Verbs = {
  shell(command: string, seconds?: number): ScriptedCall;
  read?(path: string, part?: { first: number; count: number }): ScriptedCall;
  write?(path: string, text: string): ScriptedCall;
  edit?(path: string, before: string, after: string): ScriptedCall;
  /** Wherever it is found. */
  editAll?(path: string, before: string, after: string): ScriptedCall;
  glob?(pattern: string): ScriptedCall;
  grep?(pattern: string, mode?: 'files' | 'lines'): ScriptedCall;
  list?(path: string): ScriptedCall;
  todo?(): ScriptedCall;
};

/**
 * What a model that follows a script says, turn by turn. Rows with the same first word are one conversation in a fresh
 * repository.
 */
export type Row = { name: string; turns: readonly (readonly ScriptedCall[])[] };

/** The fixed set of rows, as far as the agent has tools for them. */
export function rowsOf(verbs: Verbs): Row[] {
  return [
    ...shellRows(verbs),
    ...readRows(verbs),
    ...writeRows(verbs),
    ...editRows(verbs),
    ...searchRows(verbs),
    ...oddRows(verbs),
  ];
}

const one = (name: string, call: ScriptedCall): Row => ({ name, turns: [[call]] });

const shellRows = ({ shell }: Verbs): Row[] => [
  one('shell: ok', shell('echo out; echo err >&2')),
  one('shell: fails', shell('echo broken; exit 3')),
  one('shell: fails in silence', shell('exit 1')),
  one('shell: empty', shell('true')),
  one('shell: no newline at the end', shell('printf end')),
  one('shell: blanks around', shell("printf '\\n\\n  a  \\n\\n'")),
  one('shell: unknown command', shell('no-such-command')),
  one('shell: long', shell('seq 1 20000')),
  one('shell: many short lines', shell('yes | head -n 3000')),
  one('shell: long and fails', shell('seq 1 20000; exit 4')),
  one('shell: one wide line', shell("head -c 60000 /dev/zero | tr '\\0' z")),
  one('shell: killed', shell('echo begun; kill -9 $$')),
  {
    name: 'shell: folder and variables afterwards',
    turns: [[shell('cd src; export LEFT=1')], [shell('basename "$PWD"; echo "[$LEFT]"')]],
  },
  // The last one, because some agents let it go on.
  one('shell: timeout', shell('echo begun; sleep 20', 1)),
];

const readRows = ({ read }: Verbs): Row[] =>
  read
    ? [
        one('read: ok', read('src/add.js')),
        one('read: missing', read('missing.txt')),
        one('read: missing, with a near name', read('src/ad.js')),
        one('read: empty', read('empty.txt')),
        one('read: no newline at the end', read('unended.txt')),
        one('read: long', read('long.txt')),
        one('read: part', read('long.txt', { first: 10, count: 3 })),
        one('read: last part', read('long.txt', { first: 4999, count: 10 })),
        one('read: behind the end', read('twice.txt', { first: 50, count: 3 })),
        one('read: wide line', read('wide.txt')),
        one('read: heavy', read('heavy.txt')),
        one('read: folder', read('src')),
        one('read: outside', read('/etc/hostname-that-is-not')),
        { name: 'read: twice', turns: [[read('src/total.js')], [read('src/total.js')]] },
      ]
    : [];

const writeRows = ({ write, read }: Verbs): Row[] =>
  write
    ? [
        one('write: new', write('new.txt', 'é\nsecond\n')),
        one('write: new folder', write('new/deep/file.txt', 'a\n')),
        one('write: empty', write('nothing.txt', '')),
        one('write: over existing, unread', write('written/unread.js', 'export {};\n')),
        ...(read
          ? [
              {
                name: 'write: over existing, read',
                turns: [[read('written/read.js')], [write('written/read.js', 'export {};\n')]],
              },
            ]
          : []),
        one('write: over a folder', write('src', 'a\n')),
      ]
    : [];

function editRows({ edit, editAll, read, shell }: Verbs): Row[] {
  if (!edit) return [];
  const seen = (name: string, path: string, ...calls: ScriptedCall[]): Row => ({
    name,
    turns: [...(read ? [[read(path)]] : []), ...calls.map((call) => [call])],
  });
  const of = (name: string, file: string, before: string, after: string): Row =>
    seen(name, `edits/${file}`, edit(`edits/${file}`, before, after));
  return [
    of('edit: ok', 'ok.js', 'a - b', 'a + b'),
    seen(
      'edit: twice',
      'edits/again.js',
      edit('edits/again.js', 'a - b', 'a + b'),
      edit('edits/again.js', 'add', 'sum'),
    ),
    of('edit: no match', 'absent.js', 'a * b', 'a + b'),
    of('edit: blanks differ', 'blanks.js', '    return a - b;', '    return a + b;'),
    of('edit: ambiguous', 'ambiguous.txt', 'one', 'three'),
    ...(editAll ? [seen('edit: all', 'edits/all.txt', editAll('edits/all.txt', 'one', 'three'))] : []),
    of('edit: same', 'same.txt', 'two', 'two'),
    of('edit: removes', 'removes.txt', 'two\n', ''),
    of('edit: nothing before, file there', 'nothing.txt', '', 'zero\n'),
    one('edit: nothing before, file new', edit('edits/new.txt', '', 'zero\n')),
    one('edit: before read', edit('edits/unread.js', 'a - b', 'a + b')),
    one('edit: missing', edit('missing.txt', 'a', 'b')),
    seen(
      'edit: changed since read',
      'edits/changed.txt',
      shell('sleep 1.1; echo four >> edits/changed.txt'),
      edit('edits/changed.txt', 'two', 'deux'),
    ),
  ];
}

const searchRows = ({ glob, grep, list }: Verbs): Row[] => [
  ...(glob
    ? [
        one('glob: hits', glob('**/*.js')),
        one('glob: none', glob('**/*.rs')),
        one('glob: in the root', glob('*.txt')),
      ]
    : []),
  ...(grep
    ? [
        one('grep: hits', grep('add')),
        one('grep: files', grep('add', 'files')),
        one('grep: lines', grep('add', 'lines')),
        one('grep: none', grep('subtract')),
        one('grep: many', grep('needle', 'lines')),
        one('grep: wide line', grep('xxx', 'lines')),
        one('grep: not a pattern', grep('(')),
      ]
    : []),
  ...(list
    ? [one('list: root', list('.')), one('list: folder', list('src')), one('list: missing', list('nowhere'))]
    : []),
];

function oddRows({ shell, read, todo }: Verbs): Row[] {
  const known = shell('true').name;
  const broken = '{"command": "echo a", "path": "twice.txt", "file_path":';
  return [
    ...(todo ? [one('todo: write', todo())] : []),
    // No three answers in a row that nothing can be done with, because some end the work then.
    one('odd: unknown tool', { name: 'no_such_tool', args: { a: 1 } }),
    one('odd: arguments are no JSON', { name: known, args: broken }),
    {
      name: 'odd: parallel',
      turns: [
        [
          shell('sleep 0.5; echo first'),
          read ? read('twice.txt') : shell('echo second'),
          shell('echo third'),
        ],
      ],
    },
    one('odd: parameter missing', { name: known, args: {} }),
    one('odd: parameter of a wrong type', { name: known, args: { command: 7, cmd: 7 } }),
    { name: 'odd: parallel, one fails', turns: [[shell('exit 5'), shell('echo second')]] },
    one('odd: parameter that there is not', withMore(shell('echo a'))),
    { name: 'odd: the same call three times', turns: Array.from({ length: 3 }, () => [shell('echo again')]) },
  ];
}

const withMore = ({ name, args }: ScriptedCall): ScriptedCall => ({
  name,
  args: typeof args === 'string' ? args : { ...args, surplus: true },
});
