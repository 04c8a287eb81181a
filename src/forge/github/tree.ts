import * as z from 'zod/mini';
import type { Blobs, ChangedFile, ChangeSet, ObjectId } from '../../core/change.ts';
import type { Client } from './client.ts';
import type { Memory } from './memory.ts';

/** Text that travels inside the call that makes the tree; what is larger, or no text, costs a call of its own. */
const inlineBytes = { file: 256 * 1024, all: 4 * 1024 * 1024 };

const made = z.object({ sha: z.string() });
const commit = z.object({ tree: made, parents: z.array(made) });
const doing = { what: 'write the changed files', needs: 'contents: write' };

type Entry = {
  path: string;
  mode: NonNullable<ChangedFile['now']>['mode'];
  type: 'blob';
} & ({ content: string } | { sha: string | null });

export const readCommit = (client: Client, id: ObjectId) =>
  client.rest({ what: 'read the commit', needs: 'contents: read' }, commit, ({ git }) =>
    git.getCommit({ ...client.at, commit_sha: id }),
  );

export const treeOf = async (client: Client, memory: Memory, commit: ObjectId): Promise<ObjectId> =>
  memory.trees.get(commit) ?? (await readCommit(client, commit)).tree.sha;

/** The tree of the change's base with the change laid over it: what the change does not name stays as it is. */
export async function makeTree(
  client: Client,
  memory: Memory,
  { change }: { change: ChangeSet },
  blobs: Blobs,
): Promise<ObjectId> {
  const base = await treeOf(client, memory, change.base);
  const entries: Entry[] = [];
  let room = inlineBytes.all;
  for (const { path, now } of change.files) {
    if (!now) {
      entries.push({ path, mode: '100644', type: 'blob', sha: null });
      continue;
    }
    const bytes = await blobs.get(now.bytes);
    const text = bytes.length <= Math.min(inlineBytes.file, room) ? asText(bytes) : null;
    if (text !== null) room -= bytes.length;
    const content = text === null ? { sha: await makeBlob(client, bytes) } : { content: text };
    entries.push({ path, mode: now.mode, type: 'blob', ...content });
  }
  const { sha } = await client.rest(doing, made, ({ git }) =>
    git.createTree({ ...client.at, base_tree: base, tree: entries }),
  );
  return sha;
}

async function makeBlob(client: Client, bytes: Uint8Array): Promise<ObjectId> {
  const content = Buffer.from(bytes).toString('base64');
  const { sha } = await client.rest(doing, made, ({ git }) =>
    git.createBlob({ ...client.at, content, encoding: 'base64' }),
  );
  return sha;
}

/** Null for bytes that JSON would not carry unchanged: what is not UTF-8, and NUL, which no text has. */
function asText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
