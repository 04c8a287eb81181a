import * as z from 'zod/mini';
import { OiError } from '../../core/errors.ts';
import type { Circumstances, ForgeReads, Permission, SubjectCircumstances } from '../../core/forge.ts';
import type { Event, Person, Subject, Task } from '../../core/task.ts';
import type { BranchAnswer } from './answers.ts';
import { askingComment, labelsOf, toBranchCircumstances, toCircumstances, treesOf } from './circumstances.ts';
import type { Client } from './client.ts';
import { markOf } from './mark.ts';
import type { Memory } from './memory.ts';
import { isOurs } from './remarks.ts';
import { readReview } from './review.ts';
import {
  branchConfigText,
  configText,
  readBranch,
  readSituation,
  type Situation,
  type Workflow,
} from './situation.ts';
import { unseen } from './unseen.ts';
import { readWaiting } from './waiting.ts';

export type GitHubReads = ForgeReads & {
  /** The settings file's text, or null. One question tells it together with the circumstances. */
  config(task: Pick<Task, 'origin'>): Promise<string | null>;
  /** The issues that wait with a label for somebody to take them, as the events that put it on. Oldest issue first. */
  waiting(label: string): Promise<Extract<Event, { kind: 'label' }>[]>;
};

const granted = z.object({
  permission: z.string(),
  role_name: z.optional(z.string()),
  user: z.nullable(z.object({ id: z.int() })),
});
const permissions: readonly string[] = ['read', 'write', 'admin'] satisfies Permission[];
/** Roles of GitHub's own that cannot push, whatever the old level beside them says. Others are of an organisation's own. */
const lowRoles: readonly string[] = ['none', 'read', 'triage'];

const restComment = z.object({
  body: z.nullish(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  user: z.nullable(z.object({ login: z.string(), id: z.int(), type: z.string() })),
});

/** `config` is the path of the settings file. */
export function openReads(client: Client, memory: Memory, config: string): GitHubReads {
  const situations = new Map<string, Promise<Situation>>();
  const situationOf = (subject: Subject): Promise<Situation> =>
    once(situations, `${subject.kind}-${subject.number}`, async () => {
      const situation = await readSituation(client, subject, config);
      remember(situation, memory);
      return situation;
    });

  const branches = new Map<string, Promise<BranchAnswer>>();
  const branchOf = (workflow: Workflow): Promise<BranchAnswer> =>
    once(branches, workflow.workflow, async () => {
      const answer = await readBranch(client, workflow, config);
      for (const [commit, tree] of treesOf([answer.defaultBranchRef, answer.into, answer.ours]))
        memory.trees.set(commit, tree);
      return answer;
    });

  const comparisons = new Map<string, Promise<number>>();
  async function compared(about: SubjectCircumstances): Promise<SubjectCircumstances> {
    if (!about.pull) return about;
    const key = `${about.pull.head.commit}...${about.ours.head}`;
    return {
      ...about,
      pull: { ...about.pull, unseen: await once(comparisons, key, () => unseen(client, about)) },
    };
  }

  const permissions = new Map<string, Promise<Permission>>();
  const permission = (person: Person): Promise<Permission> =>
    once(permissions, `${person.id} ${person.login}`, () => permissionOf(client, person));

  return {
    permission,
    async circumstances(task): Promise<Circumstances> {
      const { origin } = task;
      if (origin.kind === 'terminal') return { kind: 'folder' };
      if (origin.kind === 'workflow') return toBranchCircumstances(await branchOf(origin), task, origin);
      const situation = await situationOf(origin.subject);
      if (origin.kind === 'label') return compared(toCircumstances(situation, task, null));
      const inThread = askingComment(situation, origin.comment.id);
      const isUnread = inThread === null && situation.thread.left > 0;
      const comment = isUnread ? await readComment(client, origin.comment.id) : inThread;
      return compared(toCircumstances(situation, task, comment));
    },
    review: ({ number }) => readReview(client, number),
    async config({ origin }) {
      if (origin.kind === 'terminal') return null;
      if (origin.kind === 'workflow') return branchConfigText(await branchOf(origin), config);
      return configText(await situationOf(origin.subject), config);
    },
    waiting: (label) => readWaiting(client, label),
  };
}

/** Asked once in a run; a failure is not remembered. */
function once<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const found = known.get(key);
  if (found !== undefined) return found;
  const asked = ask();
  known.set(key, asked);
  asked.catch(() => known.delete(key));
  return asked;
}

/**
 * The permission API's word for this very account: the login comes from the event, and the numbers must agree, because a
 * login can be taken over. An app or a stranger is a 404 (case E6). Any other error is no yes either, but is told as
 * what it is.
 */
async function permissionOf(client: Client, person: Person): Promise<Permission> {
  const doing = { what: `read the permission of @${person.login}`, needs: 'metadata: read' };
  try {
    const {
      permission,
      role_name: role,
      user,
    } = await client.rest(doing, granted, ({ repos }) =>
      repos.getCollaboratorPermissionLevel({ ...client.at, username: person.login }),
    );
    if (user?.id !== person.id || !permissions.includes(permission)) return 'none';
    return role !== undefined && lowRoles.includes(role.toLowerCase()) ? 'read' : (permission as Permission);
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
  const { repository, subject } = situation;
  const tips = [repository.defaultBranchRef, repository.ours];
  if (subject.__typename === 'PullRequest') tips.push(subject.headRef, subject.baseRef);
  for (const [commit, tree] of treesOf(tips)) memory.trees.set(commit, tree);
  if (subject.__typename === 'Issue') memory.labels.set(subject.number, new Set(labelsOf(subject)));
  for (const remark of situation.thread.remarks) {
    const key = isOurs(remark) ? markOf(remark.body) : null;
    if (key) memory.comments.set(key, { id: remark.fullDatabaseId, url: remark.url, body: remark.body });
  }
  if (situation.thread.left === 0) memory.threads.add(subject.number);
}
