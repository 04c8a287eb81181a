// cspell:ignore arball serde
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockfiles } from '../../src/publish/policy/lockfiles/index.ts';
import type { RuleWorld } from '../../src/publish/policy/rule.ts';
import { settings } from '../gates/around.ts';
import { memoryBlobs } from '../support/blobs.ts';

/** What is said against a lockfile that was so and is so now, or an empty string. */
function why(path: string, before: string | null, now: string, allowHosts: readonly string[] = []): string {
  const world: RuleWorld = {
    settings: { ...settings, allowHosts },
    taint: 'trusted',
    blobs: memoryBlobs(),
    barred: [],
  };
  const side = (text: string) => ({ mode: '100644' as const, bytes: Buffer.from(text) });
  const file = { path, before: before === null ? null : side(before), now: side(now), added: [], removed: 0 };
  return lockfiles.file?.(file, world)?.why ?? '';
}

const sha = (digit: string): string => `sha512-${digit.repeat(86)}==`;
const tarball = (name: string, version = '1.0.0', host = 'registry.npmjs.org'): string =>
  `https://${host}/${name}/-/${name.replace(/^.*\//, '')}-${version}.tgz`;
const leftPad = { version: '1.0.0', resolved: tarball('left-pad'), integrity: sha('a') };
const npm = (packages: Record<string, object>): string =>
  JSON.stringify({ name: 'x', lockfileVersion: 3, packages: { '': { name: 'x' }, ...packages } }, null, 2);
const base = npm({ 'node_modules/left-pad': leftPad });

test('T53: an npm lockfile may pin more and newer packages of the registries that it knows', () => {
  const added = (entry: object, at = 'node_modules/b') =>
    why('package-lock.json', base, npm({ 'node_modules/left-pad': leftPad, [at]: entry }));
  assert.equal(
    added({
      version: '2.0.0',
      resolved: tarball('b', '2.0.0'),
      integrity: sha('b'),
      dependencies: { c: 'git+ssh://x' },
    }),
    '',
  );
  assert.equal(
    added(
      { version: '2.0.0', resolved: tarball('@s/b'), integrity: sha('b') },
      'node_modules/a/node_modules/@s/b',
    ),
    '',
  );
  assert.equal(added({ resolved: 'packages/b', link: true }), '');
  assert.equal(added({ version: '1.0.0', inBundle: true }), '');
  assert.equal(
    why(
      'package-lock.json',
      base,
      npm({
        'node_modules/left-pad': {
          ...leftPad,
          version: '1.1.0',
          resolved: tarball('left-pad', '1.1.0'),
          integrity: sha('c'),
        },
      }),
    ),
    '',
  );
  assert.equal(why('package-lock.json', base, npm({})), '');
});

test('T53: an npm lockfile that loads from elsewhere, otherwise or something else is held back', () => {
  const held: readonly (readonly [entry: object, expected: RegExp])[] = [
    [{ ...leftPad, resolved: tarball('left-pad', '1.0.0', 'evil.test') }, /loads something from evil\.test/],
    [
      { ...leftPad, resolved: tarball('left-pad', '1.0.0', 'registry.npmjs.org@evil.test') },
      /from registry\.npmjs\.org@evil\.test/,
    ],
    [
      { ...leftPad, resolved: tarball('left-pad', '1.0.0', 'registry.npmjs.org:8443') },
      /from registry\.npmjs\.org:8443/,
    ],
    [{ ...leftPad, resolved: 'http://registry.npmjs.org/left-pad/-/left-pad-1.0.0.tgz' }, /by `http:`/],
    [{ ...leftPad, resolved: 'git+ssh://git@github.com/a/b.git#1' }, /git/],
    [{ ...leftPad, version: 'file:../b' }, /by `file:`|by a path/],
    [{ ...leftPad, version: 'github:a/b#1' }, /by `github:`/],
    [{ ...leftPad, resolved: '../b', link: true }, /by a path/],
    [{ ...leftPad, resolved: tarball('left-pads') }, /loads left-pads for node_modules\/left-pad/],
    [{ ...leftPad, name: 'evil' }, /loads evil for/],
    [{ version: '1.0.0', resolved: tarball('left-pad') }, /has no hash for/],
    [{ version: '1.0.0' }, /has no hash for/],
    [{ ...leftPad, integrity: sha('b') }, /another hash for .* of the same version/],
  ];
  for (const [entry, expected] of held)
    assert.match(why('package-lock.json', base, npm({ 'node_modules/left-pad': entry })), expected);
  for (const [entry, expected] of held.filter((_, at) => at !== 12))
    assert.match(why('a/npm-shrinkwrap.json', null, npm({ 'node_modules/left-pad': entry })), expected);
  assert.match(why('package-lock.json', base, `${base}}`), /is not spelled/);
  const asked = npm({ '': { name: 'x', dependencies: { a: 'git+https://a.test/b' } } });
  assert.match(why('package-lock.json', base, asked), /git\+https/);
});

test('T53: spelled with JSON’s escapes or in the oldest format it is the same lockfile', () => {
  const escaped = base.replace('https://registry.npmjs.org', 'https:\\u002f\\u002fevil.test');
  assert.match(why('package-lock.json', base, escaped), /evil\.test/);
  const old = (inner: object) =>
    JSON.stringify({
      lockfileVersion: 1,
      dependencies: { a: { ...leftPad, resolved: tarball('a'), dependencies: { 'left-pad': inner } } },
    });
  assert.equal(why('package-lock.json', null, old(leftPad)), '');
  assert.match(
    why(
      'package-lock.json',
      old(leftPad),
      old({ ...leftPad, resolved: tarball('left-pad', '1.0.0', 'evil.test') }),
    ),
    /evil/,
  );
  assert.match(why('package-lock.json', old(leftPad), old({ version: '1.0.0' })), /has no hash/);
});

test('T53: a host that the base names or its settings allow is known, but not one where anybody puts things', () => {
  const from = (host: string) =>
    npm({
      'node_modules/left-pad': leftPad,
      'node_modules/b': { version: '1.0.0', resolved: tarball('b', '1.0.0', host), integrity: sha('b') },
    });
  const known = npm({
    'node_modules/c': {
      version: '1.0.0',
      resolved: tarball('c', '1.0.0', 'npm.example.org'),
      integrity: sha('c'),
    },
  });
  assert.equal(why('package-lock.json', known, from('npm.example.org')), '');
  assert.equal(why('package-lock.json', base, from('npm.example.org'), ['npm.example.org']), '');
  assert.match(why('package-lock.json', base, from('npm.example.org')), /npm\.example\.org/);
  const tar = (name: string) =>
    npm({
      'node_modules/c': {
        version: '1.0.0',
        resolved: `https://codeload.github.com/${name}/tar.gz/1`,
        integrity: sha('c'),
      },
    });
  assert.equal(why('package-lock.json', tar('a/c'), tar('a/c').replace('1.0.0', '1.0.1')), '');
  assert.match(why('package-lock.json', tar('a/c'), tar('evil/c')), /codeload\.github\.com/);
});

const pnpm = (resolution: string, more = ''): string => `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true

importers:

  .:
    dependencies:
      left-pad:
        specifier: ^1.0.0
        version: 1.0.0
      own:
        specifier: workspace:*
        version: 1.0.0
${more}
packages:

  left-pad@1.0.0:
    resolution: ${resolution}
    engines: {node: '>=12'}
    deprecated: |-
      use https://other.test
        &this, not that
    hasBin: true

snapshots:

  left-pad@1.0.0(react@18.0.0): {}
`;

test('T53: a pnpm lockfile is held to the same', () => {
  const good = pnpm(`{integrity: ${sha('a')}}`);
  assert.equal(why('pnpm-lock.yaml', null, good), '');
  assert.equal(why('pnpm-lock.yaml', good, good.replaceAll('left-pad', 'right-pad')), '');
  for (const [resolution, expected] of [
    [`{integrity: ${sha('b')}}`, /another hash/],
    ['{}', /has no hash/],
    [`{integrity: ${sha('a')}, tarball: https://evil.test/a.tgz}`, /evil\.test/],
    ['{commit: 1, repo: git@github.com:a/b.git, type: git}', /git/],
    ['{directory: ../b, type: directory}', /by a path/],
    [`&x {integrity: ${sha('a')}}`, /not spelled/],
    [`\n      integrity: ${sha('a')}`, /not spelled/],
    [`{"\\u0074arball": "x", integrity: ${sha('a')}}`, /not spelled/],
  ] as const)
    assert.match(why('pnpm-lock.yaml', good, pnpm(resolution)), expected, resolution);
  const own = '      c:\n        specifier: workspace:^\n        version: link:../c\n';
  assert.equal(why('pnpm-lock.yaml', good, pnpm(`{integrity: ${sha('a')}}`, own)), '');
  const linked = pnpm(
    `{integrity: ${sha('a')}}`,
    '      b:\n        specifier: link:../b\n        version: link:../b\n',
  );
  assert.match(why('pnpm-lock.yaml', good, linked), /link|by a path/);
});

const yarn = (
  resolved: string,
  more = `  integrity ${sha('a')}\n`,
  head = 'left-pad@^1.0.0, left-pad@^1.0.1:',
): string =>
  `# yarn lockfile v1\n\n\n${head}\n  version "1.0.0"\n  resolved "${resolved}"\n${more}  dependencies:\n    b "^1.0.0"\n`;

test('T53: a yarn lockfile of either kind is held to the same', () => {
  const url = tarball('left-pad', '1.0.0', 'registry.yarnpkg.com');
  const good = yarn(url);
  assert.equal(why('yarn.lock', null, good), '');
  assert.equal(why('yarn.lock', null, yarn(`${url}#${'a'.repeat(40)}`, '')), '');
  assert.equal(why('yarn.lock', null, yarn(tarball('pad'), undefined, '"left-pad@npm:pad@^1.0.0":')), '');
  assert.match(why('yarn.lock', good, yarn(url, '')), /has no hash/);
  assert.match(why('yarn.lock', good, yarn(url, `  integrity ${sha('b')}\n`)), /another hash/);
  assert.match(why('yarn.lock', good, yarn(tarball('left-pad', '1.0.0', 'evil.test'))), /evil\.test/);
  assert.match(why('yarn.lock', good, yarn(tarball('right-pad'))), /loads right-pad for/);
  assert.match(
    why(
      'yarn.lock',
      good,
      yarn('https://codeload.github.com/a/b/tar.gz/1', undefined, '"left-pad@github:a/b":'),
    ),
    /github/,
  );
  const berry = (resolution: string, more = '  checksum: 10c0/abc\n') =>
    `__metadata:\n  version: 8\n\n"left-pad@npm:^1.0.0":\n  version: 1.0.0\n  resolution: "${resolution}"\n${more}  languageName: node\n  linkType: hard\n\n"x@workspace:.":\n  version: 0.0.0-use.local\n  resolution: "x@workspace:."\n  languageName: unknown\n  linkType: soft\n`;
  const modern = berry('left-pad@npm:1.0.0');
  assert.equal(why('yarn.lock', null, modern), '');
  assert.match(why('yarn.lock', modern, berry('left-pad@npm:1.0.0', '')), /has no hash/);
  assert.match(why('yarn.lock', modern, berry('evil@npm:1.0.0')), /loads evil for/);
  assert.match(why('yarn.lock', modern, berry('left-pad@https://evil.test/a.tgz')), /evil\.test/);
  assert.match(why('yarn.lock', modern, berry('left-pad@exec:./x.js')), /by `exec:`/);
});

const cargo = (source: string, more = `checksum = "${'a'.repeat(64)}"\n`): string =>
  `version = 3\n\n[[package]]\nname = "own"\nversion = "0.1.0"\ndependencies = [\n "serde",\n]\n\n[[package]]\nname = "serde"\nversion = "1.0.0"\nsource = "${source}"\n${more}`;
const crates = 'registry+https://github.com/rust-lang/crates.io-index';

test('T53: lockfiles of Cargo, Poetry, uv and Go are held to the same', () => {
  const good = cargo(crates);
  assert.equal(why('Cargo.lock', null, good), '');
  assert.match(why('Cargo.lock', good, cargo('registry+https://github.com/evil/index')), /github\.com/);
  assert.match(why('Cargo.lock', good, cargo('git+https://github.com/a/serde#1')), /git\+https/);
  assert.match(why('Cargo.lock', good, cargo(crates, '')), /has no hash for "serde" "1\.0\.0"/);
  assert.match(why('Cargo.lock', good, cargo(crates, `checksum = "${'b'.repeat(64)}"\n`)), /another hash/);
  const poetry = (files: string, more = '') =>
    `[[package]]\nname = "a"\nversion = "1.0"\ndescription = "see http://a.test \\"x\\""\noptional = false\nfiles = [\n    ${files},\n]\n${more}\n[metadata]\ncontent-hash = "1"\n`;
  const file = '{file = "a-1.0.whl", hash = "sha256:aa"}';
  assert.equal(why('poetry.lock', null, poetry(file)), '');
  assert.equal(
    why('poetry.lock', poetry(file), poetry(`${file},\n    {file = "a-1.0.tar.gz", hash = "sha256:bb"}`)),
    '',
  );
  assert.match(why('poetry.lock', poetry(file), poetry('{file = "a-1.0.whl"}')), /has no hash/);
  const none = poetry(file).replace(/files = \[[^\]]*\]/, 'files = []');
  assert.match(why('poetry.lock', poetry(file), none), /has no hash/);
  assert.match(why('poetry.lock', poetry(file), none.replace('1.0', '1.1')), /has no hash/);
  assert.equal(why('poetry.lock', none, none.replace('1.0', '1.1')), '');
  assert.match(
    why('poetry.lock', poetry(file), poetry('{file = "a-1.0.whl", hash = "sha256:cc"}')),
    /another hash/,
  );
  assert.match(
    why(
      'poetry.lock',
      poetry(file),
      poetry(file, '\n[package.source]\ntype = "legacy"\nurl = "https://evil.test/simple"\n'),
    ),
    /evil\.test/,
  );
  const uv = (source: string, url: string) =>
    `version = 1\n\n[[package]]\nname = "a"\nversion = "1.0"\nsource = { ${source} }\nwheels = [\n    { url = "${url}", hash = "sha256:aa", size = 1, upload-time = "2026-01-01T00:00:00Z" },\n]\n`;
  const index = 'registry = "https://pypi.org/simple"';
  const wheel = 'https://files.pythonhosted.org/packages/a-1.0.whl';
  assert.equal(why('uv.lock', null, uv(index, wheel)), '');
  assert.match(why('uv.lock', uv(index, wheel), uv(index, 'https://evil.test/a-1.0.whl')), /evil\.test/);
  assert.match(why('uv.lock', uv(index, wheel), uv(index, 'https:\\u002f/evil.test/a')), /not spelled/);
  assert.match(
    why('uv.lock', uv(index, wheel), uv('git = "https://github.com/a/b?rev=1"', wheel)),
    /github\.com/,
  );
  const sum = (hash: string) => `example.org/a v1.0.0 h1:${hash}\nexample.org/a v1.0.0/go.mod h1:m=\n`;
  assert.equal(why('go.sum', sum('a='), `${sum('a=')}example.org/b v1.0.0 h1:b=\n`), '');
  assert.match(why('go.sum', sum('a='), sum('b=')), /another hash for example\.org\/a v1\.0\.0/);
});

test('T53: the name that an npm lockfile gives an archive is not believed over the archive’s own', () => {
  const entry = { name: 'b', version: '1.0.0', resolved: tarball('evil', '9.9.9'), integrity: sha('b') };
  assert.match(
    why('package-lock.json', base, npm({ 'node_modules/left-pad': leftPad, 'node_modules/b': entry })),
    /loads evil for/,
  );
});

test('T53: a lockfile whose lines end as no program ends them, or whose name is another for some disks, is read no less', () => {
  const pnpm = "lockfileVersion: '9.0'\n";
  for (const end of ['\r', '\r\r\n', '\f'])
    assert.match(why('pnpm-lock.yaml', pnpm, `${pnpm}packages: {}${end}`), /is not spelled/);
  const entry = { version: '1.0.0', resolved: 'https://evil.test/b.tgz', integrity: sha('b') };
  assert.notEqual(why('Package-Lock.JSON', base, npm({ 'node_modules/b': entry })), '');
});
