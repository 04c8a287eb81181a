import { createHash } from 'node:crypto';
import { type Commit, type Person, readCommit } from '../git/commits.ts';
import { type ChangedFile, changedFiles } from '../git/diff.ts';
import { findAccount, type Hub, nodeIdOf } from '../hub/hub.ts';
import type { Account, Repository } from '../hub/records.ts';
import { authorJson } from './account-json.ts';
import { apiUrl, encodePath, type Json, webUrl } from './urls.ts';

/** The commit as `GET /repos/{owner}/{repo}/commits` lists it. */
export async function commitJson(hub: Hub, repository: Repository, sha: string): Promise<Json> {
  const commit = await mustRead(repository, sha);
  const url = `${apiUrl(hub, repository)}/commits/${sha}`;
  return {
    url,
    sha,
    node_id: nodeIdOf('C', sha),
    html_url: `${webUrl(hub, repository)}/commit/${sha}`,
    comments_url: `${url}/comments`,
    commit: {
      url: `${apiUrl(hub, repository)}/git/commits/${sha}`,
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      comment_count: 0,
      tree: treeLink(hub, repository, commit.tree),
      verification: verificationJson(repository, commit),
    },
    author: authorJson(hub, accountOfEmail(hub, commit.author)),
    committer: authorJson(hub, accountOfEmail(hub, commit.committer)),
    parents: commit.parents.map((parent) => parentLink(hub, repository, parent, 'commits')),
  };
}

/** `GET /repos/{owner}/{repo}/commits/{ref}`, which adds what the commit changed. */
export async function fullCommitJson(hub: Hub, repository: Repository, sha: string): Promise<Json> {
  const commit = await mustRead(repository, sha);
  const files = await changedFiles(repository.git, commit.parents[0] ?? null, sha);
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  return {
    ...(await commitJson(hub, repository, sha)),
    stats: { additions, deletions, total: additions + deletions },
    files: files.map((file) => fileJson(hub, repository, sha, file)),
  };
}

/** The commit of the Git database API. */
export async function gitCommitJson(hub: Hub, repository: Repository, sha: string): Promise<Json> {
  const commit = await mustRead(repository, sha);
  return {
    sha,
    node_id: nodeIdOf('C', sha),
    url: `${apiUrl(hub, repository)}/git/commits/${sha}`,
    html_url: `${webUrl(hub, repository)}/commit/${sha}`,
    author: commit.author,
    committer: commit.committer,
    tree: treeLink(hub, repository, commit.tree),
    message: commit.message,
    parents: commit.parents.map((parent) => parentLink(hub, repository, parent, 'git/commits')),
    verification: verificationJson(repository, commit),
  };
}

export function fileJson(hub: Hub, repository: Repository, sha: string, file: ChangedFile): Json {
  const path = encodePath(file.path);
  return {
    sha: file.sha,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${webUrl(hub, repository)}/blob/${sha}/${path}`,
    raw_url: `${webUrl(hub, repository)}/raw/${sha}/${path}`,
    contents_url: `${apiUrl(hub, repository)}/contents/${path}?ref=${sha}`,
    ...(file.previousPath === null ? {} : { previous_filename: file.previousPath }),
    ...(file.patch === null ? {} : { patch: file.patch }),
  };
}

async function mustRead(repository: Repository, sha: string): Promise<Commit> {
  const commit = await readCommit(repository.git, sha);
  if (!commit) throw new Error(`the sim lost commit ${sha}`);
  return commit;
}

const treeLink = (hub: Hub, repository: Repository, tree: string): Json => ({
  sha: tree,
  url: `${apiUrl(hub, repository)}/git/trees/${tree}`,
});

const parentLink = (hub: Hub, repository: Repository, sha: string, kind: string): Json => ({
  sha,
  url: `${apiUrl(hub, repository)}/${kind}/${sha}`,
  html_url: `${webUrl(hub, repository)}/commit/${sha}`,
});

/** Only the API signs here; a signature that a person pushed is not looked at. */
function verificationJson(repository: Repository, commit: Commit): Json {
  const verified = repository.signed.has(commit.sha);
  const digest = createHash('sha256').update(commit.sha).digest('base64');
  return {
    verified,
    reason: verified ? 'valid' : 'unsigned',
    signature: verified ? `-----BEGIN PGP SIGNATURE-----\n\n${digest}\n-----END PGP SIGNATURE-----\n` : null,
    payload: verified ? `tree ${commit.tree}\n\n${commit.message}` : null,
    verified_at: verified ? commit.committer.date : null,
  };
}

export const noreplyEmail = (account: Account): string =>
  `${account.id}+${account.login}@users.noreply.github.com`;

/** `noreply@github.com` is the web flow's; everybody else is known by the no-reply address. */
export function accountOfEmail(hub: Hub, person: Person): Account | null {
  if (person.email === 'noreply@github.com') return findAccount(hub, 'web-flow') ?? null;
  const [, login = ''] = /^(?:\d+\+)?(.+)@users\.noreply\.github\.com$/.exec(person.email) ?? [];
  return findAccount(hub, login) ?? null;
}
