import { join } from 'node:path';
import { OiError } from '../core/errors.ts';
import type { Connection } from '../forge/github/client.ts';
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
  /** The command's first word and the settings file, which are needed before anything else of the inputs. */
  trigger: string;
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
    trigger: readInput(env, 'trigger') || '/oi',
    config: readInput(env, 'config') || '.github/oi.yml',
  };
}

/** Where sessions of this job are kept. */
export const sessionsOf = ({ temporary }: Job): string => join(temporary, 'oi');
