import { after } from 'node:test';
import type { Page } from 'puppeteer-core';
import { startBrowser } from '../../tools/start-browser.ts';
import { chromiumPath } from '../../tools/system-packages.ts';

const executable = chromiumPath();

/** For the options of a test: why it cannot look at pages, or false. */
export const withoutBrowser: string | false =
  executable === null && 'there is no Chromium: sudo apt-get install chromium';

let started: ReturnType<typeof startBrowser> | null = null;
after(async () => (await started)?.close());

/** A fresh page in the browser of this test file. */
export async function openPage(): Promise<Page> {
  if (executable === null) throw new Error('There is no browser.');
  started ??= startBrowser(executable);
  return (await started).browser.newPage();
}
