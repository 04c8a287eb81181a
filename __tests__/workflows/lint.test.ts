import '../../tools/json-hook.mjs';
import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { breaches } from '../../tools/workflows/rules.ts';

// The service cannot be loaded before the hook is there.
const { validate } = await import('@actions/languageservice');

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => `${folder}/${name}`);

/** What GitHub would say about a workflow. The service remembers answers by name, so names must differ. */
async function complaints(name: string, text: string): Promise<string[]> {
  const uri = pathToFileURL(join(root, '.github/workflows', name)).href;
  const found = await validate(TextDocument.create(uri, 'yaml', 1, text));
  return found.map(({ range, message }) => `line ${range.start.line + 1}: ${message}`);
}

/** Workflows that a page tells people to paste. */
const pasted = (page: string): string[] =>
  [...read(page).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)]
    .map(([, text = '']) => text)
    .filter((text) => /^jobs:/m.test(text));

test('GitHub’s language service is at work: it finds a wrong event, a wrong permission and a wrong expression', async () => {
  const bad = [
    ['event', 'on: pull_requests\njobs: {a: {runs-on: x, steps: [{run: "true"}]}}', /pull_requests/],
    [
      'permission',
      'on: push\npermissions: {content: read}\njobs: {a: {runs-on: x, steps: [{run: "true"}]}}',
      /content/,
    ],
    [
      'expression',
      'on: push\njobs: {a: {runs-on: x, if: "contain(github.ref, 1)", steps: [{run: "true"}]}}',
      /contain/,
    ],
  ] as const;
  for (const [name, text, expected] of bad) {
    const [first = ''] = await complaints(`bad-${name}.yml`, text);
    assert.match(first, expected);
  }
});

for (const file of filesIn('.github/workflows')) {
  test(`${file} is a workflow as GitHub wants it and as we do`, async () => {
    assert.deepEqual(await complaints(file.replaceAll('/', '-'), read(file)), []);
    assert.deepEqual(breaches(read(file)), []);
  });

  test(`${file} runs only scripts that package.json has`, () => {
    const { scripts } = JSON.parse(read('package.json'));
    for (const [, script = ''] of read(file).matchAll(/\bnpm run (?:--\w+ )*([\w:-]+)/g))
      assert.ok(script in scripts, script);
  });
}

for (const page of ['README.md', ...globSync('docs/**/*.md', { cwd: root })]) {
  for (const [index, text] of pasted(page).entries()) {
    test(`workflow ${index + 1} in ${page} is one that works and that we may tell people to paste`, async () => {
      assert.deepEqual(await complaints(`${page.replaceAll('/', '-')}-${index}.yml`, text), []);
      assert.deepEqual(breaches(text, { example: true }), []);
    });
  }
}

for (const file of filesIn('examples')) {
  test(`${file} is a workflow that works and that we may tell people to paste`, async () => {
    assert.deepEqual(await complaints(file.replaceAll('/', '-'), read(file)), []);
    assert.deepEqual(breaches(read(file), { example: true }), []);
  });
}

test('the first example is the workflow in the README', () => {
  const withoutComment = read('examples/fix-on-comment.yml').replace(/^(?:#.*\n)+/, '');
  assert.equal(withoutComment, pasted('README.md')[0]);
});

test('every example is named in their README', () => {
  for (const file of filesIn('examples'))
    assert.match(read('examples/README.md'), new RegExp(basename(file)));
});
