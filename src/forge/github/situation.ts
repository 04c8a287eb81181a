import { OiError } from '../../core/errors.ts';
import type { Origin, Subject } from '../../core/task.ts';
import {
  type BranchAnswer,
  branchAnswer,
  circumstancesAnswer,
  type RemarkAnswer,
  type RepositoryAnswer,
  type SubjectAnswer,
  type SurroundingsAnswer,
  type TipAnswer,
} from './answers.ts';
import type { Client } from './client.ts';
import { branchQuery, circumstancesQuery } from './queries.ts';
import { readThread } from './thread.ts';

/** What one question tells about a subject: enough for the settings, the gates, the plan and the context. */
export type Situation = {
  repository: RepositoryAnswer;
  subject: SubjectAnswer;
  thread: { remarks: readonly RemarkAnswer[]; left: number };
};

/** Branches are ours by their name, one for each subject. */
export const ourBranch = ({ kind, number }: Subject): string => `oi/${kind}-${number}`;

export type Workflow = Pick<Extract<Origin, { kind: 'workflow' }>, 'workflow' | 'branch'>;
/** And one for each workflow's own task. */
export const workflowBranch = ({ workflow }: Workflow): string => `oi/workflow-${workflow}`;

/** The same question for a task that has no subject. `branch` null: the default branch. Throws `forge.missing`. */
export async function readBranch(client: Client, asked: Workflow, config: string): Promise<BranchAnswer> {
  const branch = workflowBranch(asked);
  const { repository } = await client.graphql(
    { what: 'read the branches', needs: 'contents: read, pull-requests: read' },
    branchAnswer,
    branchQuery,
    {
      owner: client.at.owner,
      name: client.at.repo,
      branch,
      ref: `refs/heads/${branch}`,
      into: `refs/heads/${asked.branch ?? 'HEAD'}`,
      config,
    },
  );
  if (repository) return repository;
  throw new OiError('forge.missing', 'GitHub shows no such repository.', 'Check that the token may read it.');
}

/** Throws `forge.missing` when there is no such subject. `config` is the path of the settings file. */
export async function readSituation(client: Client, asked: Subject, config: string): Promise<Situation> {
  const branch = ourBranch(asked);
  const { repository } = await client.graphql(
    {
      what: `read ${asked.kind} #${asked.number}`,
      needs: 'issues: read, pull-requests: read, contents: read',
    },
    circumstancesAnswer,
    circumstancesQuery,
    {
      owner: client.at.owner,
      name: client.at.repo,
      number: asked.number,
      branch,
      ref: `refs/heads/${branch}`,
      config,
    },
  );
  const subject = repository?.subject;
  if (!repository || !subject) {
    throw new OiError(
      'forge.missing',
      `GitHub shows no ${asked.kind} #${asked.number}.`,
      'Check that it still exists and that the job may read issues and pull requests.',
    );
  }
  return { repository, subject, thread: await readThread(client, asked.number, subject.comments) };
}

/**
 * The settings file as the base branch has it: for a pull request the branch that it goes into, and where that has none,
 * and for an issue, the default branch. Never the head's. Null when there is no file.
 */
export function configText({ repository, subject }: Situation, path: string): string | null {
  const base = subject.__typename === 'PullRequest' ? subject.baseRef : null;
  return settingsOn(base, repository, path);
}

/** As the branch has it that a workflow runs on. */
export const branchConfigText = (answer: BranchAnswer, path: string): string | null =>
  settingsOn(answer.into, answer, path);

function settingsOn(
  base: TipAnswer | null,
  { defaultBranchRef }: SurroundingsAnswer,
  path: string,
): string | null {
  const file = base?.target?.file ?? defaultBranchRef?.target?.file;
  if (!file) return null;
  if (file.object?.text != null && !file.object.isTruncated) return file.object.text;
  throw new OiError(
    'config.invalid',
    `${path} is not a text file of a readable size.`,
    'Make it a short YAML file, or remove it.',
  );
}
