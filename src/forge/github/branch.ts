import * as z from 'zod/mini';
import type { Blobs, ObjectId } from '../../core/change.ts';
import { OiError } from '../../core/errors.ts';
import type { Receipt } from '../../core/forge.ts';
import type { Client } from './client.ts';
import type { BranchEffect, Kind } from './kind.ts';
import type { Memory } from './memory.ts';
import { makeTree, readCommit } from './tree.ts';

const ref = z.object({ object: z.object({ sha: z.string() }) });
const commit = z.object({ sha: z.string() });
const doing = { what: 'write the branch', needs: 'contents: write' };

/**
 * A branch of ours, moved by one commit that goes on top of the planned parent and of nothing else: one call for the tree,
 * one for the commit, one for the branch. No author is given, so GitHub signs the commit as the token's own.
 */
export function branches(client: Client, memory: Memory): Kind<BranchEffect> {
  const receipt = (id: ObjectId): Receipt => ({
    id,
    url: `${client.server}/${client.at.owner}/${client.at.repo}/commit/${id}`,
  });

  /** Null when there is no such branch. */
  async function readHead(branch: string): Promise<ObjectId | null> {
    try {
      const found = await client.rest({ what: 'read the branch', needs: 'contents: read' }, ref, ({ git }) =>
        git.getRef({ ...client.at, ref: `heads/${branch}` }),
      );
      return found.object.sha;
    } catch (error) {
      if (error instanceof OiError && error.code === 'forge.missing') return null;
      throw error;
    }
  }

  /** Whether the branch already is what an effect asks for: somebody's lost answer, or a run before this one. */
  async function isMade(head: ObjectId, { parent }: BranchEffect, tree: ObjectId): Promise<boolean> {
    const found = await readCommit(client, head);
    return found.tree.sha === tree && found.parents.length === 1 && found.parents[0]?.sha === parent;
  }

  async function move({ branch, fresh }: BranchEffect, sha: ObjectId): Promise<void> {
    await client.rest(doing, ref, ({ git }) =>
      fresh
        ? git.createRef({ ...client.at, ref: `refs/heads/${branch}`, sha })
        : git.updateRef({ ...client.at, ref: `heads/${branch}`, sha, force: false }),
    );
  }

  async function apply(effect: BranchEffect, blobs: Blobs): Promise<Receipt> {
    const { branch, parent, fresh, message } = effect;
    const head = fresh ? null : await readHead(branch);
    const tree = await makeTree(client, memory, effect, blobs);
    if (!fresh && head !== parent) {
      if (head && (await isMade(head, effect, tree))) return receipt(head);
      throw moved(branch, head);
    }
    const { sha } = await client.rest(doing, commit, ({ git }) =>
      git.createCommit({ ...client.at, message, tree, parents: [parent] }),
    );
    try {
      await move(effect, sha);
    } catch (error) {
      // The branch is there already, has moved under us, or the answer got lost: look again, and never force.
      if (!isDoubtful(error)) throw aboutWorkflows(error, effect);
      const now = await readHead(branch);
      if (now === null || (!fresh && now === parent)) throw error;
      if (now === sha || (await isMade(now, effect, tree))) return receipt(now);
      throw moved(branch, now);
    }
    return receipt(sha);
  }

  return {
    async look(effect, blobs) {
      const head = await readHead(effect.branch);
      if (head === null) return null;
      const same =
        head !== effect.parent && (await isMade(head, effect, await makeTree(client, memory, effect, blobs)));
      return { ...receipt(head), same };
    },
    apply,
  };
}

/** No permission that a workflow can give lets its token change workflows (case G12). */
function aboutWorkflows(error: unknown, { change }: BranchEffect): unknown {
  const path = change.files.find((file) => file.path.startsWith('.github/workflows/'))?.path;
  if (!(error instanceof OiError && error.code === 'forge.forbidden') || !path) return error;
  return new OiError(
    'forge.forbidden',
    `The token of a job may not change workflows, and the change touches ${path}.`,
    'Apply the patch yourself, or ask for the change without that file.',
    error,
  );
}

const isDoubtful = (error: unknown): boolean =>
  error instanceof OiError && ['forge.rejected', 'forge.unavailable'].includes(error.code);

const moved = (branch: string, head: ObjectId | null): OiError =>
  new OiError(
    'branch.moved',
    head === null
      ? `The branch ${branch} was deleted while we worked.`
      : `The branch ${branch} has moved to ${head.slice(0, 10)} while we worked; nothing was overwritten.`,
    'Ask again, and the work starts from what is there now.',
  );
