import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  return execFileSync('git', args, { cwd: folder, env: environment, encoding: 'utf8', stdio: 'pipe' }).trim();
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
 * The oracle: the folder as `git add --all` and `git write-tree` see it, through a fresh index on top of a commit (the
 * newest unless given) and with no filter. The objects go into the folder's own repository.
 */
export function treeByGit(folder: string, commit?: string): string {
  const beside = mkdtempSync(join(tmpdir(), 'oi-oracle-'));
  try {
    gitAt(beside, 'init', '--quiet', '--bare');
    mkdirSync(join(beside, 'info'), { recursive: true });
    writeFileSync(join(beside, 'info/attributes'), '* -text -filter -ident -working-tree-encoding\n');
    const objects = gitAt(folder, 'rev-parse', '--path-format=absolute', '--git-path', 'objects');
    const env = { ...environment, GIT_DIR: beside, GIT_WORK_TREE: folder, GIT_OBJECT_DIRECTORY: objects };
    const run = (...args: string[]): string =>
      execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' }).trim();
    run('read-tree', commit ?? (gitAt(folder, 'rev-list', '--max-count=1', '--all') || '--empty'));
    run('add', '--all');
    return run('write-tree');
  } finally {
    rmSync(beside, { recursive: true });
  }
}
