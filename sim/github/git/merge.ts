import type { Git } from './open-git.ts';

export function mergeBase(git: Git, one: string, other: string): Promise<string | null> {
  return git.once(`merge-base ${one} ${other}`, async () => {
    const result = await git.run(['merge-base', one, other]);
    return result.code === 0 ? result.output.toString().trim() : null;
  });
}

/** The merged tree, or null where the two conflict or share no history. */
export function mergeTrees(git: Git, ours: string, theirs: string): Promise<string | null> {
  return git.once(`merge ${ours} ${theirs}`, async () => {
    const result = await git.run(['merge-tree', '--write-tree', '--name-only', ours, theirs]);
    return result.code === 0 ? (result.output.toString().split('\n')[0] ?? null) : null;
  });
}

export type Distance = { ahead: number; behind: number };

export function distance(git: Git, base: string, head: string): Promise<Distance> {
  return git.once(`distance ${base} ${head}`, async () => {
    const text = await git.text(['rev-list', '--left-right', '--count', `${base}...${head}`]);
    const [behind = 0, ahead = 0] = text.split('\t').map(Number);
    return { ahead, behind };
  });
}
