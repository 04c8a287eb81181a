import * as z from 'zod/mini';
import { OiError } from '../../core/errors.ts';
import type { Circumstances, ForgeReads, Permission } from '../../core/forge.ts';
import type { Person, Subject } from '../../core/task.ts';
import { askingComment, toCircumstances, treesOf } from './circumstances.ts';
import type { Client } from './client.ts';
import { markOf } from './mark.ts';
import type { Memory } from './memory.ts';
import { isOurs } from './remarks.ts';
import { readReview } from './review.ts';
import { configText, readSituation, type Situation } from './situation.ts';

export type GitHubReads = ForgeReads & {
  /** The settings file's text, or null. One question tells it together with the circumstances. */
  config(subject: Subject): Promise<string | null>;
};

const granted = z.object({
  permission: z.string(),
  user: z.nullable(z.object({ id: z.int() })),
});
const permissions: readonly string[] = ['read', 'write', 'admin'] satisfies Permission[];

const restComment = z.object({
  body: z.nullish(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  user: z.nullable(z.object({ login: z.string(), id: z.int(), type: z.string() })),
});

/** `config` is the path of the settings file. */
export function openReads(client: Client, memory: Memory, config: string): GitHubReads {
  const situations = new Map<string, Promise<Situation>>();

  /** Asked once in a run; a failure is not remembered. */
  function situationOf(subject: Subject): Promise<Situation> {
    const key = `${subject.kind}-${subject.number}`;
    const known = situations.get(key);
    if (known !== undefined) return known;
    const asked = readSituation(client, subject, config).then((situation) => {
      remember(situation, memory);
      return situation;
    });
    situations.set(key, asked);
    asked.catch(() => situations.delete(key));
    return asked;
  }

  return {
    permission: (person) => permissionOf(client, person),
    async circumstances(task): Promise<Circumstances> {
      const { origin } = task;
      if (origin.kind === 'terminal') return { kind: 'folder' };
      const situation = await situationOf(origin.subject);
      const inThread = askingComment(situation, origin.comment.id);
      const isUnread = inThread === null && situation.thread.left > 0;
      const comment = isUnread ? await readComment(client, origin.comment.id) : inThread;
      return toCircumstances(situation, { ...task, origin }, comment);
    },
    review: ({ number }) => readReview(client, number),
    config: async (subject) => configText(await situationOf(subject), config),
  };
}

/**
 * The permission API's word for this very account: the login comes from the event, and the numbers must agree, because a
 * login can be taken over. An app or a stranger is a 404 (case E6). Any other error is no yes either, but is told as
 * what it is.
 */
async function permissionOf(client: Client, person: Person): Promise<Permission> {
  const doing = { what: `read the permission of @${person.login}`, needs: 'metadata: read' };
  try {
    const { permission, user } = await client.rest(doing, granted, ({ repos }) =>
      repos.getCollaboratorPermissionLevel({ ...client.at, username: person.login }),
    );
    const isClear = user?.id === person.id && permissions.includes(permission);
    return isClear ? (permission as Permission) : 'none';
  } catch (error) {
    if (error instanceof OiError && error.code === 'forge.missing') return 'none';
    throw error;
  }
}

/** A comment older than the part of the thread that was read. */
async function readComment(client: Client, id: number) {
  try {
    const found = await client.rest(
      { what: 'read the comment', needs: 'issues: read' },
      restComment,
      ({ issues }) => issues.getComment({ ...client.at, comment_id: id }),
    );
    const { user } = found;
    return {
      body: found.body ?? '',
      editedAt: found.updated_at === found.created_at ? null : found.updated_at,
      author: user && {
        login: user.login,
        id: user.id,
        kind: user.type === 'Bot' ? ('bot' as const) : ('user' as const),
      },
    };
  } catch (error) {
    if (error instanceof OiError && error.code === 'forge.missing') return null;
    throw error;
  }
}

/** What the writes need not ask for again. */
function remember(situation: Situation, memory: Memory): void {
  for (const [commit, tree] of treesOf(situation)) memory.trees.set(commit, tree);
  for (const remark of situation.thread.remarks) {
    const key = isOurs(remark) ? markOf(remark.body) : null;
    if (key) memory.comments.set(key, { id: remark.fullDatabaseId, url: remark.url, body: remark.body });
  }
  if (situation.thread.left === 0) memory.threads.add(situation.subject.number);
}
