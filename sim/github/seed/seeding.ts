import { createAccount, createToken, type NewAccount, type NewToken } from '../actions/accounts.ts';
import { createComment, createIssue, editBody, type NewIssue } from '../actions/issues.ts';
import { ensureLabel, setLabels } from '../actions/labels.ts';
import { createPull, findHead } from '../actions/pulls.ts';
import {
  createRepository,
  deleteRepository,
  forkRepository,
  type NewRepository,
} from '../actions/repositories.ts';
import { addToThread, createReview, planThread } from '../actions/reviews.ts';
import { deleteRef } from '../git/refs.ts';
import { findAccount, type Hub } from '../hub/hub.ts';
import type {
  Account,
  Issue,
  IssueComment,
  LabelEvent,
  PullIssue,
  Repository,
  ReviewComment,
  Side,
  Text,
  Thread,
  Token,
} from '../hub/records.ts';
import { type Files, pushFiles, readFolder } from './files.ts';

/** What people do, without HTTP and without asking whether they may. Authors are logins. */
export type Seeding = ReturnType<typeof seeding>;

type PullSeed = {
  author: string;
  /** `branch`, or `owner:branch` of a fork. */
  head: string;
  base?: string;
  title: string;
  body?: string | null;
  draft?: boolean;
};

type ReviewCommentSeed = { author: string; body: string } & (
  | { replyTo: ReviewComment }
  | { path: string; line: number | null; startLine?: number; side?: Side }
);

export function seeding(hub: Hub) {
  const who = (login: string): Account => {
    const account = findAccount(hub, login);
    if (!account) throw new Error(`the sim has no account ${login}`);
    return account;
  };
  const writer = (login: string) => {
    const author = who(login);
    return { author, app: author.type === 'Bot' ? author : null };
  };
  return {
    account: (login: string, options?: NewAccount): Account => createAccount(hub, login, options),
    token: (options: NewToken): Token => createToken(hub, options),
    /** The token that a workflow's job gets: `github-actions[bot]`, for one repository, with the job's `permissions`. */
    actionsToken: (repository: string, permissions: NonNullable<Token['permissions']>): Token =>
      createToken(hub, { login: 'github-actions[bot]', permissions, repositories: [repository] }),
    /** Without files or a folder it has no commit. `author` makes the first one; the owner where left out. */
    async repository(
      fullName: string,
      options: NewRepository & { files?: Files; folder?: string; author?: string } = {},
    ): Promise<Repository> {
      const [owner = '', name = ''] = fullName.split('/');
      const repository = await createRepository(hub, who(owner), name, options);
      const files = { ...(options.folder ? await readFolder(options.folder) : {}), ...options.files };
      if (Object.keys(files).length > 0)
        await pushFiles(hub, repository, {
          author: who(options.author ?? owner),
          branch: repository.defaultBranch,
          message: 'First commit',
          files,
        });
      return repository;
    },
    fork: (repository: Repository, owner: string): Promise<Repository> =>
      forkRepository(hub, repository, who(owner)),
    deleteRepository: (repository: Repository): Promise<void> => deleteRepository(hub, repository),
    deleteAccount: (login: string): void => {
      who(login).deleted = true;
    },
    /** A person's commit on top of a branch, which is made from `from` (the default branch) where it is missing. */
    commit: (
      repository: Repository,
      options: { author: string; branch: string; files: Files; message?: string; from?: string },
    ): Promise<string> =>
      pushFiles(hub, repository, { message: 'Change', ...options, author: who(options.author) }),
    deleteBranch: (repository: Repository, branch: string): Promise<void> =>
      deleteRef(repository.git, `refs/heads/${branch}`),
    issue: (repository: Repository, options: NewIssueSeed): Issue =>
      createIssue(hub, repository, writer(options.author), {
        ...options,
        assignees: (options.assignees ?? []).map(who),
      }),
    /** Throws where the issue has the label: nothing would happen then. */
    label: (issue: Issue, name: string, by: string): LabelEvent =>
      only(
        setLabels(hub, issue, who(by), [...issue.labels, ensureLabel(hub, issue.repository, name)]),
        `#${issue.number} has the label ${name}`,
      ),
    /** Throws where the issue does not have it. */
    unlabel: (issue: Issue, name: string, by: string): LabelEvent =>
      only(
        setLabels(
          hub,
          issue,
          who(by),
          issue.labels.filter((label) => label.name.toLowerCase() !== name.toLowerCase()),
        ),
        `#${issue.number} does not have the label ${name}`,
      ),
    comment: (issue: Issue, author: string, body: string): IssueComment =>
      createComment(hub, issue, writer(author), body),
    edit: (text: Text & { body: string | null }, body: string | null): void => editBody(hub, text, body),
    async pull(repository: Repository, options: PullSeed): Promise<PullIssue> {
      const head = await findHead(hub, repository, options.head);
      if (!head) throw new Error(`the sim has no branch ${options.head}`);
      const base = options.base ?? repository.defaultBranch;
      return createPull(hub, repository, writer(options.author), { ...options, base, ...head });
    },
    async reviewComment(issue: PullIssue, options: ReviewCommentSeed): Promise<ReviewComment> {
      const by = writer(options.author);
      const thread = 'replyTo' in options ? options.replyTo.thread : await startThread(hub, issue, options);
      const review = createReview(hub, issue, by, { body: '', state: 'COMMENTED' });
      return addToThread(hub, thread, by, review, options.body);
    },
  };
}

function only<Item>([item]: readonly Item[], otherwise: string): Item {
  if (item === undefined) throw new Error(otherwise);
  return item;
}

type NewIssueSeed = Omit<NewIssue, 'assignees'> & { author: string; assignees?: string[] };

async function startThread(
  hub: Hub,
  issue: PullIssue,
  { path, line, startLine, side }: { path: string; line: number | null; startLine?: number; side?: Side },
): Promise<Thread> {
  const place = { path, line, startLine: startLine ?? null, side: side ?? 'RIGHT' };
  const thread = await planThread(hub, issue, place);
  if (!thread) throw new Error(`the diff of #${issue.number} does not show ${path}:${line}`);
  return thread;
}
