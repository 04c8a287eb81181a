import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Tester',
  GIT_AUTHOR_EMAIL: 'tester@example.com',
  GIT_COMMITTER_NAME: 'Tester',
  GIT_COMMITTER_EMAIL: 'tester@example.com',
  LC_ALL: 'C',
};

/** The machine's own git as a client; rejects with git's words in `stderr`. */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: folder, env: environment, maxBuffer: 1 << 26 });
  return stdout.trimEnd();
}

/** An address with a token in it, as Actions uses it. */
export const withToken = (url: string, token: string): string =>
  url.replace('://', `://x-access-token:${token}@`);

export const gitSays =
  (pattern: RegExp) =>
  (error: unknown): boolean => {
    const { stderr = '' } = error as { stderr?: string };
    if (pattern.test(stderr)) return true;
    throw new Error(`git said ${JSON.stringify(stderr)}, which is not ${pattern}`);
  };
