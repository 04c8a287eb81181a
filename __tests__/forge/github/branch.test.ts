import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ChangeSet } from '../../../src/core/change.ts';
import type { Effect } from '../../../src/core/forge.ts';
import { repositoryWith, treeByGit } from '../../support/repository.ts';
import { changeOf, openForge, openStage, operations, permissions, taskOf } from './stage.ts';

type BranchEffect = Extract<Effect, { kind: 'branch' }>;
const { sim, repository, git, main } = await openStage({ 'a.txt': 'one\n', 'b.txt': 'two\n' });
const rev = async (name: string): Promise<string> => (await git('rev-parse', name)).trim();

const effectOn = (branch: string, change: ChangeSet, over: Partial<BranchEffect> = {}): BranchEffect => ({
  kind: 'branch',
  key: `branch:${branch}`,
  branch,
  parent: change.base,
  fresh: true,
  change,
  message: 'Fix totals',
  ...over,
});

test('a new branch is one commit on the parent, signed as the token’s own', async () => {
  const { change, blobs } = await changeOf(main, { 'a.txt': 'fixed\n', 'b.txt': null });
  const receipt = await openForge(sim).apply(effectOn('oi/new', change), blobs);
  assert.equal(receipt.id, await rev('oi/new'));
  assert.equal(receipt.url, `${sim.webUrl}/octo/shop/commit/${receipt.id}`);
  assert.equal(
    await git('log', '--format=%P %an %s', '-1', 'oi/new'),
    `${main} github-actions[bot] Fix totals`,
  );
  assert.equal(await git('ls-tree', '-r', '--name-only', 'oi/new'), 'a.txt');
  assert.ok(repository.signed.has(receipt.id));
});

test('300 text files cost three calls: one tree, one commit, one branch', async () => {
  const issue = sim.seed.issue(repository, { author: 'ann', title: 't' });
  const forge = openForge(sim);
  await forge.circumstances(taskOf(sim.seed.comment(issue, 'ann', '/oi fix')));
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`src/${at}.js`, `export const n = ${at};\n`]),
  );
  const { change, blobs } = await changeOf(main, files);
  const asked = await operations(sim, () => forge.apply(effectOn('oi/many', change), blobs));
  assert.deepEqual(asked, ['git/create-tree', 'git/create-commit', 'git/create-ref']);
  assert.equal((await git('ls-tree', '-r', '--name-only', 'oi/many')).trim().split('\n').length, 302);
});

test('G14: the published tree is the one that git writes for the folder, whatever is in it', async () => {
  const latin1 = Buffer.from('na\xefve\n', 'latin1');
  const nul = Buffer.from('PNG\0\x01\x02');
  const bom = Buffer.from('\ufeffbom\r\n');
  const folder = repositoryWith({
    'run.sh': '#!/bin/sh\n',
    'gone/one.txt': '1\n',
    'gone/two.txt': '2\n',
    'becomes-link': 'text\n',
    'becomes-file/inner.txt': 'x\n',
    'becomes-folder': 'x\n',
    'old name.txt': 'renamed\n',
    'deep/er/kept.txt': 'kept\n',
  });
  await sim.seed.repository('octo/odd', { folder });
  const odd = sim.repository('octo/odd');
  const base = (await odd.git.text(['rev-parse', 'main'])).trim();

  const at = (path: string): string => join(folder, path);
  chmodSync(at('run.sh'), 0o755);
  rmSync(at('gone'), { recursive: true });
  rmSync(at('becomes-link'));
  symlinkSync('deep/er/kept.txt', at('becomes-link'));
  rmSync(at('becomes-file'), { recursive: true });
  writeFileSync(at('becomes-file'), 'now a file\n');
  rmSync(at('becomes-folder'));
  mkdirSync(at('becomes-folder'));
  writeFileSync(at('becomes-folder/inner.txt'), 'now a folder\n');
  renameSync(at('old name.txt'), at('neuer Näme «1».txt'));
  const added = {
    'crlf.txt': 'a\r\nb\r\n',
    'latin1.txt': latin1,
    image: nul,
    'bom.txt': bom,
    '-rf': '',
    'ünï/日本.txt': '本\n',
  };
  mkdirSync(at('ünï'));
  for (const [path, content] of Object.entries(added)) writeFileSync(at(path), content);

  const { change, blobs } = await changeOf(base, {
    'run.sh': { mode: '100755', content: '#!/bin/sh\n' },
    'gone/one.txt': null,
    'gone/two.txt': null,
    'becomes-link': { mode: '120000', content: 'deep/er/kept.txt' },
    'becomes-file/inner.txt': null,
    'becomes-file': 'now a file\n',
    'becomes-folder': null,
    'becomes-folder/inner.txt': 'now a folder\n',
    'old name.txt': null,
    'neuer Näme «1».txt': 'renamed\n',
    ...added,
  });
  await openForge(sim, { repository: 'octo/odd' }).apply(effectOn('oi/odd', change), blobs);
  assert.equal((await odd.git.text(['rev-parse', 'oi/odd^{tree}'])).trim(), treeByGit(folder));
});

test('bytes that are no text cost one call each, and so does a large file', async () => {
  const { change, blobs } = await changeOf(main, {
    binary: Buffer.from([0, 255]),
    large: 'x'.repeat(300 * 1024),
    small: 'x',
  });
  const asked = await operations(sim, () => openForge(sim).apply(effectOn('oi/binary', change), blobs));
  assert.equal(asked.filter((operation) => operation === 'git/create-blob').length, 2);
  assert.equal((await git('cat-file', '-s', 'oi/binary:large')).trim(), String(300 * 1024));
});

test('our branch moves forward from its planned head, and what a person added stays', async () => {
  const { change, blobs } = await changeOf(main, { 'a.txt': 'fixed\n' });
  await openForge(sim).apply(effectOn('oi/next', change), blobs);
  const theirs = await sim.seed.commit(repository, {
    author: 'ann',
    branch: 'oi/next',
    files: { 'ann.txt': 'by Ann\n' },
  });
  const next = await changeOf(theirs, { 'b.txt': 'second\n' });
  await openForge(sim).apply(effectOn('oi/next', next.change, { fresh: false }), next.blobs);
  assert.equal(await rev('oi/next^'), theirs);
  assert.equal(await git('show', 'oi/next:ann.txt'), 'by Ann');
});

/** The planned next commit of a branch of ours that Ann has gone on with meanwhile. */
async function meanwhile(branch: string, theirs: Record<string, string>) {
  const { change, blobs } = await changeOf(main, { 'a.txt': 'fixed\n' });
  const first = await openForge(sim).apply(effectOn(branch, change), blobs);
  const next = await changeOf(first.id, { 'a.txt': 'fixed twice\n' });
  const push = (): Promise<string> => sim.seed.commit(repository, { author: 'ann', branch, files: theirs });
  return { push, blobs: next.blobs, effect: effectOn(branch, next.change, { fresh: false }) };
}

test('G8: ours is merged into a branch that moved while we worked, where both fit together', async () => {
  const { push, effect, blobs } = await meanwhile('oi/moving', { 'ann.txt': 'x\n' });
  const theirs = await push();
  const { id } = await openForge(sim).apply(effect, blobs);
  assert.equal(await rev('oi/moving'), id);
  assert.equal(await rev('oi/moving^1'), theirs);
  assert.equal(await rev('oi/moving^2^'), effect.parent);
  assert.equal(await git('show', 'oi/moving:ann.txt'), 'x');
  assert.equal(await git('show', 'oi/moving:a.txt'), 'fixed twice');
});

test('G8: also when it moves between the look and the update, and again before the merge', async () => {
  const { push, effect, blobs } = await meanwhile('oi/racing', { 'ann.txt': 'x\n' });
  let pushes = 0;
  sim.before = async ({ operation }) => {
    if (operation === 'git/update-ref') await push();
    if (operation === 'repos/merge' && pushes++ === 0)
      await sim.seed.commit(repository, { author: 'ann', branch: 'oi/racing', files: { 'more.txt': 'y\n' } });
  };
  await openForge(sim).apply(effect, blobs);
  sim.before = null;
  assert.equal(await git('show', 'oi/racing:a.txt'), 'fixed twice');
  assert.equal(await git('show', 'oi/racing:ann.txt'), 'x');
  assert.equal(await git('show', 'oi/racing:more.txt'), 'y');
});

test('G8: what conflicts with ours is left as it is, and said so', async () => {
  const { push, effect, blobs } = await meanwhile('oi/conflict', { 'a.txt': 'by Ann\n' });
  const theirs = await push();
  await assert.rejects(openForge(sim).apply(effect, blobs), {
    code: 'branch.moved',
    happened: new RegExp(theirs.slice(0, 10)),
  });
  assert.equal(await rev('oi/conflict'), theirs);
});

test('T48: a branch that must be new is not taken over, but gone on with where that fits', async () => {
  for (const [branch, content, fits] of [
    ['oi/taken', 'x\n', true],
    ['oi/taken-otherwise', 'by Ann\n', false],
  ] as const) {
    const files = { [fits ? 'ann.txt' : 'a.txt']: content };
    const theirs = await sim.seed.commit(repository, { author: 'ann', branch, files });
    const { change, blobs } = await changeOf(main, { 'a.txt': 'fixed\n' });
    const applied = openForge(sim).apply(effectOn(branch, change), blobs);
    if (!fits) await assert.rejects(applied, { code: 'branch.moved' });
    await applied.catch(() => null);
    assert.equal(await rev(fits ? `${branch}^1` : branch), theirs);
  }
});

test('a branch that was put back to an older commit is not pushed forward again', async () => {
  const { effect, blobs } = await meanwhile('oi/reset', {});
  await git('update-ref', 'refs/heads/oi/reset', main);
  await assert.rejects(openForge(sim).apply(effect, blobs), { code: 'branch.moved' });
  assert.equal(await rev('oi/reset'), main);
});

test('a second attempt takes the place of the first, and leaves alone what it would not change', async () => {
  const first = await changeOf(main, { 'a.txt': 'fixed\n', 'b.txt': 'first try\n' });
  const { id } = await openForge(sim).apply(effectOn('oi/again', first.change), first.blobs);
  const same = effectOn('oi/again', first.change, { fresh: false, parent: id });
  assert.deepEqual((await openForge(sim).look(same, first.blobs))?.same, true);
  const second = await changeOf(main, { 'a.txt': 'fixed better\n' });
  const other = effectOn('oi/again', second.change, { fresh: false, parent: id });
  const forge = openForge(sim);
  assert.equal((await forge.look(other, second.blobs))?.same, false);
  await forge.apply(other, second.blobs);
  assert.equal(await rev('oi/again^'), id);
  assert.equal(await git('show', 'oi/again:a.txt'), 'fixed better');
  assert.equal(await git('show', 'oi/again:b.txt'), 'two');
});

test('a branch that was deleted while we worked is not made again', async () => {
  const { change, blobs } = await changeOf(main, { 'a.txt': 'fixed\n' });
  const first = await openForge(sim).apply(effectOn('oi/deleted', change), blobs);
  await sim.seed.deleteBranch(repository, 'oi/deleted');
  const next = await changeOf(first.id, { 'b.txt': 'second\n' });
  await assert.rejects(
    openForge(sim).apply(effectOn('oi/deleted', next.change, { fresh: false }), next.blobs),
    {
      code: 'branch.moved',
      happened: /was deleted/,
    },
  );
});

test('the same work twice ends with one commit, also when the answer of the first got lost', async () => {
  const { change, blobs } = await changeOf(main, { 'a.txt': 'fixed\n' });
  const effect = effectOn('oi/twice', change);
  sim.faults.push({ operation: 'git/create-ref', fault: 'cut' });
  const first = await openForge(sim).apply(effect, blobs);
  const forge = openForge(sim);
  const found = await forge.look(effect, blobs);
  assert.deepEqual(found, { ...first, same: true });
  assert.deepEqual(await forge.apply(effect, blobs), first);
  assert.equal((await git('rev-list', '--count', `${main}..oi/twice`)).trim(), '1');
});

test('looking finds nothing where there is no branch, and another content is not the same', async () => {
  const { change, blobs } = await changeOf(main, { 'a.txt': 'fixed\n' });
  const forge = openForge(sim);
  assert.equal(await forge.look(effectOn('oi/nowhere', change), blobs), null);
  const { id } = await forge.apply(effectOn('oi/look', change), blobs);
  const other = await changeOf(main, { 'a.txt': 'otherwise\n' });
  assert.equal((await forge.look(effectOn('oi/look', other.change), other.blobs))?.same, false);
  const next = await changeOf(id, { 'a.txt': 'more\n' });
  const found = await forge.look(effectOn('oi/look', next.change, { fresh: false }), next.blobs);
  assert.deepEqual([found?.id, found?.same], [id, false]);
});

test('T48: two at once end with one branch, and the later is told', async () => {
  const one = await changeOf(main, { 'a.txt': 'one way\n' });
  const other = await changeOf(main, { 'a.txt': 'another way\n' });
  const ends = await Promise.allSettled([
    openForge(sim).apply(effectOn('oi/both', one.change), one.blobs),
    openForge(sim).apply(effectOn('oi/both', other.change), other.blobs),
  ]);
  const failed = ends.filter((end) => end.status === 'rejected');
  assert.equal(failed.length, 1);
  assert.equal(failed[0]?.reason.code, 'branch.moved');
  assert.equal((await git('rev-list', '--count', `${main}..oi/both`)).trim(), '1');
});

test('G7: odd but legal branch names arrive whole', async () => {
  for (const branch of ['oi/fix/a+b,c', 'oi/@scope/x', 'oi/тест', 'oi/#12', 'oi/x$(touch-pwned)']) {
    const { change, blobs } = await changeOf(main, { 'a.txt': branch });
    const { id } = await openForge(sim).apply(effectOn(branch, change), blobs);
    assert.equal(await rev(`refs/heads/${branch}`), id, branch);
    const next = await changeOf(id, { 'b.txt': branch });
    await openForge(sim).apply(effectOn(branch, next.change, { fresh: false }), next.blobs);
  }
});

test('a branch with the name of the folder that ours lie in is named as what is in the way', async () => {
  await git('branch', 'box', main);
  const { change, blobs } = await changeOf(main, { 'a.txt': 'fixed\n' });
  await assert.rejects(openForge(sim).apply(effectOn('box/issue-1', change), blobs), {
    code: 'branch.moved',
    happened: 'The branch box/issue-1 cannot be made, because there is a branch box.',
    advice: 'Rename the branch box and ask again.',
  });
});

test('a token without the permission is told which one is missing, and nothing is written', async () => {
  const { change, blobs } = await changeOf(main, { 'a.txt': 'fixed\n' });
  const forge = openForge(sim, { permissions: { ...permissions, contents: 'read' } });
  await assert.rejects(forge.apply(effectOn('oi/forbidden', change), blobs), {
    code: 'forge.forbidden',
    advice: /`contents: write`/,
  });
});

test('G12: a workflow file in the change is named as what GitHub refuses', async () => {
  const { change, blobs } = await changeOf(main, { 'a.txt': 'x', '.github/workflows/ci.yml': 'on: push\n' });
  await assert.rejects(openForge(sim).apply(effectOn('oi/workflow', change), blobs), {
    code: 'forge.forbidden',
    happened: /may not change workflows.*\.github\/workflows\/ci\.yml/,
  });
});

test('a repository without commits has its own code', async () => {
  await sim.seed.repository('octo/empty');
  const { change, blobs } = await changeOf(main, { 'a.txt': 'x' });
  const forge = openForge(sim, { repository: 'octo/empty' });
  await assert.rejects(forge.look(effectOn('oi/first', change), blobs), { code: 'repository.empty' });
});
