import type { Git } from './open-git.ts';

export const zeroSha = '0'.repeat(40);
export const isSha = (text: string): boolean => /^[0-9a-f]{40}$/.test(text);

export async function refSha(git: Git, ref: string): Promise<string | null> {
  return (await git.objects.info(ref))?.sha ?? null;
}

export const branchSha = (git: Git, branch: string): Promise<string | null> =>
  refSha(git, `refs/heads/${branch}`);

/** A branch, a tag, `heads/x`, `refs/heads/x`, `HEAD`, a commit id or its beginning; no other revision syntax. */
export async function resolveCommit(git: Git, name: string): Promise<string | null> {
  if (!isPlainName(name)) return null;
  const candidates = isSha(name)
    ? [name]
    : [
        `refs/heads/${name}`,
        `refs/tags/${name}`,
        ...(/^(heads|tags|pull)\//.test(name) ? [`refs/${name}`] : []),
        name,
      ];
  for (const candidate of candidates) {
    const commit = await git.objects.info(`${candidate}^{commit}`);
    if (commit) return commit.sha;
  }
  return null;
}

const isPlainName = (name: string): boolean =>
  name !== '' && !name.startsWith('-') && !/[~^:?*[\\\s]|\.\.|@\{/.test(name);

/** Moves a ref only from `from`, which is null for a ref that must not exist yet. */
export async function moveRef(
  git: Git,
  ref: string,
  to: string,
  from: string | null,
): Promise<string | null> {
  const moved = await git.run(['update-ref', ref, to, from ?? zeroSha]);
  return moved.code === 0 ? null : moved.error.trim();
}

export async function deleteRef(git: Git, ref: string): Promise<void> {
  await git.text(['update-ref', '-d', ref]);
}

export type Ref = { name: string; sha: string; type: string };

export async function listRefs(git: Git, prefix: string): Promise<Ref[]> {
  const text = await git.text(['for-each-ref', '--format=%(refname)%00%(objectname)%00%(objecttype)']);
  return text
    .split('\n')
    .map((line) => line.split('\0'))
    .filter(([name]) => name?.startsWith(prefix))
    .map(([name = '', sha = '', type = '']) => ({ name, sha, type }));
}

export const isAncestor = async (git: Git, older: string, newer: string): Promise<boolean> =>
  older === newer ||
  git.once(`ancestor ${older} ${newer}`, async () => {
    const result = await git.run(['merge-base', '--is-ancestor', older, newer]);
    return result.code === 0;
  });

export async function isEmpty(git: Git): Promise<boolean> {
  return (await git.text(['for-each-ref', '--count=1', '--format=%(refname)'])) === '';
}
