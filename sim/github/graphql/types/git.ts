import type { ObjectType } from '../../git/cat-file.ts';
import { readCommit } from '../../git/commits.ts';
import { readTree } from '../../git/trees.ts';
import type { Repository } from '../../hub/records.ts';
import { accountOfEmail } from '../../json/commit-json.ts';
import { webUrl } from '../../json/urls.ts';
import { connection } from '../connection.ts';
import type { Fields } from '../resolver.ts';

/** Records that live in git alone. */
export type GitNode = { repository: Repository; sha: string; type: ObjectType };
export type Ref = { repository: Repository; name: string; sha: string };

/** Null where git knows no such object. */
export async function gitNode(repository: Repository, expression: string): Promise<GitNode | null> {
  const found = await repository.git.objects.info(expression);
  return found && { repository, sha: found.sha, type: found.type };
}

const shared: Fields<GitNode> = {
  id: ({ sha }) => `GO_${sha}`,
  oid: ({ sha }) => sha,
  abbreviatedOid: ({ sha }) => sha.slice(0, 7),
  repository: ({ repository }) => repository,
};

const commit = ({ repository, sha }: GitNode) => readCommit(repository.git, sha);

export const commitFields: Fields<GitNode> = {
  ...shared,
  message: async (node) => (await commit(node))?.message,
  messageHeadline: async (node) => (await commit(node))?.message.split('\n')[0],
  messageBody: async (node) => (await commit(node))?.message.split('\n').slice(1).join('\n').trim(),
  committedDate: async (node) => (await commit(node))?.committer.date,
  authoredDate: async (node) => (await commit(node))?.author.date,
  url: (node, _, { hub }) => `${webUrl(hub, node.repository)}/commit/${node.sha}`,
  tree: (node) => gitNode(node.repository, `${node.sha}^{tree}`),
  parents: async (node, args) => {
    const shas = (await commit(node))?.parents ?? [];
    return connection(await Promise.all(shas.map((sha) => gitNode(node.repository, sha))), args, 'parents');
  },
  author: async (node, _, { hub }) => {
    const author = (await commit(node))?.author;
    return author && { ...author, user: accountOfEmail(hub, author) };
  },
  // A plain object's own keys answer the fields of the types that have no entry in index.ts.
  signature: ({ repository, sha }) =>
    repository.signed.has(sha) ? { __typename: 'GpgSignature', isValid: true, state: 'VALID' } : null,
  file: async (node, { path }) => {
    const parts = path.split('/');
    const folder = await gitNode(node.repository, `${node.sha}:${parts.slice(0, -1).join('/')}`);
    const entries = folder?.type === 'tree' ? await readTree(node.repository.git, folder.sha, false) : [];
    const entry = entries.find((each) => each.path === parts.at(-1));
    return entry ? { ...entry, path, repository: node.repository } : null;
  },
};

export const treeFields: Fields<GitNode> = {
  ...shared,
  entries: async ({ repository, sha }) =>
    (await readTree(repository.git, sha, false)).map((entry) => ({ ...entry, repository })),
};

type Entry = Awaited<ReturnType<typeof readTree>>[number] & { repository: Repository };

export const treeEntryFields: Fields<Entry> = {
  name: (entry) => entry.path.split('/').at(-1),
  path: (entry) => entry.path,
  mode: (entry) => Number.parseInt(entry.mode, 8),
  type: (entry) => entry.type,
  oid: (entry) => entry.sha,
  size: (entry) => entry.size ?? 0,
  object: (entry) => gitNode(entry.repository, entry.sha),
};

/** GitHub cuts the text of a blob at half a megabyte. */
const textBytes = 512 * 1024;

const bytes = async ({ repository, sha }: GitNode): Promise<Buffer> =>
  (await repository.git.objects.contents(sha))?.data ?? Buffer.alloc(0);

const isBinary = (data: Buffer): boolean => data.subarray(0, 8000).includes(0);

export const blobFields: Fields<GitNode> = {
  ...shared,
  byteSize: async (node) => (await bytes(node)).length,
  isBinary: async (node) => isBinary(await bytes(node)),
  isTruncated: async (node) => (await bytes(node)).length > textBytes,
  text: async (node) => {
    const data = await bytes(node);
    return isBinary(data) ? null : data.toString('utf8', 0, textBytes);
  },
};

export const refFields: Fields<Ref> = {
  id: ({ repository, name }) => `REF_${Buffer.from(`${repository.id}:${name}`).toString('base64url')}`,
  name: ({ name }) => name.replace(/^refs\/(heads|tags)\//, ''),
  prefix: ({ name }) => /^refs\/[^/]+\//.exec(name)?.[0] ?? '',
  target: ({ repository, sha }) => gitNode(repository, sha),
  repository: ({ repository }) => repository,
};
