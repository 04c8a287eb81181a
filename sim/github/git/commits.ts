import { toTimestamp } from '../hub/clock.ts';
import type { Git } from './open-git.ts';

export type Person = { name: string; email: string; date: string };
export type Commit = {
  sha: string;
  tree: string;
  parents: string[];
  author: Person;
  committer: Person;
  message: string;
};

export function readCommit(git: Git, sha: string): Promise<Commit | null> {
  return git
    .once(`commit ${sha}`, async () => {
      const found = await git.objects.contents(sha);
      if (found?.type !== 'commit') throw new Error(`not a commit: ${sha}`);
      return parseCommit(sha, found.data.toString());
    })
    .catch(() => null);
}

function parseCommit(sha: string, text: string): Commit {
  const split = text.indexOf('\n\n');
  const commit: Commit = {
    sha,
    tree: '',
    parents: [],
    author: { name: '', email: '', date: '' },
    committer: { name: '', email: '', date: '' },
    message: text.slice(split + 2).replace(/\n+$/, ''),
  };
  for (const line of text.slice(0, split).split('\n')) {
    const value = line.slice(line.indexOf(' ') + 1);
    if (line.startsWith('tree ')) commit.tree = value;
    else if (line.startsWith('parent ')) commit.parents.push(value);
    else if (line.startsWith('author ')) commit.author = parsePerson(value);
    else if (line.startsWith('committer ')) commit.committer = parsePerson(value);
  }
  return commit;
}

function parsePerson(text: string): Person {
  const [, name = '', email = '', seconds = '0'] = /^(.*?) ?<(.*)> (\d+) [+-]\d{4}$/.exec(text) ?? [];
  return { name, email, date: toTimestamp(Number(seconds) * 1000) };
}

export type NewCommit = {
  tree: string;
  parents: string[];
  message: string;
  author: Person;
  committer: Person;
};

export async function writeCommit(git: Git, commit: NewCommit): Promise<string> {
  const parents = commit.parents.flatMap((parent) => ['-p', parent]);
  return git.text(['commit-tree', commit.tree, ...parents], {
    input: commit.message,
    environment: {
      GIT_AUTHOR_NAME: commit.author.name,
      GIT_AUTHOR_EMAIL: commit.author.email,
      GIT_AUTHOR_DATE: commit.author.date,
      GIT_COMMITTER_NAME: commit.committer.name,
      GIT_COMMITTER_EMAIL: commit.committer.email,
      GIT_COMMITTER_DATE: commit.committer.date,
    },
  });
}

/** Commit ids, newest first, or oldest first where `reverse`. */
export async function listCommits(git: Git, range: string[], reverse = false): Promise<string[]> {
  const text = await git.text(['rev-list', ...(reverse ? ['--reverse'] : []), ...range]);
  return text === '' ? [] : text.split('\n');
}

/** Brings a commit of another repository here without a ref, as GitHub's fork network shares its objects. */
export async function borrowCommit(from: Git, to: Git, sha: string): Promise<void> {
  if (from === to || (await to.objects.info(sha))) return;
  await to.text(['fetch', '-q', '--no-write-fetch-head', '--no-tags', from.directory, sha]);
}
