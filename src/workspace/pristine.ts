import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ObjectId } from '../core/change.ts';
import { type Code, OiError } from '../core/errors.ts';
import { authenticated } from '../git/authenticated.ts';
import { git, line } from '../git/git.ts';
import { preparePrivateGit } from './private-git.ts';

export type Repository = {
  /** Its address for git over HTTP, e.g. https://github.com/owner/name.git. */
  url: string;
  /** What lets us in, e.g. an Authorization header: secret, and never handed to git. */
  headers: Readonly<Record<string, string>>;
};

/** How much of the past is fetched: enough for `git log` and `git blame` to tell something. */
const historyCommits = 50;
/** How long to wait before another try, where another try may help. */
const pauseSeconds = [1, 3];

/**
 * Fetches commits by their ids into a bare git dir of ours, with some history and nothing else. Throws `forge.*` and
 * `checkout.failed`. What an earlier step of the job checked out is not used to save the fetch: that step, or what it
 * installed, could have changed those objects, and git does not look whether they are still what their names say.
 */
export async function fetchPristine(
  gitDir: string,
  repository: Repository,
  commits: readonly ObjectId[],
  signal: AbortSignal,
): Promise<void> {
  await preparePrivateGit(gitDir, {});
  // The agent's git borrows the objects, which others may read already, and passes through here to them.
  await chmod(gitDir, 0o711);
  await mkdir(join(gitDir, 'objects/pack'), { recursive: true });
  for (const pause of [...pauseSeconds, null]) {
    const problem = await fetchOnce(gitDir, repository, commits, signal);
    if (!problem) break;
    if (pause === null || !problem.again) throw problem.error;
    await setTimeout(pause * 1000, undefined, { signal });
  }
  for (const commit of commits) {
    const found = line(await git(gitDir, ['rev-parse', '--verify', `${commit}^{commit}`], { signal }));
    if (found !== commit) throw gone(commits, new Error(`${commit} is ${found}`));
  }
}

type FetchProblem = { error: OiError; again: boolean };

function fetchOnce(
  gitDir: string,
  repository: Repository,
  commits: readonly ObjectId[],
  signal: AbortSignal,
): Promise<FetchProblem | null> {
  return authenticated(repository, async ({ url, trouble }) => {
    const config = ['core.sharedRepository=0644', 'protocol.version=2', 'http.followRedirects=false'];
    const options = [
      `--depth=${historyCommits}`,
      '--no-tags',
      '--no-write-fetch-head',
      '--no-recurse-submodules',
    ];
    const wanted = commits.map((commit) => `${commit}:refs/pinned/${commit}`);
    try {
      await git(gitDir, ['fetch', '--quiet', ...options, url, ...wanted], { config, signal });
      return null;
    } catch (error) {
      if (!(error instanceof OiError) || error.code !== 'git.failed') throw error;
      const status = trouble();
      if (status === null) return { error: gone(commits, error), again: false };
      return { error: refused(status, error), again: status === 0 || status === 429 || status >= 500 };
    }
  });
}

/** The server's words for what keeps us out. */
function refused(status: number, cause: OiError): OiError {
  const [code, advice] = reasons[status] ?? (status === 0 || status >= 500 ? busy : other);
  const said = status === 0 ? 'could not be reached' : `answered git with ${status}`;
  return new OiError(code, `The repository could not be fetched: the forge ${said}.`, advice, cause);
}

const reasons: Readonly<Record<number, readonly [Code, string]>> = {
  401: ['forge.token-refused', 'Check that the token given to the action is valid and has not expired.'],
  403: ['forge.forbidden', 'Give the token the permission `contents: read`.'],
  404: ['forge.missing', 'Check that the repository exists and that the token may read it.'],
  429: ['forge.limited', 'Wait some minutes, then run the job again.'],
};
const busy = ['forge.unavailable', 'Run the job again when the forge works.'] as const;
const other = [
  'checkout.failed',
  'Run the job again; if it fails in the same way, look at its log.',
] as const;

const gone = (commits: readonly ObjectId[], cause: Error): OiError =>
  new OiError(
    'checkout.failed',
    `The forge did not hand out commit ${commits.map((commit) => commit.slice(0, 12)).join(' or ')}.`,
    'If the branch was pushed to with force meanwhile, ask again; else run the job again.',
    cause,
  );
