// cspell:ignore networkidle
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { transcript } from '../../src/views/transcript/transcript.ts';
import { openPage, withoutBrowser } from '../support/browser.ts';
import { fullBlob, fullLog } from '../views/transcript/full-log.ts';
import { hostile } from './hostile.ts';

const options = { skip: withoutBrowser };

let shown = '';
const asked: string[] = [];
/** The page itself, and whatever hostile markup asks for. */
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.setHeader('content-type', request.url === '/page' ? 'text/html; charset=utf-8' : 'text/plain');
  response.end(request.url === '/page' ? shown : 'globalThis.hit = 1');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
after(() => server.close());

const everything = Object.values(hostile).join('\n').replaceAll('%URL%', url);
const page = (text: string): string => {
  const word = (field: string): string => `${field}: ${text}`;
  return transcript(fullLog(word), { title: word('title'), blob: fullBlob(word) });
};
const policyOf = (source: string): string =>
  /<meta http-equiv="Content-Security-Policy"[^>]*>/.exec(source)?.[0] ?? 'no policy';

/**
 * Opens a page and unfolds all of it. What it wanted of the network besides itself, what of that arrived, and whether a
 * script ran. A browser asks for the icon of a site by itself.
 */
async function visit(source: string): Promise<{ wanted: string[]; arrived: string[]; hit: boolean }> {
  shown = source;
  asked.length = 0;
  const page = await openPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url().replace(url, '')));
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.goto(`${url}/page`, { waitUntil: 'networkidle0' });
  await page.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true');
  await page.mouse.move(200, 200);
  await page.keyboard.press('Tab');
  await page.waitForNetworkIdle({ idleTime: 200 });
  const hit = (await page.evaluate('globalThis.hit !== undefined')) as boolean;
  await page.close();
  const others = (paths: string[]): string[] =>
    paths.filter((path) => !['/page', '/favicon.ico'].includes(path));
  return { wanted: others(requests), arrived: others(asked), hit };
}

const nothing = { wanted: [], arrived: [], hit: false };

/** The attack as it would look if nothing were escaped. What would end the page, or send it away, is left out. */
const raw = Object.entries(hostile)
  .filter(([name]) => !/without end|refresh|comment|another base|declaration/.test(name))
  .map(([, text]) => text)
  .join('\n')
  .replaceAll('%URL%', url);

test('without either defence such markup runs scripts and asks for things', options, async () => {
  const naked = page('x')
    .replace(policyOf(page('x')), '')
    .replace('<main>', () => `<main>${raw}`);
  const { arrived, hit } = await visit(naked);
  assert.ok(hit);
  for (const path of ['/script', '/src.js', '/image.png', '/style.css', '/inline.png', '/frame']) {
    assert.ok(arrived.includes(path), path);
  }
});

test('the transcript of a hostile log makes no request and runs no script', options, async () => {
  assert.deepEqual(await visit(page(everything)), nothing);
});

test('escaping alone is enough', options, async () => {
  const source = page(everything);
  assert.deepEqual(await visit(source.replace(policyOf(source), '')), nothing);
});

test('the policy alone lets nothing arrive and no script run', options, async () => {
  const { arrived, hit } = await visit(page('x').replace('<main>', () => `<main>${raw}`));
  assert.deepEqual({ arrived, hit }, { arrived: [], hit: false });
});
