import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourcesOf } from '../../src/context/sources.ts';
import type { Remark } from '../../src/core/forge.ts';
import { about, ann, command, mallory, pullAbout, remark, task } from './around.ts';

const of = (...remarks: Parameters<typeof about>[0]) => sourcesOf(task(), about(remarks), null);
const texts = (sources: readonly { text: string }[]): string[] => sources.map(({ text }) => text);

test('each source says what it is, who wrote it, what the forge says of them, when and where', () => {
  const { inline, files, hidden } = of(remark(1, 'me too'), command());
  assert.deepEqual(inline, [
    {
      title: 'issue #12, CONTRIBUTOR, 2026-01-01T00:00:00Z, https://forge.test/o/r/issues/12',
      text: 'Totals\n\nThey are wrong.',
      author: 'mallory',
      trusted: false,
    },
    {
      title: 'comment, NONE, 2026-01-01T00:01:00.000Z, https://forge.test/o/r/issues/12#issuecomment-1',
      text: 'me too',
      author: 'mallory',
      trusted: false,
    },
    {
      title: 'the command itself, https://forge.test/o/r/issues/12#issuecomment-700',
      text: '/oi fix it',
      author: 'ann',
      trusted: true,
    },
  ]);
  assert.deepEqual([files, hidden], [[], []]);
});

test('T03: only the asker is trusted, whatever standing the forge gives the others', () => {
  const { inline } = of(remark(1, 'a', { association: 'OWNER' }), remark(2, 'b', { author: ann }));
  assert.deepEqual(
    inline.map(({ trusted }) => trusted),
    [false, false, true],
  );
});

test('C6: an empty description leaves the title, and a deleted author has no name', () => {
  const { subject } = about([]);
  const { inline } = sourcesOf(task(), about([], { subject: { ...subject, body: '', author: null } }), null);
  assert.deepEqual([inline[0]?.text, inline[0]?.author, inline[0]?.trusted], ['Totals', null, false]);
});

test('S1, T21: hidden text is taken out everywhere, and counted for each place', () => {
  const { subject } = about([]);
  const state = about([remark(1, 'a <!-- HID --> b'), command('/oi fix it\u{e0041}')], {
    subject: { ...subject, title: 'Totals\u200b', body: 'x <a title="HID">y</a>' },
  });
  const { inline, hidden } = sourcesOf(task(), state, null);
  assert.ok(!JSON.stringify(inline).includes('HID'));
  assert.deepEqual(
    hidden.map(({ where, count }) => [/^[a-z ]+/.exec(where)?.[0], count]),
    [
      ['issue ', 1 + '<a title="HID">'.length + '</a>'.length],
      ['comment', '<!-- HID -->'.length],
      ['the command itself', 1],
    ],
  );
});

test('our own comments are left out, the asking one is marked and comes last', () => {
  const { inline } = of(
    remark(1, 'mine', { ours: true }),
    command('/oi fix it\n\n> a quote'),
    remark(2, 'b'),
  );
  assert.deepEqual(texts(inline), ['Totals\n\nThey are wrong.', 'b', '/oi fix it\n\n> a quote']);
  assert.match(inline[2]?.title ?? '', /^the command itself/);
});

test('T10: what was written or changed after the command is left out, and so is what a maintainer hid; both are said', () => {
  const after = '2026-01-02T10:00:01Z';
  const { inline } = of(
    remark(1, 'as it was'),
    remark(2, 'HID', { at: after }),
    remark(3, 'HID', { editedAt: after }),
    remark(4, 'HID', { hidden: true }),
    command(),
  );
  assert.ok(!JSON.stringify(inline).includes('HID'));
  assert.match(inline.at(-1)?.text ?? '', /^1 remarks .* hid them\. 2 remarks .* after the command\.$/);
});

test('C1: of a long thread the newest stand in the prompt, the rest in a file, and nothing is lost unsaid', () => {
  const many = Array.from({ length: 400 }, (_, n) => remark(n, `remark ${n} ${'x'.repeat(200)}`));
  const { inline, files } = sourcesOf(
    task(),
    about([...many, command()], { thread: { remarks: [...many, command()], left: 17 } }),
    null,
  );
  const shown = texts(inline).filter((text) => text.startsWith('remark '));
  const kept = texts(files[0]?.sources ?? []);
  assert.ok(shown.length > 60 && shown.length < 120, `${shown.length} shown`);
  assert.match(shown.at(-1) ?? '', /^remark 399 /);
  assert.deepEqual([...kept, ...shown], texts(many.map(({ body }) => ({ text: body }))));
  assert.match(inline.at(-1)?.text ?? '', /^17 older remarks were not read\.$/);
  assert.match(files[0]?.title ?? '', new RegExp(`^${400 - shown.length} remarks in full`));
});

test('the prompt’s share never grows beyond its budget', () => {
  const { subject } = about([]);
  const state = about(
    Array.from({ length: 50 }, (_, n) => remark(n, 'y '.repeat(4000))),
    {
      subject: { ...subject, body: 'z '.repeat(30_000) },
    },
  );
  const { inline, files } = sourcesOf(task(), state, null);
  assert.ok(texts(inline).join('').length <= 24_000);
  assert.deepEqual(
    files.map(({ name }) => name),
    ['subject.json', 'thread.json'],
  );
  assert.equal(files[0]?.sources[0]?.text.length, 'Totals\n\n'.length + 59_999);
});

test('one long remark does not crowd the others out: its beginning is shown, and the whole is in the file', () => {
  const long = `log:\n\`\`\`\n${'line\n'.repeat(5000)}`;
  const { inline, files } = of(remark(1, 'before'), remark(2, long), command());
  assert.equal(inline[1]?.text, 'before');
  assert.ok((inline[2]?.text.length ?? 0) <= 3000);
  assert.match(inline[2]?.text ?? '', /\n```\n\n\[The rest is in the context files\.\]$/);
  assert.deepEqual(
    files[0]?.sources.map(({ text }) => text),
    [long],
  );
});

test('a pull request says what it changes, and how git shows it', () => {
  const { inline } = sourcesOf(task('pull'), pullAbout([command()]), {
    remarks: [],
    files: ['src/a.ts', 'b\n.ts'],
  });
  const [a, d] = ['a'.repeat(40), 'd'.repeat(40)];
  assert.equal(
    inline[1]?.text,
    [
      `From "topic" at ${a} into "main" at ${d}.`,
      `See it with \`git diff ${d}...${a}\`, or with two dots where the history is too short.`,
      '2 changed files:',
      '"src/a.ts"',
      '"b\\n.ts"',
    ].join('\n'),
  );
});

test('C2: of very many changed files a part is shown, and the whole list is in a file', () => {
  const names = Array.from({ length: 3000 }, (_, n) => `src/file-${n}.ts`);
  const { inline, files } = sourcesOf(task('pull'), pullAbout([command()]), { remarks: [], files: names });
  assert.match(inline[1]?.text ?? '', /3000 changed files/);
  assert.ok((inline[1]?.text.length ?? 0) <= 3000);
  assert.match(files[0]?.sources[0]?.text ?? '', /file-2999/);
});

type Place = NonNullable<Remark['place']>;
const place: Place = { path: 'src/a.ts', line: 42, outdated: false, hunk: '@@ -1 +1 @@\n-a <b>\n+c' };
const places: [what: string, over: Partial<Place>, title: RegExp][] = [
  ['on a line', {}, /^remark on src\/a\.ts:42, NONE/],
  ['E19: on a line that is gone', { line: null, outdated: true }, /^remark on src\/a\.ts \(outdated\), NONE/],
  ['E19: on a whole file', { line: null, hunk: '' }, /^remark on src\/a\.ts, NONE/],
];
for (const [what, over, title] of places) {
  test(`a review remark ${what} says where it is and shows its lines as they stand`, () => {
    const review = [remark(5, 'why <!-- HID -->?', { place: { ...place, ...over } })];
    const { inline } = sourcesOf(task('pull'), pullAbout([command()]), { remarks: review, files: [] });
    const source = inline.find(({ text }) => text.includes('why'));
    assert.match(source?.title ?? '', title);
    const { hunk } = { ...place, ...over };
    assert.equal(source?.text, `${hunk ? `${hunk}\n\n` : ''}why  ?`);
    assert.equal(source?.author, mallory.login);
  });
}
