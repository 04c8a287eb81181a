import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Event } from '../github/events/index.ts';
import { resolveCommit } from '../github/git/refs.ts';
import type { Issue, IssueComment, Repository, Token } from '../github/hub/records.ts';
import type { Files } from '../github/seed/files.ts';
import { type GitHub, startGitHub } from '../github/start-github.ts';
import { type ModelOptions, type SimModel, startModel } from '../model/index.ts';
import type { Job } from '../runner/job.ts';
import { type ActionResult, runAction } from '../runner/run-action.ts';

/** What the workflow in the README gives the job's token. */
export const permissions = { contents: 'write', issues: 'write', pull_requests: 'write' } as const;

export type StageOptions = {
  /** The built product: a folder as `dist/` is. */
  dist: string;
  model: ModelOptions;
  /** The repository's first commit. Without files it has none. */
  files?: Files;
  folder?: string;
  permissions?: NonNullable<Token['permissions']>;
};

/**
 * A whole world in a temporary folder: a GitHub with one repository, a model, and a runner for our action. `ann` owns the
 * repository, `sam` is a stranger.
 */
export type Stage = {
  github: GitHub;
  model: SimModel;
  repository: Repository;
  token: Token;
  /** Runs the action's job for an event. Each run has a disk of its own. */
  run(event: Event, over?: Partial<Job>): Promise<ActionResult>;
  /** Somebody writes a comment, and the job runs. */
  comment(
    on: Issue,
    body: string,
    by?: string,
    over?: Partial<Job>,
  ): Promise<ActionResult & { comment: IssueComment }>;
  close(): Promise<void>;
};

const root = join(import.meta.dirname, '../..');

export async function openStage(options: StageOptions): Promise<Stage> {
  const home = mkdtempSync(join(tmpdir(), 'oi-stage-'));
  // As a runner's folders are: others may pass through.
  chmodSync(home, 0o755);
  const [github, model] = await Promise.all([
    startGitHub({ root: join(home, 'github'), seed: { accounts: ['ann', 'sam'] } }),
    startModel(options.model),
  ]);
  const { files, folder } = options;
  const repository = await github.seed.repository('ann/shop', {
    ...(files && { files }),
    ...(folder && { folder }),
  });
  const token = github.seed.actionsToken('ann/shop', options.permissions ?? permissions);
  const action = layAction(home, options.dist);
  let runs = 0;
  const stage: Stage = {
    github,
    model,
    repository,
    token,
    async run(event, over = {}) {
      runs++;
      const disk = join(home, `disk-${runs}`);
      const runId = 1000 + runs;
      const { git } = github.repository(over.repository?.fullName ?? 'ann/shop');
      const sha = await resolveCommit(git, event.ref);
      return runAction({
        dir: action,
        root: disk,
        eventName: event.name,
        event: event.payload,
        repository: { fullName: 'ann/shop', id: repository.id, ownerId: repository.owner.id },
        urls: { server: github.webUrl, api: github.apiUrl, graphql: github.graphqlUrl },
        token: token.value,
        actor: event.actor,
        ref: event.ref,
        ...(sha && { sha }),
        workflow: { path: event.workflow, name: 'oi' },
        runId,
        ...over,
        inputs: {
          model: 'sim/model',
          'api-key': 'sk-sim-0123456789abcdef',
          'base-url': model.baseUrl,
          ...over.inputs,
        },
      });
    },
    async comment(on, body, by = 'ann', over = {}) {
      const comment = github.seed.comment(on, by, body);
      return { ...(await stage.run(github.events.issueComment('created', comment), over)), comment };
    },
    async close() {
      await Promise.all([github.close(), model.close()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
  return stage;
}

/** The action as a job finds it: its manifest beside the built product. */
function layAction(home: string, dist: string): string {
  const folder = join(home, 'action');
  mkdirSync(folder);
  cpSync(join(root, 'action.yml'), join(folder, 'action.yml'));
  symlinkSync(dist, join(folder, 'dist'));
  return folder;
}
