// `npm run pictures`: runs the built action on simulated services and takes pictures of what people see, for the docs.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { type Look, looks } from './pictures/looks.ts';
import { pagesPeopleSee, type SeenPage } from './pictures/pages.ts';
import { startBrowser } from './start-browser.ts';
import { bubblewrap, chromium, chromiumPath, installMissing, needBubblewrap } from './system-packages.ts';

const root = join(import.meta.dirname, '..');
const out = join(root, 'docs/pictures');
const most = 150_000;
/** Pixels; what lies below is left out. */
const tallest = 1300;

if (!existsSync(join(root, 'dist/action.js'))) throw new Error('There is no dist/: run npm run build first.');
installMissing([bubblewrap, chromium]);
needBubblewrap();
const executable = chromiumPath();
if (!executable) throw new Error('The pictures need Chromium: sudo apt-get install chromium');

const pages = await pagesPeopleSee(join(root, 'dist'));
mkdirSync(out, { recursive: true });
for (const file of readdirSync(out)) if (file.endsWith('.png')) rmSync(join(out, file));
const { browser, close } = await startBrowser(executable);
try {
  const page = await browser.newPage();
  for (const seen of pages) for (const look of looks) await take(page, seen, look);
} finally {
  await close();
}

async function take(page: Page, { name, html }: SeenPage, look: Look): Promise<void> {
  const { width, scheme } = look;
  await page.setViewport({ width, height: 100, deviceScaleFactor: 1 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.setContent(html);
  const height = Math.min(tallest, Number(await page.evaluate('document.documentElement.scrollHeight')));
  const path = join(out, `${name}-${look.name}.png`) as `${string}.png`;
  await page.screenshot({ path, clip: { x: 0, y: 0, width, height } });
  const { size } = statSync(path);
  console.log(`${path.slice(root.length + 1)}  ${width} × ${height}  ${Math.ceil(size / 1000)} kB`);
  if (size > most) throw new Error(`${path} is too large for the repository.`);
}
