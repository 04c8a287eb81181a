import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startModel } from '../../sim/model/index.ts';
import { dist } from '../support/dist.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openStage } from '../support/oi.ts';
import { commands } from '../support/stage.ts';

const product = await dist();
const model = await startModel({ script: commands(['echo two > a.txt']) });
after(model.close);

/** The runtime tells which files it loads, and when a request has been sent. */
const hook = join(temporaryFolder(), 'hook.mjs');
writeFileSync(
  hook,
  `import { subscribe } from 'node:diagnostics_channel';
   import { registerHooks } from 'node:module';
   subscribe('http.client.request.start', () => process.stderr.write('asks\\n'));
   registerHooks({ load(url, at, next) { process.stderr.write('loads ' + url + '\\n'); return next(url, at); } });`,
);

/** Words that only they have who know which checks a repository has, and what in a change weakens them. */
const knowsChecks = (file: string): boolean => /conftest|pytest_runtest/.test(readFileSync(file, 'utf8'));

/** A word of the YAML parser, and one of the schema of a harness. */
const readsFolders = (file: string): boolean =>
  /Map keys must be unique|must be the name of a Markdown file/.test(readFileSync(file, 'utf8'));

/** A model of the table of windows and prices, and of nothing else. */
const knowsPrices = (file: string): boolean => readFileSync(file, 'utf8').includes('zai/glm-5.3-flash');

/** A word of the library of schemas. */
const hasSchemas = (file: string): boolean => /~standard/.test(readFileSync(file, 'utf8'));

test('who works in place has nothing to prove, and loads nothing of what proving and reading harnesses takes', async () => {
  const chunks = readdirSync(join(product, 'chunks')).map((name) => join(product, 'chunks', name));
  assert.ok(chunks.some(knowsChecks), 'the words are in the product');
  assert.ok(chunks.some(readsFolders), 'those of the parser, too');
  assert.equal(chunks.filter(knowsPrices).length, 1, 'the table is a file of its own');
  const at = openStage(product, model);
  writeFileSync(join(at.folder, 'a.txt'), 'one\n');
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(hook)}` };
  const { code, stderr } = await at.run(['Mend it.'], { env });
  assert.equal(code, 0, stderr);
  assert.equal(readFileSync(join(at.folder, 'a.txt'), 'utf8'), 'two\n');
  const loadedIn = (text: string): string[] =>
    [...text.matchAll(/^loads (file:.*)$/gm)]
      .map(([, url = '']) => fileURLToPath(url))
      .filter((file) => file.startsWith(product));
  const ours = loadedIn(stderr);
  const [before = '', ...asked] = stderr.split('asks\n');
  assert.ok(ours.length > 1, stderr);
  assert.deepEqual(ours.filter(knowsChecks), []);
  assert.deepEqual(ours.filter(readsFolders), []);
  assert.deepEqual(ours.filter(knowsPrices), [], 'behind a base URL no price is known');
  assert.ok(asked.length > 0, stderr);
  assert.ok(ours.some(hasSchemas), 'answers are read with it');
  assert.deepEqual(
    loadedIn(before).filter(hasSchemas),
    [],
    'nothing is to be read before the model is asked',
  );
});
