import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import type { IssueComment } from '../../sim/github/hub/records.ts';
import { answerOn, answersOn, commands, endOf, openScene } from '../support/stage.ts';

const scene = await openScene({ files: { 'a.txt': 'one\n', '.github/oi.yml': 'bots: [49699333]\n' } });
const { github, model, play, issue, comment, run, pulls, operations } = scene;
const nothingAsked = async (work: () => Promise<unknown>) => {
  const asked = model.requests.length;
  assert.deepEqual(await operations(work), []);
  assert.equal(model.requests.length, asked);
};

test('E1: an address or a path that contains the command starts nothing', async () => {
  const subject = issue();
  await nothingAsked(async () => {
    for (const body of [
      'see https://example.test/docs/oi/setup',
      'look at src/oi fix',
      'and then /oi fix it',
      '/oil fix',
    ])
      assert.equal(endOf(await comment(subject, body)), 'ignored, success', body);
  });
  assert.deepEqual(answersOn(subject), []);
});

test('E2: a command inside a quote, code, a comment of HTML or another’s handle starts nothing', async () => {
  const subject = issue();
  await nothingAsked(async () => {
    for (const body of [
      '> /oi fix\n\nthanks',
      '```\n/oi fix\n```\nis what you write',
      '    /oi fix\n\nas code',
      '`/oi fix` is what you write',
      '<!--\n/oi fix\n-->\nhello',
      '[/oi fix](https://example.test)',
      '@oi fix this',
    ])
      assert.equal(endOf(await comment(subject, body)), 'ignored, success', body);
  });
  assert.deepEqual(answersOn(subject), []);
});

test('E3: what is nearly a command runs nothing and gets one hint', async () => {
  for (const [body, hint] of [
    ['/oi: fix the total', /no space after `\/oi`/],
    ['/oi fxi the total', /looks like `fix`/],
  ] as const) {
    const subject = issue();
    const asked = model.requests.length;
    const result = await comment(subject, body);
    assert.equal(endOf(result), 'refused, success');
    assert.match(answerOn(subject), hint);
    assert.match(answerOn(subject), /Write `\/oi fix`, and behind it what is to be done\.$/);
    assert.match(result.summary, hint);
    assert.equal(model.requests.length, asked);
  }
});

test('E4: the command counts in any case, its words keep theirs, and one matcher knows a name of one’s own', async () => {
  const heard: string[] = [];
  play(({ messages }) => {
    heard.push(String(messages.at(-1)?.content));
    return { text: 'Nothing to do' };
  });
  const subject = issue();
  assert.equal(endOf(await comment(subject, '/OI Fix the README’s Title')), 'answered, success');
  const own = { inputs: { trigger: '/Ai' } };
  assert.equal(endOf(await comment(subject, '/aI fix the README’s Title', 'ann', own)), 'answered, success');
  assert.equal(endOf(await comment(subject, '/oi fix', 'ann', own)), 'ignored, success');
  assert.equal(heard.length, 2);
  for (const words of heard) assert.match(words, /^the README’s Title\n/);
});

test('E5: an edited comment and other events are ignored, and the check is green', async () => {
  const subject = issue();
  const asked = github.seed.comment(subject, 'ann', '/oi fix');
  await nothingAsked(async () => {
    for (const event of [
      github.events.issueComment('edited', asked, { previousBody: '/oi fxi' }),
      github.events.issueComment('deleted', asked),
      github.events.issues('edited', subject, { previousBody: '/oi fix' }),
      github.events.issues('labeled', subject, { label: github.seed.label(subject, 'bug', 'ann').label }),
    ])
      assert.equal(endOf(await run(event)), 'ignored, success', event.name);
  });
  assert.deepEqual(answersOn(subject), []);
});

test('E6: an app is turned away without an answer and without a fuss, unless its number is in the settings', async () => {
  github.seed.account('some-app[bot]', { type: 'Bot' });
  const subject = issue();
  const result = await comment(subject, '/oi fix', 'some-app[bot]');
  assert.equal(endOf(result), 'refused, success');
  assert.match(result.summary, /some-app\[bot\] is one\. .*add its number, \d+, to `bots`/);
  assert.doesNotMatch(result.raw, /^\s+at /m);
  assert.deepEqual(answersOn(subject), []);

  github.seed.account('trusted-app[bot]', { type: 'Bot', id: 49699333 });
  play([{ text: 'Nothing to do' }]);
  assert.equal(endOf(await comment(subject, '/oi fix', 'trusted-app[bot]')), 'answered, success');
});

test('a stranger is refused once, also when the job runs again', async () => {
  const subject = issue();
  const asked = model.requests.length;
  const event = github.events.issueComment('created', github.seed.comment(subject, 'sam', '/oi fix'));
  for (const attempt of [1, 2]) assert.equal(endOf(await run(event, { attempt })), 'refused, success');
  assert.match(
    answerOn(subject),
    /^I take work only from people who can write to this repository\. Please ask one of its maintainers\.$/,
  );
  assert.equal(model.requests.length, asked);
});

test('E8: nothing of what we write commands us, whoever’s token wrote it', async () => {
  const before = pulls().length;
  const subject = issue();
  const words = 'Mend it\n\n/oi fix everything\n\n> /oi fix\n\n- /oi fix\n\n@ann /oi fix';
  play(commands(['echo two > a.txt', 'echo /oi fix'], words));
  const personal = github.seed.token({ value: 'ghp_of-a-person', login: 'ann', permissions: null });
  const result = await comment(subject, '/oi fix', 'ann', { token: personal.value });
  assert.equal(endOf(result), 'changed, success');
  const [pull] = pulls().slice(before);
  const ours = subject.comments.filter(({ body }) => body.includes('<!-- oi:'));
  assert.deepEqual(
    ours.map(({ author }) => author.login),
    ['ann'],
  );
  await nothingAsked(async () => {
    for (const written of ours) assert.equal(endOf(await run(created(written))), 'ignored, success');
    // Not because of the mark alone: the same words from somebody else are no command either.
    for (const body of [ours[0]?.body.replace(/^<!--.*-->/, '') ?? '', pull?.body ?? ''])
      assert.equal(endOf(await comment(subject, body)), 'ignored, success', body);
  });
});

test('E9: the progress comment starts no second run, and the workflow of the README cancels none', async () => {
  const subject = issue();
  const progress: string[] = [];
  github.before = ({ operation }) => {
    if (operation?.startsWith('graphql') || answersOn(subject).length === 0) return;
    progress.push(answersOn(subject)[0]?.body ?? '');
  };
  play(commands(['true'], 'Nothing to do'));
  await comment(subject, '/oi fix');
  github.before = null;
  assert.match(progress[0] ?? '', /On it\./);
  const [ours] = answersOn(subject);
  assert.ok(ours);
  await nothingAsked(async () => {
    for (const body of new Set([...progress, ours.body]))
      assert.equal(endOf(await run(created({ ...ours, body }))), 'ignored, success');
  });
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const workflow = parse(/```yaml\n(name: oi\n[\s\S]*?)```/.exec(readme)?.[1] ?? '');
  // A group at the top is taken before any condition is looked at, so that our own comment would be in it.
  assert.equal(workflow.concurrency, undefined);
  for (const job of Object.values<{ concurrency?: { 'cancel-in-progress'?: boolean } }>(workflow.jobs))
    assert.notEqual(job.concurrency?.['cancel-in-progress'], true);
});

const created = (comment: IssueComment) => github.events.issueComment('created', comment);
