import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, launch } from 'puppeteer-core';

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
