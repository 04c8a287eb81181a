import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headline } from '../../src/publish/words.ts';

const page = 'https://github.com/ann/shop/compare/main...oi%2Fissue-1?expand=1';
const told = (happened: string, ours?: string): string =>
  headline({
    kind: 'failed',
    code: 'forge.forbidden',
    happened,
    advice: `Open it yourself on ${page}, or ask.`,
    published: null,
    ...(ours && { page: ours }),
  });

test('the page of our own making can be clicked, and no other address', () => {
  assert.equal(
    told('It is forbidden.', page),
    `It is forbidden. Open it yourself on [this page](${page}), or ask. (\`forge.forbidden\`)`,
  );
  assert.ok(told('It is forbidden.').includes(`on \`${page}\`, or`));
  for (const foreign of [
    'https://github.com.evil.test/ann/shop/compare/main...x?expand=1',
    'https://github.com@evil.test/ann/shop',
    'https://github.com/ann/shop/compare/main...oi%2Fissue-2?expand=1',
  ]) {
    const words = told(`It says ${foreign} here.`, page);
    assert.ok(words.includes(`\`${foreign}\` here`), words);
    assert.equal(words.match(/\]\(/g)?.length, 1, words);
  }
});
