import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { transcript } from '../../src/views/transcript/transcript.ts';
import { openPage, withoutBrowser } from '../support/browser.ts';
import { fullBlob, fullLog, untold, type Word } from '../views/transcript/full-log.ts';
import { hostile, unseen } from './hostile.ts';

const options = { skip: withoutBrowser };
const pageOf = (word: Word): string =>
  transcript(fullLog(word), { title: word('page title'), blob: fullBlob(word) });

/** Letters where the text has something else, so that it is as long and has as many lines. */
const harmless = (text: string): string => text.replace(/[^\n]/g, 'x');

/**
 * What a real parser makes of a page: its elements with their attributes, in order, and its text. `<i>` is left out: it
 * marks what is not seen, and no attribute can be on it.
 */
async function parsed(page: Page, source: string): Promise<{ elements: string[]; text: string }> {
  return (await page.evaluate(`(() => {
    const parsed = new DOMParser().parseFromString(${JSON.stringify(source)}, 'text/html');
    const elements = [...parsed.querySelectorAll('*')]
      .filter(({ localName, attributes }) => localName !== 'i' || attributes.length > 0);
    const named = (element) => [...element.attributes].map(({ name, value }) => name + '=' + value);
    return {
      elements: elements.map((element) => [element.localName, ...named(element)].join(' ')),
      text: parsed.documentElement.textContent,
    };
  })()`)) as { elements: string[]; text: string };
}

const otherwise = /^(?:patch |written$|spliced$|old$|new$|argument|field|never)/;

for (const [name, text] of Object.entries(hostile)) {
  test(`${name} in every field becomes no markup and is told as it stands`, options, async () => {
    const page = await openPage();
    const words = new Set<string>();
    const word: Word = (field) => {
      words.add(field);
      return `${field}: ${text}`;
    };
    const [attacked, plain] = [pageOf(word), pageOf((field) => `${field}: ${harmless(text)}`)];
    const [found, expected] = [await parsed(page, attacked), await parsed(page, plain)];
    assert.deepEqual(found.elements, expected.elements);
    // Edits are told line by line, JSON as JSON.
    const told = [...words].filter((field) => !untold.includes(field) && !otherwise.test(field));
    const lost = told.filter((field) => !found.text.includes(`${field}: ${text}`));
    assert.deepEqual(lost, []);
    await page.close();
  });
}

test('with one field left unescaped, that comparison fails', options, async () => {
  const page = await openPage();
  const source = (text: string): string => pageOf((field) => `${field}: ${text}`);
  const text = '<b title="x">bold</b>';
  const [attacked, plain] = [
    source(text).replace('ask: &lt;b title=&quot;x&quot;&gt;', 'ask: <b title="x">'),
    source(harmless(text)),
  ];
  const [found, expected] = [await parsed(page, attacked), await parsed(page, plain)];
  assert.notDeepEqual(found.elements, expected.elements);
  await page.close();
});

for (const [name, text, shown] of unseen) {
  test(`${name} in every field is made visible`, options, async () => {
    const page = await openPage();
    const found = await parsed(
      page,
      pageOf((field) => `${field}: ${text}`),
    );
    for (const field of [
      'ask',
      'said',
      'command',
      'head',
      'written',
      'source text',
      'login',
      'tool',
      'page title',
    ]) {
      assert.ok(found.text.includes(`${field}: ${shown}`), field);
    }
    assert.ok(!found.text.includes(text));
    assert.ok(!/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u.test(found.text), 'nothing else that is not seen');
    await page.close();
  });
}
