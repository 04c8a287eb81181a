import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './folder.ts';

const environment = {
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'init.defaultBranch',
  GIT_CONFIG_VALUE_0: 'main',
};

/** Plain git in a folder, with the repository's own configuration: what a user's git does. The output, trimmed. */
export function gitAt(folder: string, ...args: string[]): string {
  const options = {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  } as const;
  return execFileSync('git', args, options).trim();
}

/** Writes files, with the folders they need. */
export function write(folder: string, files: { readonly [path: string]: string | Uint8Array }): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** A repository with one commit, gone when the test file has ended. */
export function repositoryWith(files: { readonly [path: string]: string | Uint8Array }): string {
  const folder = temporaryFolder();
  gitAt(folder, 'init', '--quiet');
  write(folder, files);
  gitAt(folder, 'add', '--all', '--force');
  gitAt(folder, 'commit', '--quiet', '--message', 'first');
  return folder;
}

/**
 * The oracle: the folder as `git add --all` and `git write-tree` see it, through a fresh index and with no filter. The
 * objects go into the folder's own repository, or, where it has none, into one beside it.
 */
export function treeByGit(folder: string, commit?: string): string {
  const beside = mkdtempSync(join(tmpdir(), 'oi-oracle-'));
  const index = { GIT_INDEX_FILE: join(beside, 'index') };
  const run = (...args: string[]): string =>
    execFileSync('git', ['-c', 'core.attributesFile=/dev/null', '-c', 'core.fsmonitor=false', ...args], {
      cwd: folder,
      env: { ...environment, ...index },
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  run('read-tree', commit ?? (gitAt(folder, 'rev-list', '--all', '--max-count=1') ? 'HEAD' : '--empty'));
  run('add', '--all');
  return run('write-tree');
}
