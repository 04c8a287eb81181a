// cspell:ignore FEFF خواهم
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeSet, FileMode } from '../../src/core/change.ts';
import type { Plan } from '../../src/core/task.ts';
import type { Changes } from '../../src/core/trees.ts';
import { judge } from '../../src/publish/policy/index.ts';
import { settings } from '../gates/around.ts';
import { memoryBlobs } from '../support/blobs.ts';

type Side = string | Uint8Array | null;
/** `before` is what the base has there, null where it has nothing. */
type File = { path: string; bytes?: Side; mode?: FileMode; before?: Side; was?: FileMode };
type At = {
  protect?: readonly string[];
  allowPaths?: readonly string[];
  allowHosts?: readonly string[];
  barred?: Changes['barred'];
  taint?: Plan['taint'];
};

/** What is said against a change that writes these files (`bytes: null` deletes one), or null. */
async function objection(
  files: readonly File[],
  { protect = [], barred = [], taint = 'trusted', ...allowed }: At = {},
) {
  const blobs = memoryBlobs();
  const changed: ChangeSet['files'][number][] = [];
  for (const {
    path,
    bytes = 'x\n',
    mode = '100644',
    was = mode,
    before = bytes === null ? 'x\n' : null,
  } of files) {
    const data = bytes === null ? null : Buffer.from(bytes);
    const name = data && (await blobs.put(data));
    changed.push({
      path,
      before: before === null ? null : { mode: was, bytes: await blobs.put(Buffer.from(before)) },
      now: data && name ? { mode, bytes: name, size: data.length } : null,
    });
  }
  const change = { base: 'b'.repeat(40), files: changed };
  const at = { settings: { ...settings, protect, ...allowed }, taint, blobs, barred };
  return (await judge(change, at)).blocked;
}

const ordinary = ['src/a.ts', 'README.md', 'docs/github.md', 'test/agent.test.js', 'Makefile', 'a/git/x'];

test('an ordinary change meets no objection', async () => {
  assert.equal(await objection(ordinary.map((path) => ({ path }))), null);
});

const guarded: Record<string, readonly string[]> = {
  'continuous integration': [
    '.github/workflows/a.yml',
    '.github/oi.yml',
    'x/action.yml',
    '.gitlab-ci.yml',
    '.woodpecker.yml',
    'ci/Jenkinsfile',
    '.mergify.yml',
  ],
  git: ['.gitattributes', 'a/.gitmodules', 'a/.git/config', '.lfsconfig', 'GIT~1/config'],
  hooks: ['.husky/pre-commit', '.pre-commit-config.yaml', '.huskyrc.json', '.lintstagedrc'],
  'agent instructions': [
    ...['AGENTS.md', 'a/CLAUDE.md', '.cursor/rules', '.mcp.json'],
    ...['.continue/config.json', 'opencode.json', 'CRUSH.md', '.goosehints'],
  ],
  'editor and environment': [
    '.vscode/tasks.json',
    'x.code-workspace',
    '.config/mise/config.toml',
    '.envrc',
    'a/.devcontainer/x.json',
  ],
  'package registry': [
    '.npmrc',
    'a/.npmrc',
    'pip.conf',
    '.cargo/config.toml',
    '.bundle/config',
    'renovate.json',
    'gradlew',
    'a/mvnw.cmd',
    'sub/settings.xml',
  ],
};
for (const [name, paths] of Object.entries(guarded)) {
  test(`a change that touches ${name} is held back whole, written or deleted, and the path is named`, async () => {
    for (const path of paths)
      for (const bytes of ['x\n', null]) {
        const found = await objection([{ path: 'src/a.ts' }, { path, bytes }]);
        assert.equal(found?.why, `The change touches ${path}, which is protected (${name}).`);
      }
  });
}

test('other spellings that a disk takes for the same path are held back as well', async () => {
  for (const path of [
    '.GitHub/workflows/a.yml',
    '.\uff47\uff49\uff54\uff48\uff55\uff42/a.yml',
    '.git\u200chub/a.yml',
    'agents.MD',
  ])
    assert.match((await objection([{ path }]))?.why ?? '', /which is protected/, path);
});

test('paths of the settings are protected too, and add to ours', async () => {
  const protect = ['db/migrations/**'];
  assert.equal(await objection([{ path: 'db/migrations/1.sql' }]), null);
  for (const path of ['db/migrations/1.sql', 'DB/Migrations/a/1.sql', '.npmrc'])
    assert.match((await objection([{ path }], { protect }))?.why ?? '', /which is protected/, path);
  assert.equal(await objection([{ path: 'db/seeds.sql' }], { protect }), null);
});

test('a link may lead to a file of the repository, and not out of it, nor into git’s own folder', async () => {
  const link = (bytes: string) => objection([{ path: 'a/link', bytes, mode: '120000' }]);
  assert.equal(await link('../b.txt'), null);
  for (const target of [
    '/etc/passwd',
    '../../b.txt',
    '../..',
    '../.git/config',
    '../.GIT/config',
    '../.g\u200bit',
    '../git~1/hooks',
  ])
    assert.match((await link(target))?.why ?? '', /points out of the repository/, target);
});

test('a large binary file is held back, and a text file of that size is not', async () => {
  const size = 512 * 1024 + 1;
  const binary = await objection([{ path: 'a.bin', bytes: new Uint8Array(size) }]);
  assert.equal(binary?.why, `a.bin is a binary file of ${size} bytes; ${512 * 1024} is the limit.`);
  assert.equal(await objection([{ path: 'a.txt', bytes: 'x '.repeat(size / 2 + 1) }]), null);
});

test('more than a person can review is held back', async () => {
  const files = (count: number) => Array.from({ length: count }, (_, index) => ({ path: `src/${index}.ts` }));
  assert.equal(await objection(files(300)), null);
  assert.match((await objection(files(301)))?.why ?? '', /touches 301 files; 300 is the limit/);
});

test('what the workspace knows to be kept elsewhere is held back with its reason', async () => {
  const barred = [{ path: 'a.psd', why: 'is kept in Git LFS' }];
  assert.match(
    (await objection([{ path: 'a.txt' }], { barred }))?.why ?? '',
    /a\.psd, which is kept in Git LFS/,
  );
});

test('T52: a new name that another system, a shell or a reader takes for something else is held back', async () => {
  const why = async (path: string) => (await objection([{ path }]))?.why ?? '';
  const odd: Record<string, RegExp> = {
    '-rf': /like an option/,
    'a/-x/b': /like an option/,
    'a\u202eb': /nobody sees/,
    'a\u200db': /nobody sees/,
    'a\nb': /nobody sees/,
    'cafe\u0301': /normal form/,
    'a\u00a0b': /not the usual one/,
    'a\\b': /Windows does not take/,
    'a:b': /Windows does not take/,
    'a?.txt': /Windows does not take/,
    'a.': /ends with a dot/,
    'a /b': /ends with a dot or a space/,
    'con.txt': /keeps for a device/,
    'a/NUL': /keeps for a device/,
    'lpt1 .x': /keeps for a device/,
    [`${'a'.repeat(252)}.txt`]: /name of more than 255 bytes/,
    [`${'a/'.repeat(600)}x`]: /path of more than 1024 bytes/,
  };
  for (const [path, expected] of Object.entries(odd)) assert.match(await why(path), expected, path);
  assert.equal(
    await why('a\u202eb'),
    'The new file a\\u{202e}b has a character in its name that nobody sees.',
  );
  for (const path of [
    'console.ts',
    'a b/c-d.txt',
    'caf\u00e9/ß.md',
    'a..b',
    '.hidden',
    '日本/語.md',
    'com10',
  ])
    assert.equal(await why(path), '', path);
  // What the base has already, its people live with.
  for (const path of Object.keys(odd)) {
    assert.equal(await objection([{ path, before: 'y\n' }]), null, path);
    assert.equal(await objection([{ path, bytes: null }]), null, path);
  }
});

test('T52: characters that nobody sees are held back where the change adds them', async () => {
  const added = async (bytes: string, before: string | null = 'let a = 1;\n') =>
    (await objection([{ path: 'a.ts', bytes, before }]))?.why ?? '';
  for (const [character, code] of [
    ['\u202e', 'U+202E'],
    ['\u2066', 'U+2066'],
    ['\u200b', 'U+200B'],
    ['\u200d', 'U+200D'],
    ['\u{e0041}', 'U+E0041'],
    ['\u3164', 'U+3164'],
    ['\ufe0f', 'U+FE0F'],
    ['\u001b', 'U+001B'],
    ['\ufeff', 'U+FEFF'],
  ])
    for (const before of ['let a = 1;\n', null])
      assert.equal(
        await added(`let a = 1;\nlet b${character} = 2;\n`, before),
        `The change adds the character ${code}, which nobody sees, to a.ts.`,
      );
  assert.match(await added('\ufefflet a = 1;\n'), /U\+FEFF/);
});

test('T52: what the base has of such characters, pictures, scripts that need them and a mark at the very beginning pass', async () => {
  const added = async (bytes: string, before: string | null) => objection([{ path: 'a.ts', bytes, before }]);
  assert.equal(await added('a\u200bb c d\n', 'a\u200bb c\n'), null);
  assert.equal(await added('\ufefflet b;\n', '\ufefflet a;\n'), null);
  assert.equal(await added('\ufefflet b;\n', null), null);
  for (const text of ['❤️ 👩‍👩‍👧 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ☎︎', 'می‌خواهم', 'क्‍ष', 'a\fb\r\n\tc'])
    assert.equal(await added(`${text}\n`, null), null, text);
  assert.notEqual(await added('👍\u200b\n', null), null);
});

test('T52: a line that a program packed is held back, and a long sentence is not', async () => {
  const why = async (line: string) =>
    (await objection([{ path: 'a.js', bytes: `a;\n${line}\n`, before: 'a;\n' }]))?.why;
  assert.equal(
    await why('x'.repeat(2001)),
    'The change adds a line of 2001 characters to a.js that nobody can read.',
  );
  assert.equal(await why('x'.repeat(2000)), undefined);
  assert.equal(await why('a few words '.repeat(300)), undefined);
});

test('T57: what strangers had a say in has narrower limits, at each limit and one above', async () => {
  const files = (count: number, file: Partial<File> = {}) =>
    Array.from({ length: count }, (_, index) => ({ path: `src/${index}.ts`, ...file }));
  const lines = (count: number) => [{ path: 'a.ts', bytes: 'x\n'.repeat(count) }];
  const bytes = (count: number) => [{ path: 'a.ts', bytes: `${'x '.repeat(count).slice(0, count - 1)}\n` }];
  const deleted = (count: number) => files(count, { bytes: null });
  const why = async (some: readonly File[], taint: Plan['taint'] = 'untrusted') =>
    (await objection(some, { taint }))?.why;
  assert.equal(await why(files(300)), undefined);
  assert.match((await why(files(301))) ?? '', /touches 301 files; 300 is the limit/);
  assert.equal(await why(deleted(20)), undefined);
  assert.match((await why(deleted(21))) ?? '', /deletes 21 files; 20 is the limit/);
  assert.equal(await why(lines(3000)), undefined);
  assert.match((await why(lines(3001))) ?? '', /adds and takes 3001 lines; 3000 is the limit/);
  assert.equal(await why(bytes(1024 * 1024)), undefined);
  assert.match((await why(bytes(1024 * 1024 + 1))) ?? '', /adds 1048577 bytes; 1048576 is the limit/);
  assert.equal(await why(lines(20_000), 'trusted'), undefined);
  assert.match((await why(lines(20_001), 'trusted')) ?? '', /20000 is the limit/);
  assert.equal(await why(deleted(300), 'trusted'), undefined);
  assert.equal(await why([{ path: 'package-lock.json', bytes: `{}${'\n'.repeat(4000)}` }]), undefined);
});

test('T52: links and binary files are held back where strangers were read', async () => {
  const held = async (file: File, taint: Plan['taint']) => (await objection([file], { taint }))?.why ?? '';
  const link: File = { path: 'l', bytes: 'README.md', mode: '120000' };
  const picture: File = { path: 'p.png', bytes: new Uint8Array([137, 80, 0, 1]) };
  const latin: File = { path: 'l.txt', bytes: Buffer.from('caf\xe9', 'latin1') };
  for (const file of [link, picture, latin]) {
    assert.equal(await held(file, 'trusted'), '', file.path);
    assert.match(await held(file, 'untrusted'), /what strangers wrote was read/, file.path);
  }
  const old = { ...latin, before: Buffer.from('cr\xe8me', 'latin1') };
  assert.equal(await held(old, 'untrusted'), '');
});

test('T52: a link whose way leads down and up again is held back, since another link may stand there', async () => {
  const why = async (bytes: string) => (await objection([{ path: 'a/l', bytes, mode: '120000' }]))?.why ?? '';
  for (const target of ['b/../../c', '../b/s/../x', 'C:\\Windows', 'c:/x', '..\\..\\x'])
    assert.match(await why(target), /points out of the repository/, target);
  assert.equal(await why('../b/c'), '');
});

test('T49: a refusal names the path, the class and the line that permits it, and with that line it passes', async () => {
  const permitted: Record<string, readonly [name: string, glob: string]> = {
    '.github/ISSUE_TEMPLATE/bug.yml': ['continuous integration', '.github/ISSUE_TEMPLATE/**'],
    '.github/CONTRIBUTING.md': ['continuous integration', '.github/*.md'],
    '.gitattributes': ['git', '.gitattributes'],
    '.husky/pre-commit': ['hooks', '.husky/**'],
    'docs/AGENTS.md': ['agent instructions', '**/AGENTS.md'],
    '.vscode/tasks.json': ['editor and environment', '.vscode/*'],
    '.npmrc': ['package registry', '.npmrc'],
  };
  for (const [path, [name, glob]] of Object.entries(permitted)) {
    for (const file of [
      { path },
      { path, bytes: null },
      { path, mode: '100755', before: 'x\n', was: '100644' },
    ] as const) {
      const found = await objection([file]);
      assert.equal(found?.why, `The change touches ${path}, which is protected (${name}).`);
      assert.ok(
        found.advice.includes(`\`allow-paths: ["${path}"]\` in \`.github/oi.yml\` on the base branch`),
        found.advice,
      );
      assert.equal(await objection([file], { allowPaths: [path] }), null, path);
      assert.equal(await objection([file], { allowPaths: ['elsewhere/**', glob] }), null, path);
      assert.notEqual(await objection([file], { allowPaths: ['elsewhere/**'] }), null, path);
    }
  }
  assert.match(
    (await objection([{ path: '.vscode/[a].json' }]))?.advice ?? '',
    /allow-paths: \["\.vscode\/\\\\\[a\\\\\]\.json"\]/,
  );
  assert.equal(
    await objection([{ path: '.vscode/[a].json' }], { allowPaths: ['.vscode/\\[a\\].json'] }),
    null,
  );
});

test('T49: no setting permits workflows, the settings themselves, git’s own names and what `protect` adds', async () => {
  const protect = ['db/**', '.vscode/**'];
  for (const path of [
    '.github/workflows/a.yml',
    '.GitHub/Workflows/README.md',
    '.github/actions/x/README.md',
    '.github/oi.yml',
    '.github/oi/harnesses/a.md',
    '.github/dependabot.yml',
    'CODEOWNERS',
    'docs/CODEOWNERS',
    'action.yml',
    '.gitmodules',
    'a/.git/config',
    'a/GIT~1/hooks',
    '.g\u200cit/config',
    'db/1.sql',
    '.vscode/a.json',
  ]) {
    const found = await objection([{ path, before: 'x\n' }], { protect, allowPaths: ['**', path] });
    assert.match(found?.advice ?? '', /no setting permits it/, path);
  }
});

test('T49: attributes that name a filter, a driver or an export are held back also where the file is permitted', async () => {
  const attributes = (bytes: string, before = '* text=auto\n*.psd filter=lfs\n') =>
    objection([{ path: '.gitattributes', bytes, before }], { allowPaths: ['.gitattributes'] });
  assert.equal(await attributes('* text=auto\n*.psd filter=lfs\n*.png -text\n'), null);
  for (const line of ['* filter=x', '*.c diff=x', '* merge=ours', '[attr]a -DIFF', 'a export-ignore'])
    assert.match((await attributes(`* text=auto\n${line}\n`))?.why ?? '', /names a filter/, line);
});

test('T54: what strangers wrote takes every permission back', async () => {
  for (const path of [
    'AGENTS.md',
    '.claude/settings.json',
    '.vscode/tasks.json',
    '.npmrc',
    '.gitattributes',
  ]) {
    const at = { allowPaths: ['**'] };
    assert.equal(await objection([{ path }], at), null, path);
    const found = await objection([{ path }], { ...at, taint: 'untrusted' });
    assert.match(found?.advice ?? '', /does not count where strangers were read/, path);
  }
});

test('T49: of a file that moves both the old and the new place count', async () => {
  for (const [from, to] of [
    ['.github/workflows/a.yml', 'docs/a.yml'],
    ['docs/a.yml', '.github/workflows/a.yml'],
    ['AGENTS.md', 'AGENTS.txt'],
  ] as const)
    assert.match(
      (await objection([{ path: from, bytes: null }, { path: to }]))?.why ?? '',
      /is protected/,
      from,
    );
});

test('T57: 64 kB of anything is judged soon, whatever file it is in', async () => {
  const units = ['a', '"', '[', '\u200d', '👩\u200d', 'a\n', 'https:', 'a.'];
  const files = ['a.txt', 'package.json', 'Cargo.toml', 'pyproject.toml', 'requirements.txt', 'go.mod'];
  const locks = ['package-lock.json', 'yarn.lock', 'pnpm-lock.yaml', 'uv.lock', 'go.sum', '.gitattributes'];
  for (const path of [...files, ...locks])
    for (const unit of units) {
      const bytes = `[dependencies]\nx = ${unit.repeat(65_536 / unit.length)}`;
      const begin = process.cpuUsage();
      await objection([{ path, bytes, before: bytes.slice(0, 40_000) }], { allowPaths: ['**'] });
      const { user } = process.cpuUsage(begin);
      assert.ok(user < 1_000_000, `${path} with ${JSON.stringify(unit)} took ${user / 1000} ms`);
    }
});

test('T52: text stays text: a NUL does not keep it from being read', async () => {
  const hidden = '/*\0*/ run(); // \u202e\n';
  assert.match((await objection([{ path: 'a.js', bytes: hidden }]))?.why ?? '', /U\+0000|U\+202E/);
  assert.match(
    (await objection([{ path: 'a.js', bytes: hidden, before: 'run();\n' }]))?.why ?? '',
    /U\+0000|U\+202E/,
  );
  assert.equal(
    await objection([{ path: 'a.png', bytes: Buffer.from([0x89, 0x50, 0, 1, 0xff, 0xfe]) }]),
    null,
  );
  assert.equal(await objection([{ path: 'image', bytes: 'PNG\0\x01\x02' }]), null);
  assert.equal(await objection([{ path: 'a.js', bytes: `${hidden}more\n`, before: hidden }]), null);
});

test('T52: code that stands far off on its line is not overlooked', async () => {
  for (const blank of [' '.repeat(3000), '\t'.repeat(400), ' '.repeat(300)])
    assert.match(
      (await objection([{ path: 'a.js', bytes: `ok();${blank}evil();\n` }]))?.why ?? '',
      /that nobody can read/,
    );
  assert.equal(
    await objection([{ path: 'a.txt', bytes: `a${' '.repeat(200)}b${' '.repeat(5000)}\n` }]),
    null,
  );
});

test('T49: the short name that Windows may give to a protected folder is none for a new file', async () => {
  for (const path of ['GITHUB~1/workflows/a.yml', 'HUSKY~1/pre-commit', 'a/HOOKS~2', 'AGENTS~1.MD'])
    assert.notEqual(await objection([{ path }]), null, path);
  for (const path of ['a~', 'notes~old.txt', 'v1~2-alpha/x', '~1'])
    assert.equal(await objection([{ path }]), null, path);
});
