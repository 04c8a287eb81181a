import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from '../git/git.ts';
import { type BytePath, bytesOf, fields, joined } from '../git/objects.ts';
import { parentOf } from './standing.ts';

/** A `.gitignore` file: its path and bytes. */
export type Rules = { path: BytePath; bytes: Uint8Array };

/**
 * Which of the paths git ignores under these `.gitignore` files, whatever it tracks. Git looks at a folder that holds
 * nothing but those files, never at the one the agent worked in. `gitDir` is ours; its `info/exclude` counts too.
 */
export async function ignoredUnder(
  gitDir: string,
  rules: readonly Rules[],
  paths: readonly BytePath[],
): Promise<ReadonlySet<BytePath>> {
  if (rules.length === 0 || paths.length === 0) return new Set();
  const workTree = await mkdtemp(join(gitDir, 'ignore-'));
  try {
    for (const { path, bytes } of rules) {
      const inTree = (of: BytePath): Buffer => Buffer.concat([Buffer.from(`${workTree}/`), bytesOf(of)]);
      await mkdir(inTree(parentOf(path)), { recursive: true });
      await writeFile(inTree(path), bytes);
    }
    // Without `./` a path that starts with a colon would be a pattern.
    const input = joined(paths.map((path) => `./${path}`));
    const check = ['check-ignore', '--no-index', '-z', '--stdin'];
    const output = await git(gitDir, check, { workTree, input, exits: [0, 1] });
    return new Set(fields(output).map((path) => path.slice(2)));
  } finally {
    await rm(workTree, { recursive: true, force: true });
  }
}
