import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { IssueComment } from '../../../sim/github/hub/records.ts';
import { type GitHub as Sim, startGitHub } from '../../../sim/github/start-github.ts';
import type { Blobs, ChangedFile, ChangeSet, FileMode } from '../../../src/core/change.ts';
import type { Person, Subject, Task } from '../../../src/core/task.ts';
import { type GitHub, openGitHub } from '../../../src/forge/github/github.ts';
import { memoryBlobs } from '../../support/blobs.ts';
import { temporaryFolder } from '../../support/folder.ts';

/** What the README's workflow gives its job. */
export const permissions = { contents: 'write', issues: 'write', pull_requests: 'write' } as const;

/** A GitHub with one repository of a maintainer, and its log of requests; gone when the test file has ended. */
export async function openStage(files: Record<string, string> = { 'a.txt': 'one\n' }) {
  const sim = await startGitHub({
    root: temporaryFolder(),
    seed: {
      accounts: ['octo', 'ann', 'mallory'],
      repositories: { 'octo/shop': { files, roles: { ann: 'write' } } },
    },
  });
  after(async () => {
    await sim.close();
    assert.deepEqual(sim.violations, [], 'every request and answer is one that GitHub knows');
  });
  const repository = sim.repository('octo/shop');
  const git = (...args: string[]): Promise<string> => repository.git.text(args);
  return { sim, repository, git, main: (await git('rev-parse', 'main')).trim() };
}

type Over = { token?: string; permissions?: Parameters<Sim['seed']['actionsToken']>[1]; repository?: string };

/** The product's forge as a run has it when it begins: it knows nothing yet. */
export function openForge(sim: Sim, over: Over = {}): GitHub {
  const fullName = over.repository ?? 'octo/shop';
  const [owner = '', name = ''] = fullName.split('/');
  return openGitHub(
    {
      token: over.token ?? sim.seed.actionsToken(fullName, over.permissions ?? permissions).value,
      owner,
      name,
      urls: { server: sim.webUrl, api: sim.apiUrl, graphql: sim.graphqlUrl },
      secondMilliseconds: 1,
    },
    '.github/oi.yml',
  );
}

/** The operations that GitHub was asked for while `work` ran. */
export async function operations(sim: Sim, work: () => Promise<unknown>): Promise<(string | null)[]> {
  const before = sim.requests.length;
  await work();
  return sim.requests.slice(before).map(({ operation }) => operation);
}

/** The task of a comment, as the trigger makes it. */
export function taskOf(comment: IssueComment): Task {
  const { author, issue } = comment;
  const person: Person = { login: author.login, id: author.id, kind: author.type === 'Bot' ? 'bot' : 'user' };
  return {
    id: `comment-${comment.id}`,
    origin: {
      kind: 'comment',
      subject: { kind: issue.pull ? 'pull' : 'issue', number: issue.number },
      comment: { id: comment.id, body: comment.body, at: comment.updatedAt },
      author: person,
      sender: person,
    },
    verb: 'fix',
    ask: '',
    commit: null,
  };
}

/** A task about a subject, as far as its settings file needs one. */
export const about = (subject: Subject): Pick<Task, 'origin'> => ({
  origin: { kind: 'label', subject, label: 'oi', at: '', sender: { login: 'ann', id: 1, kind: 'user' } },
});

type Files = Record<string, string | Buffer | null | { mode: FileMode; content: string | Buffer }>;

/** A change set of these files, with its bytes. */
export async function changeOf(base: string, files: Files): Promise<{ change: ChangeSet; blobs: Blobs }> {
  const blobs = memoryBlobs();
  const changed: ChangedFile[] = [];
  for (const [path, file] of Object.entries(files)) {
    if (file === null) {
      changed.push({ path, before: { mode: '100644', bytes: null }, now: null });
      continue;
    }
    const isPlain = typeof file === 'string' || Buffer.isBuffer(file);
    const { mode, content } = isPlain ? { mode: '100644' as const, content: file } : file;
    const bytes = Buffer.from(content);
    const now = { mode, bytes: (await blobs.put(bytes)) ?? '', size: bytes.length };
    changed.push({ path, before: null, now });
  }
  return { change: { base, files: changed }, blobs };
}
