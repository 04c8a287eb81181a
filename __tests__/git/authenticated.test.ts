import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { authenticated } from '../../src/git/authenticated.ts';
import { git, line } from '../../src/git/git.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startGitServer } from '../support/git-server.ts';
import { gitAt, repositoryWith } from '../support/repository.ts';

const token = 'Bearer secret';
const root = temporaryFolder();
const work = repositoryWith({ a: 'a' });
for (const name of ['repo.git', 'other.git'])
  gitAt(root, 'clone', '--quiet', '--bare', work, join(root, name));
const server = await startGitServer(root, token);
const repository = { url: server.urlOf('repo.git'), headers: { authorization: token } };
const refs = '/info/refs?service=git-upload-pack';

test('git fetches through it without knowing the token; without the token it could not', async () => {
  const gitDir = temporaryFolder();
  gitAt(gitDir, 'init', '--quiet', '--bare');
  const fetchFrom = (url: string): Promise<Buffer> =>
    git(gitDir, ['fetch', '--quiet', url, 'HEAD:refs/heads/got']);
  await assert.rejects(fetchFrom(repository.url), { code: 'git.failed' });
  await authenticated(repository, async ({ url, trouble }) => {
    await fetchFrom(url);
    assert.equal(trouble(), null);
  });
  assert.equal(line(await git(gitDir, ['rev-parse', 'got'])), gitAt(work, 'rev-parse', 'HEAD'));
});

test('nothing but the two requests of a fetch from that one repository passes', async () => {
  await authenticated(repository, async ({ url }) => {
    server.asked.length = 0;
    const origin = new URL(url).origin;
    const attempts: [string, string][] = [
      ['GET', `${url}/info/refs?service=git-receive-pack`],
      ['POST', `${url}/git-receive-pack`],
      ['PUT', `${url}/git-upload-pack`],
      ['GET', `${url}/HEAD`],
      ['GET', `${url}/info/refs`],
      ['GET', `${origin}/repo.git${refs}`],
      ['GET', `${url}/../other.git${refs}`],
      ['GET', `${url}/%2e%2e/other.git${refs}`],
      ['GET', `${origin}/${'0'.repeat(48)}/repository.git${refs}`],
    ];
    for (const [method, address] of attempts) {
      assert.equal((await fetch(address, { method })).status, 404, `${method} ${address}`);
    }
    assert.deepEqual(server.asked, []);
    const push = promisify(execFile)('git', ['push', '--quiet', url, 'HEAD:refs/heads/evil'], { cwd: work });
    await assert.rejects(push, /not found/);
  });
});

test('a refusal does not make git ask for a password, and a redirect is not followed', async () => {
  await authenticated(repository, async ({ url, trouble }) => {
    for (const [status, seen] of [
      [401, 403],
      [302, 403],
      [404, 404],
      [500, 500],
    ] as const) {
      server.faults.push(status);
      const answer = await fetch(url + refs, { redirect: 'manual' });
      assert.equal(answer.status, seen);
      assert.equal(answer.headers.get('www-authenticate'), null);
      assert.equal(answer.headers.get('location'), null);
      assert.equal(trouble(), status);
    }
    server.faults.push(0);
    await assert.rejects(fetch(url + refs));
    assert.equal(trouble(), 0);
  });
});

test('it listens on this machine only, and no longer than it is used, also when that fails', async () => {
  let address = '';
  const used = authenticated(repository, async ({ url }) => {
    address = url;
    assert.equal(new URL(url).hostname, '127.0.0.1');
    throw new Error('as if git had failed');
  });
  await assert.rejects(used, /as if git had failed/);
  await assert.rejects(fetch(address + refs));
});
