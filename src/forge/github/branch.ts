import * as z from 'zod/mini';
import type { Blobs, ObjectId } from '../../core/change.ts';
import { OiError } from '../../core/errors.ts';
import type { Receipt } from '../../core/forge.ts';
import type { Client } from './client.ts';
import type { BranchEffect, Kind } from './kind.ts';
import type { Memory } from './memory.ts';
import { makeTree, readCommit, treeOf } from './tree.ts';

const ref = z.object({ object: z.object({ sha: z.string() }) });
const commit = z.object({ sha: z.string() });
/** Nothing where there was nothing to merge. */
const merged = z.union([commit, z.literal('')]);
const comparison = z.object({ status: z.string() });
const doing = { what: 'write the branch', needs: 'contents: write' };

/**
 * A branch of ours, moved by one commit that goes on top of the planned parent: one call for the tree, one for the
 * commit, one for the branch. Where the branch has gone on meanwhile, both are merged, and nothing is ever overwritten. No
 * author is given, so GitHub signs the commit as the token's own.
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

  /** Git keeps no branch below another one's name. */
  async function inTheWay(branch: string): Promise<OiError | null> {
    const [above = ''] = branch.split('/');
    if (above === branch || (await readHead(above)) === null) return null;
    return new OiError(
      'branch.moved',
      `The branch ${branch} cannot be made, because there is a branch ${above}.`,
      `Rename the branch ${above} and ask again.`,
    );
  }

  async function move({ branch, fresh }: BranchEffect, sha: ObjectId): Promise<void> {
    await client.rest(doing, ref, ({ git }) =>
      fresh
        ? git.createRef({ ...client.at, ref: `refs/heads/${branch}`, sha })
        : git.updateRef({ ...client.at, ref: `heads/${branch}`, sha, force: false }),
    );
  }

  /** Whether a branch has only grown. One that was put back lacks on purpose what ours would bring again. */
  async function hasGrown(from: ObjectId, to: ObjectId): Promise<boolean> {
    const reading = { what: 'compare commits', needs: 'contents: read' };
    const { status } = await client.rest(reading, comparison, ({ repos }) =>
      repos.compareCommitsWithBasehead({ ...client.at, basehead: `${from}...${to}`, per_page: 1 }),
    );
    return status === 'ahead';
  }

  /**
   * Ours into what others made of the branch meanwhile, by a merge commit of GitHub's own. Where the two conflict it stays
   * as it is.
   */
  async function merge(effect: BranchEffect, ours: ObjectId, theirs: ObjectId): Promise<Receipt> {
    const { branch, fresh, parent, message } = effect;
    for (let head = theirs; ; ) {
      if (!fresh && !(await hasGrown(parent, head))) throw moved(branch, head);
      try {
        const made = await client.rest({ ...doing, what: 'merge into the branch' }, merged, ({ repos }) =>
          repos.merge({ ...client.at, base: branch, head: ours, commit_message: message }),
        );
        return receipt(made === '' ? ((await readHead(branch)) ?? ours) : made.sha);
      } catch (error) {
        if (!(error instanceof OiError) || !['forge.rejected', 'forge.missing'].includes(error.code))
          throw aboutWorkflows(error, effect);
        const now = await readHead(branch);
        if (now === null || now === head) throw moved(branch, now);
        head = now;
      }
    }
  }

  async function apply(effect: BranchEffect, blobs: Blobs): Promise<Receipt> {
    const { branch, parent, fresh, message } = effect;
    const head = fresh ? null : await readHead(branch);
    if (!fresh && head === null) throw moved(branch, head);
    const tree = await makeTree(client, memory, effect, blobs);
    if (head && head !== parent && (await isMade(head, effect, tree))) return receipt(head);
    const { sha } = await client.rest(doing, commit, ({ git }) =>
      git.createCommit({ ...client.at, message, tree, parents: [parent] }),
    );
    if (head && head !== parent) return merge(effect, sha, head);
    try {
      await move(effect, sha);
      return receipt(sha);
    } catch (error) {
      // The branch is there already, has moved under us, or the answer got lost: look again, and never force.
      if (!isDoubtful(error)) throw aboutWorkflows(error, effect);
      const now = await readHead(branch);
      if (now === null && fresh) throw (await inTheWay(branch)) ?? error;
      if (now === null || (!fresh && now === parent)) throw error;
      if (now === sha || (await isMade(now, effect, tree))) return receipt(now);
      return merge(effect, sha, now);
    }
  }

  return {
    async look(effect, blobs) {
      const { branch, parent, change } = effect;
      const head = await readHead(branch);
      if (head === null) return null;
      // A change that was made of the head itself cannot be in it yet.
      if (head === parent && change.base === parent) return { ...receipt(head), same: false };
      const tree = await makeTree(client, memory, effect, blobs);
      const same =
        head === parent ? (await treeOf(client, memory, head)) === tree : await isMade(head, effect, tree);
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
      : `The branch ${branch} has moved to ${head.slice(0, 10)} while we worked, in a way that cannot be merged; nothing was overwritten.`,
    'Ask again, and the work starts from what is there now.',
  );
