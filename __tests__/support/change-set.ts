import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Blobs, ChangeSet } from '../../src/core/change.ts';
import { temporaryFolder } from './folder.ts';
import { gitAt } from './repository.ts';

/** The tree that a base and a change set make together, by plain git in any repository that has the base. */
export async function treeWith(
  repository: string,
  { base, files }: ChangeSet,
  blobs: Blobs,
): Promise<string> {
  const index = join(temporaryFolder(), 'index');
  const run = (input: Uint8Array | string, ...args: string[]): string =>
    String(execFileSync('git', args, { cwd: repository, env: { GIT_INDEX_FILE: index }, input })).trim();
  run('', 'read-tree', base);
  let lines = '';
  for (const { path, now } of files) {
    const id = now && run(await blobs.get(now.bytes), 'hash-object', '-w', '--stdin', '--no-filters');
    lines += `${now?.mode ?? '0'} ${id ?? '0'.repeat(40)}\t${path}\0`;
  }
  run(lines, 'update-index', '-z', '--index-info');
  return run('', 'write-tree');
}

/** `git ls-tree`, for a message that shows what differs. */
export const listTree = (repository: string, tree: string): string[] =>
  gitAt(repository, 'ls-tree', '-r', tree).split('\n');
