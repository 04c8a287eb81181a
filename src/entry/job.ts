import { join } from 'node:path';
import { OiError } from '../core/errors.ts';
import type { Connection } from '../forge/github/client.ts';
import type { Run } from '../forge/github/event.ts';
import { namesOf } from './names.ts';
import { type Environment, readInput } from './runner-protocol.ts';

/**
 * What the runner says about the job. Source:
 * https://docs.github.com/actions/reference/variables-reference#default-environment-variables
 */
export type Job = {
  connection: Connection;
  /** The job's own workspace: what earlier steps checked out and installed. */
  workspace: string;
  /** A folder of this job for temporary files, gone with it. */
  temporary: string;
  runUrl: string;
  run: Run;
  /** The command's first word, the label and the settings file, which are needed before anything else of the inputs. */
  trigger: string;
  label: string;
  config: string;
};

/** Throws `input.missing` where a part of it is not there, which is so only outside of a runner. */
export function jobOf(env: Environment): Job {
  const need = (name: string): string => {
    const value = env[name];
    if (value) return value;
    throw new OiError(
      'input.missing',
      `${name} is not set.`,
      'Run this as a step of a GitHub Actions workflow.',
    );
  };
  const token = readInput(env, 'github-token');
  if (!token) {
    throw new OiError(
      'input.missing',
      'The input `github-token` is empty.',
      'Leave it out to use the token of the job, or pass a secret that exists.',
    );
  }
  const [owner = '', name = ''] = need('GITHUB_REPOSITORY').split('/');
  const server = need('GITHUB_SERVER_URL');
  return {
    connection: {
      token,
      owner,
      name,
      urls: { server, api: need('GITHUB_API_URL'), graphql: need('GITHUB_GRAPHQL_URL') },
    },
    workspace: need('GITHUB_WORKSPACE'),
    temporary: need('RUNNER_TEMP'),
    runUrl: `${server}/${owner}/${name}/actions/runs/${need('GITHUB_RUN_ID')}`,
    run: {
      id: need('GITHUB_RUN_ID'),
      workflow: workflowName(env),
      branch: env['GITHUB_REF_TYPE'] === 'tag' ? null : (env['GITHUB_REF_NAME'] ?? null),
      prompt: readInput(env, 'prompt'),
    },
    ...namesOf(env),
    config: readInput(env, 'config') || '.github/oi.yml',
  };
}

/**
 * The workflow's file and the job in it: what makes two tasks of a repository different. One job is one task, however
 * often it runs; jobs of a matrix are not told apart.
 */
function workflowName(env: Environment): string {
  const file = /([^/]+)\.ya?ml@/.exec(env['GITHUB_WORKFLOW_REF'] ?? '')?.[1] ?? 'workflow';
  const name = `${file}-${env['GITHUB_JOB'] ?? ''}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return name.replace(/^-|-$/g, '').slice(0, 80);
}

/** Where sessions of this job are kept. */
export const sessionsOf = ({ temporary }: Job): string => join(temporary, 'oi');
