import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const src = join(root, 'src');
const below = (folder: string, end: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(end));
const sources = below(src, '.ts').map((file) => ({ file, code: readFileSync(join(src, file), 'utf8') }));

const topOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '');
const imports = (code: string): string[] =>
  [...code.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) => target);
const leaves = ['text', 'git', 'views'];

/** Whether a folder may import another one of ours. */
function mayImport(from: string, to: string): boolean {
  if (from === '' || from === 'entry' || to === from) return true;
  if (from === 'core') return false;
  return to === 'core' || (!leaves.includes(from) && leaves.includes(to));
}

test('a folder imports core/, the leaves and itself; leaves import core/; core/ imports nothing', () => {
  const wrong = sources.flatMap(({ file, code }) =>
    imports(code)
      .filter((target) => {
        const from = topOf(file);
        if (!target.startsWith('.')) return from === 'core';
        return !mayImport(from, topOf(relative(src, join(src, dirname(file), target))));
      })
      .map((target) => `${file} -> ${target}`),
  );
  assert.deepEqual(wrong, []);
});

test('the process, its environment, its clock and its chance are touched in entry/ and in the hands’ own process', () => {
  const touching = sources.filter(({ file, code }) => {
    if (['entry', 'hands'].includes(topOf(file))) return false;
    const spoken = code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    return /\bprocess\.(?:env|exit\b|exitCode|argv|stdout|stderr)|\bconsole\.|\bDate\.now|\bMath\.random/.test(
      spoken,
    );
  });
  assert.deepEqual(
    touching.map(({ file }) => file),
    [],
  );
});

test('nothing loads undici: HTTP is spoken by Node’s own modules, which are not imported', () => {
  const loading = sources.filter(({ code }) => {
    const spoken = code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    return /(?<![\w.])fetch\(|\bimport (?!type)[^;]*? from 'node:https?'/.test(spoken);
  });
  assert.deepEqual(
    loading.map(({ file }) => file),
    [],
  );
});

test('no source names a harness, but the data of the chooser; a provider may have the same name', () => {
  const ids = readdirSync(join(root, 'harnesses'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  assert.ok(ids.length > 0);
  const naming = sources.flatMap(({ file, code }) => {
    if (file === 'harness/choose.ts' || file === 'model/providers.ts') return [];
    const spoken = code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    return ids
      .filter((id) => spoken.includes(`'${id}'`) || spoken.includes(`"${id}"`))
      .map((id) => `${file}: ${id}`);
  });
  assert.deepEqual(naming, []);
});

test('every list of extensions names every file of its folder', () => {
  for (const folder of ['triggers', 'gates', 'tools', 'publish/policy']) {
    const index = readFileSync(join(src, folder, 'index.ts'), 'utf8');
    const kind =
      folder === 'publish/policy'
        ? 'Rule'
        : folder === 'gates'
          ? 'Gate'
          : folder === 'tools'
            ? 'Tool'
            : 'Trigger';
    const extensions = sources.filter(
      ({ file, code }) =>
        dirname(file) === folder && new RegExp(`export const \\w+(?:: ${kind}\\b| = tool\\()`).test(code),
    );
    assert.ok(extensions.length > 0, folder);
    for (const { file } of extensions) {
      const line = `from './${file.slice(folder.length + 1)}'`;
      assert.ok(index.includes(line), `add to src/${folder}/index.ts: import … ${line}`);
    }
  }
});

test('no files import each other in a circle, types included', () => {
  const files = ['src', 'sim', 'tools'].flatMap((top) =>
    below(join(root, top), '.ts').map((file) => join(root, top, file)),
  );
  const targets = new Map(
    files.map((file) => {
      const relatives = imports(readFileSync(file, 'utf8')).filter((target) => target.startsWith('.'));
      return [file, relatives.map((target) => join(dirname(file), target))];
    }),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      const circle = [...path.slice(path.indexOf(file)), file].map((each) => relative(root, each));
      circles.push(circle.join(' -> '));
      return;
    }
    if (done.has(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  assert.deepEqual(circles, []);
});

test('the simulated world is for tests, tools and the demo, never for the product', () => {
  const using = sources.filter(({ code }) => imports(code).some((target) => target.includes('/sim/')));
  assert.deepEqual(
    using.map(({ file }) => file),
    [],
  );
});

test('the product reads nothing of what other agents were recorded with', () => {
  const reading = [
    ...sources,
    { file: 'tools/build.ts', code: readFileSync(join(root, 'tools/build.ts'), 'utf8') },
  ];
  assert.deepEqual(
    reading.filter(({ code }) => /recorded\/|conformance\//.test(code)).map(({ file }) => file),
    [],
  );
});

test('T43: what people are shown has one door: the forge is opened in one place, and so are the job’s summary and outputs', () => {
  const users = (target: RegExp): string[] =>
    sources.filter(({ code }) => imports(code).some((each) => target.test(each))).map(({ file }) => file);
  const opening = sources.filter(({ code }) => /\bopenGitHub\(/.test(code)).map(({ file }) => file);
  assert.deepEqual(opening, ['entry/open-forge.ts', 'forge/github/github.ts']);
  assert.deepEqual(users(/^@actions\/core$/), ['entry/showing.ts']);
  assert.deepEqual(users(/views\/transcript\/transcript\.ts$/), ['entry/transcript-file.ts']);
});

test('a file fits a glance, or its folder says why not', () => {
  const long = [
    ...below(src, '.ts').map((file) => join(src, file)),
    ...below(join(root, 'sim'), '.ts').map((file) => join(root, 'sim', file)),
  ]
    .filter((file) => readFileSync(file, 'utf8').split('\n').length > 300)
    .map((file) => relative(root, file));
  assert.deepEqual(long, []);
});

test('each folder of src/ says in at most fifteen lines what it is', () => {
  const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const wrong = folders.flatMap(({ name }) => {
    const file = join(src, name, 'README.md');
    if (!existsSync(file)) return [`src/${name}/README.md is missing`];
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').length;
    return lines > 15 ? [`src/${name}/README.md has ${lines} lines`] : [];
  });
  assert.deepEqual(wrong, []);
});

test('no test installs anything: what a test needs of the system is there before the first one starts', () => {
  const tests = join(root, '__tests__');
  const installing = below(tests, '.ts').filter(
    (file) =>
      file !== 'architecture.test.ts' &&
      /installMissing|needBubblewrap/.test(readFileSync(join(tests, file), 'utf8')),
  );
  assert.deepEqual(installing, []);
});
