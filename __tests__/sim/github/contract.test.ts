import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type ContractClient, contractCases } from './contract-cases.ts';
import { withToken } from './git.ts';
import { clientOf, openSim } from './open-sim.ts';

const github = await openSim({ after });

const client: ContractClient = {
  octokit: clientOf(github, 'alice-token'),
  stranger: clientOf(github, 'nobody-gave-this-out'),
  owner: 'octo',
  repo: 'shop',
  gitUrl: withToken(`${github.webUrl}/octo/shop.git`, 'alice-token'),
};

for (const { title, run } of contractCases)
  test(`as on github.com: ${title}`, async () => {
    await run(client);
    assert.deepEqual(github.violations, []);
  });
