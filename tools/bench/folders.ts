import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const files: Readonly<Record<string, string>> = {
  'README.md': `# Totals\n\n${'A small shop adds prices up.\n'.repeat(20)}`,
  'package.json': '{"name":"totals","type":"module"}\n',
  'src/totals.js': `${Array.from({ length: 30 }, (_, line) => `export const rate${line} = ${line};\n`).join('')}
export function total(items) {
  const sum = items.reduce((all, { price }) => all + price, 0);
  return Math.floor(sum * 100) / 100;
}
`,
  'src/data.js': `${Array.from({ length: 200 }, (_, line) => `export const item${line} = { price: ${line} };\n`).join('')}`,
};

const git = (folder: string, ...args: string[]): string =>
  execFileSync(
    'git',
    ['-C', folder, '-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', ...args],
    {
      encoding: 'utf8',
    },
  );

/** A repository with a few files that the conversation is about, and as many others as asked for. */
export function makeRepository(folder: string, others: number): string {
  for (let at = 0; at < others; at++) {
    const below = join(folder, 'lib', `part-${Math.floor(at / 1000)}`, `group-${Math.floor(at / 50) % 20}`);
    if (at % 50 === 0) mkdirSync(below, { recursive: true });
    writeFileSync(join(below, `module-${at}.js`), `export const value = ${at};\n`);
  }
  mkdirSync(join(folder, 'src'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message=Totals');
  return folder;
}

/** As it is between two commands of somebody who works there: clean, and git knows it. */
export function refresh(folder: string): void {
  const changes = git(folder, 'status', '--porcelain');
  if (changes !== '') throw new Error(`A run left changes behind:\n${changes}`);
}
