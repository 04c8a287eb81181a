import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOn, commands, endOf, openScene } from '../support/stage.ts';

const scene = await openScene({
  files: {
    'a.txt': 'one\n',
    '.gitattributes': '*.psd filter=lfs diff=lfs merge=lfs -text\n',
    'art.psd': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n',
    'libs/x': { mode: '160000', content: '1'.repeat(40) },
  },
});
const { play, issue, comment, pulls, model } = scene;
const submodules = 'Submodules were not checked out and are empty folders: "libs/x".';
const lfs = 'Files kept in Git LFS were not checked out; pointers stand in their places.';

test('what the checkout had to leave out is told to the model, in the comment and in the pull request', async () => {
  play(commands(['echo two > a.txt']));
  const subject = issue();
  const result = await comment(subject, '/oi fix');
  assert.equal(endOf(result), 'changed, success');
  const prompt = JSON.stringify(model.requests.at(-1)?.body);
  const [pull] = pulls();
  for (const sentence of [submodules, lfs]) {
    assert.equal(answerOn(subject).split(sentence).length, 2, answerOn(subject));
    assert.equal(pull?.body?.split(sentence).length, 2, pull?.body ?? '');
    assert.ok(prompt.includes(sentence.replaceAll('"', '\\\\\\"')), prompt);
  }
});

test('a change that rewrites or adds what is kept in Git LFS is held back with the reason, and kept as a patch', async () => {
  for (const path of ['art.psd', 'new.psd']) {
    play(commands([`echo two > a.txt; echo 8BPS > ${path}`]));
    const subject = issue();
    assert.equal(endOf(await comment(subject, '/oi fix')), 'unchanged, success');
    const reason = `The change touches ${path}, which is kept in Git LFS, and only its pointer was here.`;
    assert.ok(answerOn(subject).startsWith(reason), answerOn(subject));
    assert.match(answerOn(subject), /\+8BPS/);
  }
});
