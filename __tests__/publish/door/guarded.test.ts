import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Blobs, ChangeSet } from '../../../src/core/change.ts';
import type { Door } from '../../../src/core/door.ts';
import { OiError } from '../../../src/core/errors.ts';
import type { Effect, ForgeWrites } from '../../../src/core/forge.ts';
import { openDoor } from '../../../src/publish/door/door.ts';
import { guarded } from '../../../src/publish/door/guarded.ts';
import { refuseSecrets } from '../../../src/publish/door/secret-in-change.ts';
import { liveSecrets } from '../../../src/text/secrets.ts';
import { changeOf, openForge, openStage } from '../../forge/github/stage.ts';
import { memoryBlobs } from '../../support/blobs.ts';
import { canary, leakTexts } from '../../support/leak-texts.ts';

const { sim, repository, git, main } = await openStage({ 'a.txt': 'one\n' });
const door = openDoor(liveSecrets([canary]));
const plain = 'On it.';
const forge = openForge(sim);
const guard = (over: Door = door): ForgeWrites => guarded(forge, over, plain);
const blobs = memoryBlobs();
const holdsSecret = async (text: string): Promise<boolean> => (await door.find(text)).length > 0;

const issue = sim.seed.issue(repository, { author: 'ann', title: 'One', body: 'Two.' });
let made = 0;
const next = (): number => {
  made += 1;
  return made;
};
const comment = (body: string): Effect => ({
  kind: 'comment',
  key: `answer:${next()}`,
  subject: { kind: 'issue', number: issue.number },
  body,
});
type Branch = Extract<Effect, { kind: 'branch' }>;
const branch = (change: ChangeSet, over: Partial<Branch> = {}): Branch => {
  const name = over.branch ?? `oi/issue-${next()}`;
  const key = `branch:${name}`;
  return { kind: 'branch', key, branch: name, parent: main, fresh: true, change, message: 'Fix', ...over };
};
const pull = (from: string, over: { title?: string; body?: string; branch?: string }): Effect => ({
  kind: 'pull',
  key: `pull:${from}`,
  branch: from,
  into: 'main',
  title: 'Fix',
  body: 'Done.',
  draft: true,
  ...over,
});
const files = (entries: Record<string, string | Buffer>): Promise<{ change: ChangeSet; blobs: Blobs }> =>
  changeOf(main, entries);

const refused = (why: RegExp) => (error: unknown) => {
  assert.ok(error instanceof OiError);
  assert.equal(error.code, 'secret.found');
  assert.match(error.message, why);
  assert.doesNotMatch(error.message, /9f3b7c21/);
  return true;
};

/** What stands on the forge when a text is said in a comment, a title, a body and a message. */
async function published(text: string, by: ForgeWrites): Promise<Record<string, string>> {
  const { change, blobs } = await files({ 'a.txt': 'two\n' });
  await by.apply(comment(text), blobs);
  const one = branch(change, { message: `Fix\n\n${text}` });
  await by.apply(one, blobs);
  const { id } = await by.apply(
    pull(one.branch, { title: text.replaceAll('\n', ' ').slice(0, 250), body: text }),
    blobs,
  );
  const request = repository.issues.get(Number(id));
  return {
    comment: issue.comments.at(-1)?.body ?? '',
    title: request?.title ?? '',
    body: request?.body ?? '',
    message: await git('log', '-1', '--format=%B', one.branch),
  };
}

const ways = Object.entries(leakTexts);

test('T43: a secret said in any of seventeen ways reaches the forge in no comment, body or message', async () => {
  const text = ways.map(([how, said]) => `${how}: ( ${said} )`).join('\n\n');
  const { title: _, ...shown } = await published(text, guard());
  for (const [where, words] of Object.entries(shown)) {
    for (const [how] of ways)
      assert.match(words, new RegExp(`${how}: \\( .*\\*\\*\\*\\W*\\S{0,4} \\)`), where);
    assert.deepEqual(await door.find(words), [], where);
  }
});

test('T43: nor in a title', async () => {
  const { change, blobs } = await files({ 'a.txt': 'two\n' });
  const one = branch(change);
  await guard().apply(one, blobs);
  for (const [how, text] of ways) {
    const title = `Fix ${text.replaceAll('\n', ' ')}`.slice(0, 250);
    const { id } = await guard().apply(pull(one.branch, { title }), blobs);
    const shown = repository.issues.get(Number(id))?.title ?? '';
    assert.match(shown, /^Fix .*\*\*\*/, how);
    assert.equal(await holdsSecret(shown), false, how);
  }
});

for (const [how, text] of ways) {
  test(`T43: a change that says a secret ${how}, in a file or in a name, is refused, and nothing is sent`, async () => {
    const before = sim.requests.length;
    const name = text.replaceAll('\n', '').replaceAll('/', '_');
    for (const entries of [
      { 'a.txt': `one\n${text}\n` },
      { [`docs/${name}.txt`]: 'x\n' },
      { 'a.bin': Buffer.from(`\0\0${text}\0`) },
    ]) {
      const { change, blobs } = await files(entries);
      for (const act of ['look', 'apply'] as const)
        await assert.rejects(guard()[act](branch(change), blobs), refused(/holds a secret of this run/));
    }
    const { change, blobs } = await files({ 'a.txt': 'two\n' });
    const named = { branch: `oi/${name}` };
    await assert.rejects(guard().apply(branch(change, named), blobs), refused(/name of the branch/));
    await assert.rejects(guard().apply(pull(named.branch, {}), blobs), refused(/name of the branch/));
    assert.equal(sim.requests.length, before);
  });
}

test('T43: with the door left open, the same words are published', async () => {
  const open: Door = { hide: async (text) => text, find: async () => [] };
  const text = leakTexts['with dashes between'] ?? '';
  const shown = await published(text, guard(open));
  for (const [where, words] of Object.entries(shown)) assert.equal(await holdsSecret(words), true, where);
  const { change, blobs } = await files({ 'a.txt': text });
  const one = branch(change);
  await guard(open).apply(one, blobs);
  assert.equal(await holdsSecret(await git('show', `${one.branch}:a.txt`)), true);
});

test('what the base already holds does not hold a change back, and what is added beside it does', async () => {
  const known = `token = ${canary}`;
  const withBase = async (now: string): Promise<unknown> => {
    const { change, blobs } = await files({ 'a.txt': now });
    const before = { mode: '100644' as const, bytes: await blobs.put(Buffer.from(`one\n${known}\nthree\n`)) };
    const changed = { ...change, files: change.files.map((file) => ({ ...file, before })) };
    return guard().apply(branch(changed), blobs);
  };
  await withBase(`one\n${known}\nfour\n`);
  await withBase(`one\n${known} # as before\nthree\n`);
  const again = `one\n${known}\nthree\nagain = ${[...canary].join(' ')}\n`;
  await assert.rejects(withBase(again), refused(/^The file "a\.txt" holds/));
});

test('what is our own and known whole passes without the door', async () => {
  const shut = async (): Promise<never> => {
    throw new Error('the door was asked');
  };
  const { id } = await guard({ hide: shut, find: shut }).apply(comment(plain), blobs);
  assert.ok(issue.comments.some((each) => each.id === Number(id) && each.body.endsWith(plain)));
});

test('a file whose name the base has already can be changed and removed, whatever it looks like', async () => {
  const name = ['gh', 'p_', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('');
  const change = (before: ChangeSet['files'][number]['before']) =>
    refuseSecrets({ base: main, files: [{ path: `${name}.txt`, before, now: null }] }, { blobs, door });
  const bytes = await blobs.put(Buffer.from('x'));
  await change({ mode: '100644', bytes });
  await assert.rejects(change(null), { code: 'secret.found' });
});
