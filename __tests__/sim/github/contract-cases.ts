import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Octokit } from '@octokit/rest';
import { git } from './git.ts';

/** Somebody who may write to a repository that has a commit on its default branch. */
export type ContractClient = {
  octokit: Octokit;
  /** The same addresses, with a token that nobody gave out. */
  stranger: Octokit;
  owner: string;
  repo: string;
  /** With the token in it. */
  gitUrl: string;
};

/** What holds on github.com and in the sim alike. Each case cleans up what it made. */
export type ContractCase = { title: string; run(client: ContractClient): Promise<void> };

const unique = () => `oi-contract-${process.pid}-${Math.random().toString(36).slice(2, 8)}`;

const refused = (status: number, message: RegExp) => (error: unknown) => {
  const { status: found, message: text } = error as { status: number; message: string };
  assert.equal(found, status, text);
  assert.match(text, message);
  return true;
};

async function tip({ octokit, owner, repo }: ContractClient): Promise<{ branch: string; sha: string }> {
  const { data } = await octokit.repos.get({ owner, repo });
  const ref = await octokit.git.getRef({ owner, repo, ref: `heads/${data.default_branch}` });
  return { branch: data.default_branch, sha: ref.data.object.sha };
}

/** A branch with one more file, made as a bot makes it. */
async function publish(client: ContractClient, branch: string, content: string): Promise<string> {
  const { octokit, owner, repo } = client;
  const { sha: parent } = await tip(client);
  const tree = await octokit.git.createTree({
    owner,
    repo,
    base_tree: parent,
    tree: [{ path: `${branch}.txt`, mode: '100644', type: 'blob', content }],
  });
  const commit = await octokit.git.createCommit({
    owner,
    repo,
    message: 'Contract',
    tree: tree.data.sha,
    parents: [parent],
  });
  await octokit.git.createRef({ owner, repo, ref: `refs/heads/${branch}`, sha: commit.data.sha });
  return commit.data.sha;
}

async function withBranch(
  client: ContractClient,
  use: (branch: string, sha: string) => Promise<void>,
): Promise<void> {
  const { octokit, owner, repo } = client;
  const branch = unique();
  const sha = await publish(client, branch, 'contract\n');
  try {
    await use(branch, sha);
  } finally {
    await octokit.git.deleteRef({ owner, repo, ref: `heads/${branch}` }).catch(() => {});
  }
}

async function withIssue(
  { octokit, owner, repo }: ContractClient,
  use: (number: number) => Promise<void>,
): Promise<void> {
  const { data } = await octokit.issues.create({ owner, repo, title: unique() });
  try {
    await use(data.number);
  } finally {
    await octokit.issues.update({
      owner,
      repo,
      issue_number: data.number,
      state: 'closed',
      state_reason: 'not_planned',
    });
  }
}

/** A label of the repository, which goes with all that it was put on. */
async function withLabel(
  { octokit, owner, repo }: ContractClient,
  use: (label: string) => Promise<void>,
): Promise<void> {
  const name = unique();
  await octokit.issues.createLabel({ owner, repo, name });
  try {
    await use(name);
  } finally {
    await octokit.issues.deleteLabel({ owner, repo, name });
  }
}

type LabelEvent = {
  __typename: string;
  createdAt: string;
  actor: { login: string };
  label: { name: string };
};

async function labelHistory({ octokit, owner, repo }: ContractClient, number: number): Promise<LabelEvent[]> {
  const { repository } = await octokit.graphql<{
    repository: { issue: { timelineItems: { nodes: LabelEvent[] } } };
  }>(
    `query ($owner: String!, $repo: String!, $number: Int!) { repository(owner: $owner, name: $repo) {
      issue(number: $number) { timelineItems(itemTypes: [LABELED_EVENT, UNLABELED_EVENT], first: 10) { nodes {
        __typename ... on LabeledEvent { createdAt actor { login } label { name } }
        ... on UnlabeledEvent { createdAt actor { login } label { name } } } } } } }`,
    { owner, repo, number },
  );
  return repository.issue.timelineItems.nodes;
}

export const contractCases: readonly ContractCase[] = [
  {
    title: 'REST and GraphQL agree on the tip of the default branch',
    async run(client) {
      const { octokit, owner, repo } = client;
      const { branch, sha } = await tip(client);
      const { repository } = await octokit.graphql<{
        repository: { defaultBranchRef: { name: string; target: { oid: string } }; missing: null };
      }>(
        `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) {
          defaultBranchRef { name target { oid } } missing: ref(qualifiedName: "refs/heads/no-such-branch") { name }
        } }`,
        { owner, repo },
      );
      assert.deepEqual(repository, {
        defaultBranchRef: { name: branch, target: { oid: sha } },
        missing: null,
      });
    },
  },
  {
    title: 'a new issue without a body has null for one, and no pull_request',
    run: (client) =>
      withIssue(client, async (issue_number) => {
        const { octokit, owner, repo } = client;
        const { data } = await octokit.issues.get({ owner, repo, issue_number });
        assert.equal(data.body, null);
        assert.equal('pull_request' in data, false);
        assert.equal(data.comments, 0);
      }),
  },
  {
    title: 'comments are listed oldest first, in pages that link to each other',
    run: (client) =>
      withIssue(client, async (issue_number) => {
        const { octokit, owner, repo } = client;
        for (const body of ['first', 'second', 'third'])
          await octokit.issues.createComment({ owner, repo, issue_number, body });
        const page = await octokit.issues.listComments({ owner, repo, issue_number, per_page: 2 });
        assert.deepEqual(
          page.data.map((comment) => comment.body),
          ['first', 'second'],
        );
        assert.match(page.headers.link ?? '', /page=2>; rel="next", <[^>]+page=2>; rel="last"/);
        const all = await octokit.paginate(octokit.issues.listComments, {
          owner,
          repo,
          issue_number,
          per_page: 2,
        });
        assert.equal(all.length, 3);
      }),
  },
  {
    title: 'an edited comment says so in GraphQL, and a deleted one is gone',
    run: (client) =>
      withIssue(client, async (issue_number) => {
        const { octokit, owner, repo } = client;
        const { data } = await octokit.issues.createComment({ owner, repo, issue_number, body: 'before' });
        const ask = async () => {
          const answer = await octokit.graphql<{
            repository: { issue: { comments: { totalCount: number; nodes: Record<string, unknown>[] } } };
          }>(
            `query ($owner: String!, $repo: String!, $number: Int!) { repository(owner: $owner, name: $repo) {
              issue(number: $number) { comments(last: 5) { totalCount nodes { fullDatabaseId body lastEditedAt isMinimized } } }
            } }`,
            { owner, repo, number: issue_number },
          );
          return answer.repository.issue.comments;
        };
        assert.deepEqual((await ask()).nodes, [
          { fullDatabaseId: String(data.id), body: 'before', lastEditedAt: null, isMinimized: false },
        ]);
        await octokit.issues.updateComment({ owner, repo, comment_id: data.id, body: 'after' });
        const [edited] = (await ask()).nodes;
        assert.equal(edited?.['body'], 'after');
        assert.equal(typeof edited?.['lastEditedAt'], 'string');
        await octokit.issues.deleteComment({ owner, repo, comment_id: data.id });
        assert.equal((await ask()).totalCount, 0);
        await assert.rejects(
          octokit.issues.getComment({ owner, repo, comment_id: data.id }),
          refused(404, /Not Found/),
        );
      }),
  },
  {
    title: 'a body of 65,536 characters is taken and one of 65,537 is not',
    run: (client) =>
      withIssue(client, async (issue_number) => {
        const { octokit, owner, repo } = client;
        await octokit.issues.createComment({ owner, repo, issue_number, body: 'x'.repeat(65_536) });
        await assert.rejects(
          octokit.issues.createComment({ owner, repo, issue_number, body: 'x'.repeat(65_537) }),
          refused(422, /too long \(maximum is 65536 characters\)/),
        );
      }),
  },
  {
    title: 'the same reaction twice is one reaction',
    run: (client) =>
      withIssue(client, async (issue_number) => {
        const { octokit, owner, repo } = client;
        const first = await octokit.reactions.createForIssue({ owner, repo, issue_number, content: 'eyes' });
        const second = await octokit.reactions.createForIssue({ owner, repo, issue_number, content: 'eyes' });
        assert.deepEqual([first.status, second.status], [201, 200]);
        assert.equal(first.data.id, second.data.id);
      }),
  },
  {
    title: 'who labelled an issue, and when, is told by its timeline, once for what did not change',
    run: (client) =>
      withLabel(client, (label) =>
        withIssue(client, async (issue_number) => {
          const { octokit, owner, repo } = client;
          const on = { owner, repo, issue_number };
          const before = (await octokit.issues.get(on)).data;
          // Timestamps carry whole seconds.
          await setTimeout(1100);
          await octokit.issues.addLabels({ ...on, labels: [label] });
          await octokit.issues.addLabels({ ...on, labels: [label.toUpperCase()] });
          const { data } = await octokit.issues.get(on);
          assert.notEqual(data.updated_at, before.updated_at);
          const [labeled, ...others] = await labelHistory(client, issue_number);
          assert.deepEqual(others, []);
          assert.deepEqual(
            [labeled?.__typename, labeled?.label.name, labeled?.actor.login],
            ['LabeledEvent', label, data.user?.login],
          );
          const apart = Date.parse(data.updated_at) - Date.parse(labeled?.createdAt ?? '');
          assert.ok(Math.abs(apart) <= 1000, `${apart} ms between the event and updated_at`);
          assert.equal((await octokit.issues.removeLabel({ ...on, name: label })).data.length, 0);
          assert.deepEqual(
            (await labelHistory(client, issue_number)).map(({ __typename }) => __typename),
            ['LabeledEvent', 'UnlabeledEvent'],
          );
          await octokit.issues.update({ ...on, labels: [label] });
          await octokit.issues.removeAllLabels(on);
          assert.equal((await labelHistory(client, issue_number)).length, 4);
          await assert.rejects(
            octokit.issues.removeLabel({ ...on, name: label }),
            refused(404, /Label does not exist/),
          );
        }),
      ),
  },
  {
    title: 'issues are found by any of some labels in GraphQL, by all of them in REST',
    run: (client) =>
      withLabel(client, (one) =>
        withLabel(client, (other) =>
          withIssue(client, (first) =>
            withIssue(client, async (second) => {
              const { octokit, owner, repo } = client;
              await octokit.issues.setLabels({ owner, repo, issue_number: first, labels: [one] });
              await octokit.issues.setLabels({ owner, repo, issue_number: second, labels: [one, other] });
              const { repository } = await octokit.graphql<{
                repository: {
                  issues: { nodes: { number: number; labels: { nodes: { name: string }[] } }[] };
                };
              }>(
                `query ($owner: String!, $repo: String!, $labels: [String!]) { repository(owner: $owner, name: $repo) {
                  issues(labels: $labels, states: [OPEN], first: 10, orderBy: { field: CREATED_AT, direction: ASC }) {
                    nodes { number labels(first: 5) { nodes { name } } } } } }`,
                { owner, repo, labels: [one, other] },
              );
              assert.deepEqual(repository.issues.nodes, [
                { number: first, labels: { nodes: [{ name: one }] } },
                { number: second, labels: { nodes: [{ name: one }, { name: other }] } },
              ]);
              const { data } = await octokit.issues.listForRepo({ owner, repo, labels: `${one},${other}` });
              assert.deepEqual(
                data.map(({ number }) => number),
                [second],
              );
            }),
          ),
        ),
      ),
  },
  {
    title: 'a tree with inline text has the blob that git gives the text',
    async run(client) {
      const { octokit, owner, repo } = client;
      const { sha } = await tip(client);
      const { data } = await octokit.git.createTree({
        owner,
        repo,
        base_tree: sha,
        tree: [{ path: 'contract.txt', mode: '100755', type: 'blob', content: 'hello\n' }],
      });
      const entry = data.tree.find((each) => each.path === 'contract.txt');
      assert.equal(entry?.sha, 'ce013625030ba8dba906f756967f9e9ca394464a');
      assert.equal(entry?.mode, '100755');
    },
  },
  {
    title: 'a tree cannot delete what is not there, nor reach outside',
    async run(client) {
      const { octokit, owner, repo } = client;
      const { sha } = await tip(client);
      const change = (path: string) =>
        octokit.git.createTree({
          owner,
          repo,
          base_tree: sha,
          tree: [{ path, mode: '100644', type: 'blob', sha: null }],
        });
      await assert.rejects(change('no-such-file'), refused(422, /GitRPC::BadObjectState/));
      await assert.rejects(change('../outside'), refused(422, /malformed path component/));
    },
  },
  {
    title: 'a branch is made once and moves forward only, unless forced',
    run: (client) =>
      withBranch(client, async (branch, sha) => {
        const { octokit, owner, repo } = client;
        const { sha: parent } = await tip(client);
        const ref = `heads/${branch}`;
        await assert.rejects(
          octokit.git.createRef({ owner, repo, ref: `refs/${ref}`, sha }),
          refused(422, /Reference already exists/),
        );
        await assert.rejects(
          octokit.git.updateRef({ owner, repo, ref, sha: parent }),
          refused(422, /Update is not a fast forward/),
        );
        await octokit.git.updateRef({ owner, repo, ref, sha: parent, force: true });
        assert.equal((await octokit.git.updateRef({ owner, repo, ref, sha })).data.object.sha, sha);
        await octokit.git.deleteRef({ owner, repo, ref });
        await assert.rejects(octokit.git.getRef({ owner, repo, ref }), refused(404, /Not Found/));
      }),
  },
  {
    title: 'a pull request is opened once a branch, and only where there are commits',
    run: (client) =>
      withBranch(client, async (head) => {
        const { octokit, owner, repo } = client;
        const { branch: base } = await tip(client);
        const open = (from: string) =>
          octokit.pulls.create({ owner, repo, head: from, base, title: 'Contract', draft: false });
        const { data } = await open(head);
        assert.equal(data.changed_files, 1);
        assert.equal(data.commits, 1);
        await assert.rejects(open(head), refused(422, /A pull request already exists for/));
        await assert.rejects(open(base), refused(422, /No commits between/));
        await assert.rejects(open('no-such-branch'), refused(422, /Validation Failed.*"head"/));
        const found = await octokit.pulls.list({ owner, repo, head: `${owner}:${head}`, state: 'open' });
        assert.deepEqual(
          found.data.map((pull) => pull.number),
          [data.number],
        );
        const files = await octokit.pulls.listFiles({ owner, repo, pull_number: data.number });
        assert.equal(files.data[0]?.patch, '@@ -0,0 +1 @@\n+contract');
        const issue = await octokit.issues.get({ owner, repo, issue_number: data.number });
        assert.match(issue.data.pull_request?.url ?? '', new RegExp(`/pulls/${data.number}$`));
      }),
  },
  {
    title: 'deleting the head branch closes the pull request and keeps its head',
    run: (client) =>
      withBranch(client, async (head, sha) => {
        const { octokit, owner, repo } = client;
        const { branch: base } = await tip(client);
        const { data } = await octokit.pulls.create({ owner, repo, head, base, title: 'Contract' });
        await octokit.git.deleteRef({ owner, repo, ref: `heads/${head}` });
        const after = await octokit.pulls.get({ owner, repo, pull_number: data.number });
        assert.equal(after.data.state, 'closed');
        assert.equal(after.data.head.sha, sha);
        const kept = await octokit.git.getRef({ owner, repo, ref: `pull/${data.number}/head` });
        assert.equal(kept.data.object.sha, sha);
      }),
  },
  {
    title: 'an unknown token is refused, whatever it asks',
    async run({ stranger, owner, repo }) {
      await assert.rejects(stranger.repos.get({ owner, repo }), refused(401, /Bad credentials/));
      await assert.rejects(stranger.graphql('{ viewer { login } }'), refused(401, /Bad credentials/));
    },
  },
  {
    title: 'what did not change is answered with 304',
    async run({ octokit, owner, repo }) {
      const { headers } = await octokit.repos.get({ owner, repo });
      await assert.rejects(
        octokit.repos.get({ owner, repo, headers: { 'if-none-match': headers.etag ?? '' } }),
        refused(304, /Not modified/i),
      );
    },
  },
  {
    title: 'a connection wants to know how many',
    async run({ octokit, owner, repo }) {
      await assert.rejects(
        octokit.graphql(
          'query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { labels { totalCount nodes { name } } } }',
          { owner, repo },
        ),
        /You must provide a `first` or `last` value to properly paginate the `labels` connection/,
      );
    },
  },
  {
    title: 'git fetches any commit by its id, as shallow as it likes',
    run: (client) =>
      withBranch(client, async (_, sha) => {
        const folder = await mkdtemp(join(tmpdir(), 'oi-contract-'));
        try {
          await git(folder, 'init', '-q');
          await git(folder, 'fetch', '-q', '--depth', '1', client.gitUrl, sha);
          assert.equal(await git(folder, 'rev-parse', 'FETCH_HEAD'), sha);
          assert.equal(await git(folder, 'rev-list', '--count', 'FETCH_HEAD'), '1');
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      }),
  },
];
