// Replays the sim's contract tests against a real repository, to see whether the sim still tells the truth.
import { Octokit } from '@octokit/rest';
import { type ContractClient, contractCases } from '../__tests__/sim/github/contract-cases.ts';

const { OI_LIVE_TOKEN: token, OI_LIVE_REPOSITORY: repository, OI_LIVE_API_URL } = process.env;

if (token && repository) process.exitCode = await replay(clientFor(token, repository));
else
  console.log(
    'sim:live skipped: set OI_LIVE_REPOSITORY to the owner/name of a scratch repository with a commit, and ' +
      'OI_LIVE_TOKEN to a token that may write its contents, issues and pull requests.',
  );

function clientFor(auth: string, fullName: string): ContractClient {
  const [owner = '', repo = ''] = fullName.split('/');
  const baseUrl = OI_LIVE_API_URL ?? 'https://api.github.com';
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const web =
    baseUrl === 'https://api.github.com' ? 'https://github.com' : baseUrl.replace(/\/api\/v3\/?$/, '');
  return {
    octokit: new Octokit({ auth, baseUrl, log }),
    stranger: new Octokit({ auth: 'nobody-gave-this-out', baseUrl, log }),
    owner,
    repo,
    gitUrl: `${web.replace('://', `://x-access-token:${auth}@`)}/${owner}/${repo}.git`,
  };
}

/** One after the other, because GitHub limits writes; the exit code. */
async function replay(client: ContractClient): Promise<number> {
  let failed = 0;
  for (const { title, run } of contractCases) {
    const mistake = await run(client).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (mistake !== null) failed++;
    console.log(
      mistake === null
        ? `ok      ${title}`
        : `DIFFERS ${title}\n        ${mistake.replaceAll('\n', '\n        ')}`,
    );
  }
  console.log(
    `${contractCases.length - failed} of ${contractCases.length} hold on ${client.owner}/${client.repo}.`,
  );
  return failed === 0 ? 0 : 1;
}
