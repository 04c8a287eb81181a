import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { hands } from '../../src/hands/hands.ts';
import { temporaryFolder } from '../support/folder.ts';

const room = temporaryFolder();
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  XDG_CONFIG_HOME: room,
};

/** A repository with these files in it, none of them tracked. */
function repository(files: { readonly [path: string]: string }): string {
  const folder = mkdtempSync(join(room, 'r-'));
  execFileSync('git', ['init', '-q', folder], { env });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** The oracle: what git itself does not ignore. */
function gitSees(folder: string): string[] {
  const args = ['-C', folder, 'ls-files', '--others', '--exclude-standard', '-z'];
  return execFileSync('git', args, { env, encoding: 'utf8' }).split('\0').filter(Boolean).sort();
}

function weSee(folder: string): string[] {
  const how = { depth: Number.POSITIVE_INFINITY, limit: 100_000, ignored: false };
  const listed = hands(folder).list('.', how);
  assert.ok(listed.ok);
  return listed.value.found
    .filter(({ kind }) => kind === 'file')
    .map(({ path }) => path)
    .sort();
}

const cases: { readonly [title: string]: { readonly [path: string]: string } } = {
  'names, endings, folders, rooted paths': {
    '.gitignore': 'node_modules/\n*.log\n/build\ndocs/*.tmp\n',
    'node_modules/x/y': '',
    'a/node_modules/z': '',
    'b/node_modules': 'a file of that name is no folder',
    'a.log': '',
    'x/y.log': '',
    'build/out': '',
    'sub/build/out': '',
    'docs/a.tmp': '',
    'docs/deep/a.tmp': '',
  },
  'negation, and that nothing returns from an ignored folder': {
    '.gitignore': '*.log\n!keep.log\nout/\n!out/keep\n/all/*\n!/all/this\n',
    'a.log': '',
    'keep.log': '',
    'out/keep': '',
    'all/that': '',
    'all/this': '',
  },
  'nested files override those above': {
    '.gitignore': '*.txt\n',
    'a/.gitignore': '!*.txt\n/only\n',
    'a/x.txt': '',
    'a/only': '',
    'a/b/only': '',
    'a/b/.gitignore': '*\n!x.txt\n',
    'a/b/x.txt': '',
    'a/b/y': '',
  },
  'comments, escapes, spaces, carriage returns, a mark at the start': {
    '.gitignore':
      '\uFEFFbom\n# x\n\\#hash\n\\!bang\ntrail   \nkept\\ \n\r\ncr\r\n\n!\n/\nback\\\\slash\na\\b\n',
    bom: '',
    '# x': '',
    '#hash': '',
    '!bang': '',
    trail: '',
    'kept ': '',
    cr: '',
    'back\\slash': '',
    ab: '',
  },
  'two stars': {
    '.gitignore': '**/foo\nbar/**\na/**/z\nq**\nr/s**/t\nu**/v\nd?**/e\n',
    foo: '',
    'x/foo': '',
    'bar/x/y': '',
    'a/z': '',
    'a/b/c/z': '',
    qq: '',
    'w/q/x': '',
    'r/sx/t': '',
    'r/sx/y/t': '',
    'ux/y/v': '',
    'u/v': '',
    'dx/e': '',
    'dx/y/e': '',
    'dxy/e': '',
  },
  brackets: {
    '.gitignore': '[ab].c\n[!a-c].d\n[[:digit:]x].e\n[]-].f\n[a\n[\\]].g\n[z-a].h\n[[:nope:]].i\nx[/]y\n',
    'a.c': '',
    'c.c': '',
    'a.d': '',
    'z.d': '',
    '7.e': '',
    'x.e': '',
    'y.e': '',
    '].f': '',
    '-.f': '',
    '[a': '',
    '].g': '',
    'z.h': '',
    'n.i': '',
    'x/y': '',
  },
};

for (const [title, files] of Object.entries(cases)) {
  test(`ignores what git ignores: ${title}`, () => {
    const folder = repository(files);
    assert.deepEqual(weSee(folder), gitSees(folder));
  });
}

test('.git/info/exclude counts, and every .gitignore overrides it', () => {
  const folder = repository({ '.gitignore': '!b\n', a: '', b: '', c: '' });
  writeFileSync(join(folder, '.git/info/exclude'), 'a\nb\n');
  assert.deepEqual(weSee(folder), ['.gitignore', 'b', 'c']);
  assert.deepEqual(weSee(folder), gitSees(folder));
});

test('rules above the folder that is searched count', () => {
  const folder = repository({
    '.gitignore': '*.log\n',
    'a/.gitignore': 'x\n',
    'a/b/x': '',
    'a/b/y.log': '',
    'a/b/z': '',
  });
  const listed = hands(folder).list('a/b', { depth: 1, limit: 10, ignored: false });
  assert.deepEqual(listed.ok && listed.value.found.map(({ path }) => path), ['a/b/z']);
});

test('a repository inside another has rules of its own only', () => {
  const folder = repository({
    '.gitignore': '*.log\n',
    'sub/a.log': '',
    'sub/b.tmp': '',
    'sub/.gitignore': '*.tmp\n',
  });
  execFileSync('git', ['init', '-q', join(folder, 'sub')], { env });
  assert.deepEqual(weSee(folder), ['.gitignore', 'sub/.gitignore', 'sub/a.log']);
});

test('a folder without a repository has rules, too; a .gitignore that is no file has none', () => {
  const folder = mkdtempSync(join(room, 'plain-'));
  writeFileSync(join(folder, '.gitignore'), 'x\n');
  writeFileSync(join(folder, 'x'), '');
  mkdirSync(join(folder, 'pipe'));
  execFileSync('mkfifo', [join(folder, 'pipe/.gitignore')]);
  writeFileSync(join(folder, 'pipe/y'), '');
  assert.deepEqual(weSee(folder), ['.gitignore', 'pipe/y']);
});

const names = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-'), minLength: 1, maxLength: 3 });
const paths = fc.array(names, { minLength: 1, maxLength: 4 });

/** A part of a rule that is likely to match a name of a path. */
const likely = (name: string) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(name) },
    fc.constantFrom(
      '*',
      '**',
      '***',
      `${name.slice(0, 1)}*`,
      `*${name.slice(1)}`,
      `${name}**`,
      `**${name.slice(-1)}`,
    ),
    fc.constantFrom(`?${name.slice(1)}`, `[${name}]`, `[!${name}]`, `[a-b]${name.slice(1)}`, '[[:alpha:]]*'),
    fc.constantFrom(`\\${name}`, `${name}\\`, `[]${name}-]`, `[^-${name.slice(0, 1)}]`, '[', '**/*'),
  );

/** A rule made of some of a path's names. */
const ruleFor = (path: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom('', '', '', '!', '/', '!/', '**/'),
      fc.nat(path.length - 1).chain((skip) => fc.tuple(...path.slice(skip).map(likely))),
      fc.constantFrom('', '', '', '/', '/**', '/*', ' ', '//'),
    )
    .map(([start, parts, end]) => start + parts.join('/') + end);

const project = fc.array(paths, { minLength: 2, maxLength: 6 }).chain((all) => {
  const rules = fc.array(fc.constantFrom(...all).chain(ruleFor), { minLength: 1, maxLength: 4 });
  return fc.record({ all: fc.constant(all.map((path) => path.join('/'))), top: rules, nested: rules });
});

test('property: random rules ignore what git ignores', () => {
  fc.assert(
    fc.property(fc.array(project, { minLength: 50, maxLength: 50 }), (projects) => {
      // Each project is a folder of one repository with rules of its own, so that one git process judges all.
      const folder = repository({});
      for (const [number, { all, top, nested }] of projects.entries()) {
        const home = join(folder, `p${number}`);
        for (const path of all) place(home, path, '');
        place(home, '.gitignore', top.join('\n'));
        place(home, `${dirname(all[0] ?? '')}/.gitignore`, nested.join('\n'));
      }
      const seen = gitSees(folder);
      assert.deepEqual(weSee(folder), seen);
      rmSync(folder, { recursive: true });
    }),
    { numRuns: 4 },
  );
});

/** Where a file of that name is in the way of a folder, or the other way round, the first one stays. */
function place(folder: string, path: string, content: string): void {
  try {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  } catch {
    /* it is in the way of another one */
  }
}
