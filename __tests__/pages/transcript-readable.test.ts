import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transcript } from '../../src/views/transcript/transcript.ts';
import { openPage, withoutBrowser } from '../support/browser.ts';
import { complaints, schemes, show, unfold, widthOf, widths } from '../support/page-checks.ts';
import { fullBlob, fullLog, type Word } from '../views/transcript/full-log.ts';

const options = { skip: withoutBrowser };

const pageOf = (word: Word): string =>
  transcript(fullLog(word), { title: word('page title'), blob: fullBlob(word) });
/** Fields as they may be: a line that nothing breaks, and many lines. */
const long: Word = (field) => `${field} ${'very_long_'.repeat(300)}\n${'and more\n'.repeat(60)}`;

for (const [name, width] of Object.entries(widths)) {
  for (const scheme of schemes) {
    test(`${name} and ${scheme}, folded or not, axe finds nothing wrong`, options, async () => {
      const page = await show(
        pageOf((field) => `the ${field}`),
        width,
        scheme,
      );
      assert.deepEqual(await complaints(page), []);
      await unfold(page);
      assert.deepEqual(await complaints(page), []);
      await page.close();
    });
  }

  test(`${name}, nothing is wider than the page`, options, async () => {
    for (const word of [long, (field: string) => `the ${field}`]) {
      const page = await show(pageOf(word), width, 'light');
      await unfold(page);
      assert.equal(await widthOf(page), width);
      await page.close();
    }
  });
}

test('axe sees a colour that is too faint', options, async () => {
  const faint = pageOf((field) => `the ${field}`).replace('<main>', '<main><p style="color: #aaa">Faint</p>');
  const page = await show(faint.replace(/<meta http-equiv[^>]*>/, ''), 375, 'light');
  assert.ok((await complaints(page)).some((complaint) => complaint.startsWith('color-contrast')));
  await page.close();
});

test('without JavaScript all of it can be read, and folds open at a click', options, async () => {
  const page = await openPage();
  await page.setJavaScriptEnabled(false);
  await page.setContent(pageOf((field) => `the ${field}`));
  const visible = async (): Promise<string> => (await page.evaluate('document.body.innerText')) as string;
  const text = await visible();
  for (const field of ['ask', 'said', 'command', 'head', 'written', 'todo', 'why', 'title', 'body']) {
    assert.ok(text.includes(`the ${field}`), field);
  }
  assert.ok(!text.includes('the thinking'));
  const [x, y] = (await page.evaluate(`(() => {
    const fold = [...document.querySelectorAll('summary')].find((one) => one.innerText.startsWith('Thought'));
    fold.scrollIntoView();
    const { x, y } = fold.getBoundingClientRect();
    return [x + 5, y + 5];
  })()`)) as [number, number];
  await page.mouse.click(x, y);
  assert.ok((await visible()).includes('the thinking'));
  await page.close();
});

test('the page has one main part, a header and a footer, and headings without a gap', options, async () => {
  const page = await show(
    pageOf((field) => `the ${field}`),
    1280,
    'light',
  );
  const seen = (await page.evaluate(`({
    parts: [...document.body.children].map(({ localName }) => localName),
    headings: [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ localName }) => Number(localName[1])),
  })`)) as { parts: string[]; headings: number[] };
  assert.deepEqual(seen.parts, ['header', 'main', 'footer']);
  assert.equal(seen.headings[0], 1);
  for (const [index, level] of seen.headings.slice(1).entries()) {
    assert.ok(level > 1 && level <= (seen.headings[index] ?? 0) + 1, `heading ${index + 1}`);
  }
  await page.close();
});
