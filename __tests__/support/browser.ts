import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { ensureChromium } from '../../tools/ensure-chromium.ts';

/** Nothing is looked up, fetched or remembered but what a page asks for. */
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a browser with a folder of its own, which goes when it is closed. */
export async function startBrowser(
  executable: string,
): Promise<{ browser: Browser; close(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'oi-browser-'));
  const browser = await launch({
    executablePath: executable,
    headless: true,
    userDataDir: join(home, 'profile'),
    env: { PATH: process.env['PATH'], HOME: home },
    // Chromium's own sandbox does not start for root.
    args: process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet,
  });
  return {
    browser,
    async close() {
      await browser.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const executable = ensureChromium();

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
