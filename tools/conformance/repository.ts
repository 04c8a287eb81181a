import { execFileSync } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const lines = (count: number, of: (line: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${of(index + 1)}\n`).join('');

const add = 'export function add(a, b) {\n\treturn a - b;\n}\n';
const twice = 'one\ntwo\none\n';

/**
 * What the originals and we are asked to work in. Every row of `rows.ts` that changes a file has one of its own, because
 * agents remember what they read. The first is the oldest.
 */
export const files: Readonly<Record<string, string>> = {
  '.gitignore': 'ignored/\n',
  'README.md': '# Sums\n\nAdds numbers.\n',
  'src/add.js': add,
  'src/total.js':
    "import { add } from './add.js';\n\nexport const total = (list) => list.reduce(add, 0);\nexport const none = 0;\n",
  'src/deep/sign.js': 'export const sign = (a) => (a < 0 ? -1 : 1);\n',
  'twice.txt': twice,
  'empty.txt': '',
  'unended.txt': 'first\nlast',
  'long.txt': lines(5000, (line) => `line ${line}`),
  'wide.txt': `short\n${'x'.repeat(60_000)}\n`,
  'heavy.txt': lines(60, () => 'y'.repeat(2047)),
  'many.txt': lines(400, (line) => `needle ${line}`),
  'written/unread.js': add,
  'written/read.js': add,
  'edits/ok.js': add,
  'edits/again.js': add,
  'edits/absent.js': add,
  'edits/blanks.js': add,
  'edits/unread.js': add,
  'edits/ambiguous.txt': twice,
  'edits/all.txt': twice,
  'edits/same.txt': twice,
  'edits/removes.txt': twice,
  'edits/nothing.txt': twice,
  'edits/changed.txt': twice,
  'ignored/left.js': 'export const left = 1;\n',
};

/** Nobody's configuration of git has a say; the commit has the same id everywhere. */
const env = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
};

/** Lays the repository into a folder, with one commit. The files are a minute apart, so that lists by time are the same. */
export function layRepository(folder: string): void {
  for (const [index, [path, text]] of Object.entries(files).entries()) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    const at = new Date(Date.UTC(2026, 0, 1, 0, index));
    utimesSync(file, at, at);
  }
  const git = (...args: string[]): void =>
    void execFileSync('git', args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=Begin');
}
