import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { looks } from '../../tools/pictures/looks.ts';
import { pageNames, pagesPeopleSee, type SeenPage } from '../../tools/pictures/pages.ts';
import { withoutBrowser } from '../support/browser.ts';
import { dist } from '../support/dist.ts';
import { complaints, schemes, show, unfold, widthOf, widths } from '../support/page-checks.ts';

let pages: readonly SeenPage[] = [];
before(async () => {
  if (!withoutBrowser) pages = await pagesPeopleSee(await dist());
});

for (const name of pageNames) {
  test(`${name}: narrow and wide, light and dark, axe finds nothing wrong and nothing is too wide`, {
    skip: withoutBrowser,
  }, async () => {
    const { html = '' } = pages.find((page) => page.name === name) ?? {};
    for (const width of Object.values(widths)) {
      for (const scheme of schemes) {
        const page = await show(html, width, scheme);
        await unfold(page);
        assert.deepEqual(await complaints(page), [], `${width} ${scheme}`);
        assert.equal(await widthOf(page), width);
        await page.close();
      }
    }
  });
}

test('the docs have a picture of each page in each of its looks, and no other', () => {
  const pictures = readdirSync(join(import.meta.dirname, '../../docs/pictures')).sort();
  const wanted = pageNames.flatMap((name) => looks.map((look) => `${name}-${look.name}.png`)).sort();
  assert.deepEqual(pictures, wanted, 'npm run pictures takes them anew');
});
