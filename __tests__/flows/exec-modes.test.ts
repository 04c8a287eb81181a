import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type SimModel, startModel, type Turn } from '../../sim/model/index.ts';
import type { Output } from '../../src/core/sandbox.ts';
import { last, only } from '../../src/core/session.ts';
import { dist } from '../support/dist.ts';
import { key, type OiStage, openStage } from '../support/oi.ts';
import { gitAt, treeByGit, write } from '../support/repository.ts';

const product = await dist();
const isRoot = process.getuid?.() === 0;
const patch = (...lines: string[]) => ({
  name: 'apply_patch',
  args: { input: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n') },
});

/** One turn with these commands, each for itself, and then the end. */
async function stageWith(
  ...calls: (string | ReturnType<typeof patch>)[]
): Promise<{ at: OiStage; model: SimModel }> {
  const turn: Turn = {
    calls: calls.map((call) =>
      typeof call === 'string' ? { name: 'exec_command', args: { cmd: call } } : call,
    ),
  };
  const model = await startModel({ script: ({ turn: number }) => (number === 0 ? turn : { text: 'Done' }) });
  after(model.close);
  return { at: openStage(product, model), model };
}
/** What each call came to: its exit code, or whether it was refused; and what it printed. */
function results(at: OiStage): { code: unknown; text: string }[] {
  return only(at.log(), 'tool.returned').map(({ result }) => {
    const { head = '' } = (result.fields['output'] ?? {}) as Partial<Output>;
    return {
      code: result.ok ? (result.fields['code'] ?? 0) : 'refused',
      text: result.ok ? head : result.why,
    };
  });
}
const codes = (at: OiStage): unknown[] => results(at).map(({ code }) => code);
const printed = (at: OiStage): string[] => results(at).map(({ text }) => text.trim());

function plantRepository(folder: string): void {
  gitAt(folder, 'init', '--quiet');
  write(folder, {
    'a.txt': 'a\n',
    'b.txt': 'b\n',
    '.github/workflows/ci.yml': 'on: push\n',
    'sub/c.txt': 'c\n',
  });
  gitAt(folder, 'add', '--all');
  gitAt(folder, 'commit', '--quiet', '--message', 'first');
}

test('read-only: everything can be read and nothing changed', async () => {
  const { at } = await stageWith(
    'cat a.txt',
    'echo x > a.txt',
    patch('*** Add File: new.txt', '+x'),
    'touch /tmp/f && echo ok',
  );
  plantRepository(at.folder);
  const { code } = await at.run(['--sandbox', 'read-only', 'Look.']);
  assert.equal(code, 0);
  assert.deepEqual(codes(at), [0, 1, 'refused', 0]);
  assert.equal(gitAt(at.folder, 'status', '--porcelain'), '');
  assert.equal(last(at.log(), 'sitting.closed')?.outcome.kind, 'answered');
});

test('only who types danger-full-access gets rid of the wall, and each time anew', async () => {
  const { at } = await stageWith('cat ../outside.txt; echo "key=$OI_API_KEY"');
  write(at.home, { 'outside.txt': 'outside\n' });
  const byVariable = await at.run(['Do it.'], { env: { OI_SANDBOX: 'danger-full-access' } });
  assert.equal(byVariable.code, 2);
  assert.match(byVariable.stderr, /^OI_SANDBOX asks for danger-full-access, .* \(input\.invalid\)\n$/);
  assert.equal((await at.run(['--sandbox', 'danger-full-access', 'Do it.'])).code, 0);
  assert.deepEqual(printed(at), ['outside\nkey='], 'no wall, and still no key');

  const { at: walled } = await stageWith('cat ../outside.txt');
  write(walled.home, { 'outside.txt': 'outside\n' });
  await walled.run(['Do it.']);
  assert.match(printed(walled)[0] ?? '', /No such file/);
});

test('a session that began without a wall goes on behind one', async () => {
  const { at, model } = await stageWith('cat ../outside.txt');
  write(at.home, { 'outside.txt': 'outside\n' });
  await at.run(['--sandbox', 'danger-full-access', '--max-turns', '1', 'Do it.']);
  assert.deepEqual(printed(at), ['outside']);
  const other = await startModel({
    script: ({ newest }) =>
      newest.includes('again')
        ? { calls: [{ name: 'exec_command', args: { cmd: 'cat ../outside.txt' } }] }
        : { text: 'Done' },
  });
  after(other.close);
  await at.run(['--resume', at.sessions()[0] ?? '', 'again'], { env: { OI_BASE_URL: other.baseUrl } });
  assert.match(printed(at)[1] ?? '', /No such file/);
  assert.equal(model.requests.length, 1);
});

test('a folder that is no repository works, and stays none', async () => {
  const { at } = await stageWith(
    'cat a.txt; echo b > b.txt',
    patch('*** Update File: a.txt', '@@', '-a', '+A'),
  );
  write(at.folder, { 'a.txt': 'a\n' });
  const { code } = await at.run(['Do it.']);
  assert.equal(code, 0);
  assert.deepEqual(codes(at), [0, 0]);
  assert.deepEqual(readdirSync(at.folder).sort(), ['a.txt', 'b.txt']);
  assert.equal(readFileSync(join(at.folder, 'a.txt'), 'utf8'), 'A\n');
  assert.equal(last(at.log(), 'sitting.closed')?.outcome.kind, 'changed');
});

test('what is not committed is seen and kept, staged or not', async () => {
  const { at } = await stageWith('git status --porcelain; cat b.txt new.txt', 'echo more >> b.txt');
  plantRepository(at.folder);
  write(at.folder, { 'a.txt': 'staged\n', 'b.txt': 'not staged\n', 'new.txt': 'new\n' });
  gitAt(at.folder, 'add', 'a.txt');
  const before = gitAt(at.folder, 'status', '--porcelain');
  await at.run(['Do it.']);
  assert.equal(printed(at)[0], `${before}\nnot staged\nnew`.trim());
  assert.equal(gitAt(at.folder, 'status', '--porcelain'), before);
  assert.equal(readFileSync(join(at.folder, 'b.txt'), 'utf8'), 'not staged\nmore\n');
  assert.equal(gitAt(at.folder, 'show', ':a.txt'), 'staged');
});

test('uncommitted changes that nobody touched are no change of the agent’s', async () => {
  const { at } = await stageWith('true');
  plantRepository(at.folder);
  write(at.folder, { 'a.txt': 'mine\n', 'new.txt': 'new\n' });
  await at.run(['Do it.']);
  assert.equal(last(at.log(), 'sitting.closed')?.outcome.kind, 'answered');
});

const onlyRoot = { skip: isRoot ? false : 'only root can give a folder away' };

test('for root, in somebody else’s folder the agent is that somebody', onlyRoot, async () => {
  const byPatch = patch('*** Add File: deep/by-patch', '+x', '*** Update File: a.txt', '@@', '-a', '+A');
  const { at } = await stageWith('id -u; touch by-command', byPatch);
  plantRepository(at.folder);
  giveAway(at);
  const { code, stderr } = await at.run(['Do it.']);
  assert.equal(code, 0, stderr);
  assert.deepEqual([codes(at), printed(at)[0]], [[0, 0], '12345']);
  for (const path of ['by-command', 'deep', 'deep/by-patch', 'a.txt']) {
    const { uid, gid } = lstatSync(join(at.folder, path));
    assert.deepEqual([path, uid, gid], [path, 12345, 12346]);
  }
});

test('for root, a folder that its owner cannot get to is told as such', onlyRoot, async () => {
  const { at } = await stageWith('true');
  giveAway(at);
  chmodSync(at.home, 0o700);
  const { code, stderr } = await at.run(['Do it.']);
  assert.equal(code, 3);
  assert.match(stderr, /^Who owns the folder, .* cannot get to .* \(sandbox\.unavailable\)$/m);
});

test('root that may not drop its groups, as in a rootless container, gets a sandbox', onlyRoot, async () => {
  const { at } = await stageWith('id -u; touch made');
  const through = ['unshare', '--user', '--map-root-user', '--'];
  const { code, stderr } = await at.run(['Do it.'], { through });
  assert.equal(code, 0, stderr);
  assert.deepEqual(printed(at), ['0']);
  assert.ok(existsSync(join(at.folder, 'made')));
});

function giveAway({ home, folder }: OiStage): void {
  chmodSync(home, 0o755);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of ['.', ...paths]) chownSync(join(folder, path), 12345, 12346);
}

test('a folder of a repository is all that is worked on; the rest is neither seen nor changed', async () => {
  const { at } = await stageWith('ls ..; cat ../a.txt', 'echo x > ../a.txt; echo C > c.txt');
  const repository = join(at.home, 'repository');
  mkdirSync(repository);
  plantRepository(repository);
  const { code, stderr } = await at.run(['-C', join(repository, 'sub'), 'Do it.']);
  assert.equal(code, 0, stderr);
  assert.match(printed(at)[0] ?? '', /^sub\ncat: .*No such file/);
  assert.equal(gitAt(repository, 'status', '--porcelain'), 'M sub/c.txt');
  assert.equal(last(at.log(), 'sitting.closed')?.outcome.kind, 'changed');
});

test('the agent cannot change what runs or rules outside: .git and .github', async () => {
  const attacks = [
    'echo evil > .git/hooks/post-checkout',
    'git config core.pager evil',
    'git commit --allow-empty -m x',
    'mv .git elsewhere',
    'rm -rf .github',
    'mv .github elsewhere',
    'echo evil > .github/workflows/ci.yml',
  ];
  const byPatch = patch('*** Update File: .github/workflows/ci.yml', '@@', '-on: push', '+on: evil');
  const { at } = await stageWith(...attacks, byPatch, 'git log --format=%s && git diff && git blame a.txt');
  plantRepository(at.folder);
  const before = [
    gitAt(at.folder, 'rev-parse', 'HEAD'),
    readFileSync(join(at.folder, '.git/config'), 'utf8'),
    treeByGit(at.folder),
  ];
  const { code } = await at.run(['Do it.']);
  assert.equal(code, 0);
  assert.deepEqual(
    results(at).filter(({ code }) => code === 0).length,
    1,
    JSON.stringify(results(at), null, 1),
  );
  assert.match(printed(at).at(-1) ?? '', /^first\n/);
  assert.ok(!existsSync(join(at.folder, '.git/hooks/post-checkout')));
  assert.deepEqual(
    [
      gitAt(at.folder, 'rev-parse', 'HEAD'),
      readFileSync(join(at.folder, '.git/config'), 'utf8'),
      treeByGit(at.folder),
    ],
    before,
  );
});

test('AGENTS.md reaches the first prompt; one that leads elsewhere does not', async () => {
  for (const harness of ['native', 'mini-swe-agent-text']) {
    const { at, model } = await stageWith('true');
    write(at.folder, { 'AGENTS.md': '# Rules\n\nTabs, never spaces.\n' });
    await at.run(['--harness', harness, '--max-turns', '1', 'Do it.']);
    assert.match(JSON.stringify(model.requests[0]?.body['messages']), /Tabs, never spaces\./);
  }
  const { at, model } = await stageWith('true');
  write(at.home, { 'private.txt': 'PRIVATE WORDS' });
  symlinkSync('../private.txt', join(at.folder, 'AGENTS.md'));
  await at.run(['Do it.']);
  assert.ok(!JSON.stringify(model.requests[0]?.body).includes('PRIVATE WORDS'));
});

test('the key reaches the provider’s header and nothing else', async () => {
  const { at, model } = await stageWith(
    'env; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null; true',
    'cat .env; echo done > result.txt',
  );
  write(at.folder, { '.env': `KEY=${key}\n` });
  const { code, stdout, stderr } = await at.run(['--json', 'Do it.'], {
    env: { GITHUB_TOKEN: 'ghp_live0815' },
  });
  assert.equal(code, 0, stderr);
  assert.equal(model.requests[0]?.headers.authorization, `Bearer ${key}`);
  assert.doesNotMatch(printed(at)[0] ?? '', /OI_|GITHUB_TOKEN|ghp_live/);
  const session = at.sessionFolder();
  const files = readdirSync(session, { recursive: true, encoding: 'utf8' })
    .map((name) => join(session, name))
    .filter((file) => statSync(file).isFile() && !file.includes('trees.git'));
  const places = {
    ...Object.fromEntries(model.requests.map(({ number, bytes }) => [`request ${number}`, bytes.toString()])),
    ...Object.fromEntries(files.map((file) => [file, readFileSync(file, 'latin1')])),
    stdout,
    stderr,
  };
  for (const [place, text] of Object.entries(places)) assert.ok(!text.includes(key), place);
});

test('escape 16: what could not be protected because it was not there is told', async () => {
  const { at } = await stageWith(
    'mkdir -p .github/workflows && echo "on: push" > .github/workflows/evil.yml',
  );
  gitAt(at.folder, 'init', '--quiet');
  const { code, stderr } = await at.run(['Do it.']);
  assert.equal(code, 0);
  assert.match(stderr, /^\.github is new and decides what runs or is obeyed later; look at it before/m);
});
