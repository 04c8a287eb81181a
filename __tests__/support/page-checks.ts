import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';
import { openPage } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Pixels of a phone and of a desk. */
export const widths = { narrow: 375, wide: 1280 };
export const schemes = ['light', 'dark'] as const;

/** Shows a page in a window of that width to somebody who likes it light or dark. */
export async function show(source: string, width: number, scheme: string): Promise<Page> {
  const page = await openPage();
  await page.setViewport({ width, height: 800 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.setContent(source);
  return page;
}

export const unfold = async (page: Page): Promise<void> => {
  await page.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true');
};

/** What axe finds, by rule and element. */
export async function complaints(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return (await page.evaluate(`axe.run(document).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`)) as string[];
}

/** How wide the page is, which is more than its window where it can be scrolled sideways. */
export const widthOf = async (page: Page): Promise<number> =>
  Number(await page.evaluate('document.documentElement.scrollWidth'));
