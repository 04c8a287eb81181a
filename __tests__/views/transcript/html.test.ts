import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bare, html } from '../../../src/views/transcript/html.ts';

test('a string becomes text, in an element and in an attribute', () => {
  const text = `<b title="x">'&amp;'</b>`;
  const escaped = '&lt;b title=&quot;x&quot;&gt;&#39;&amp;amp;&#39;&lt;/b&gt;';
  assert.equal(html`<p title="${text}">${text}</p>`.markup, `<p title="${escaped}">${escaped}</p>`);
});

test('markup, numbers, lists and nothing are taken as they are', () => {
  const list = ['<', html`<br>`, null, ['>', 7]];
  assert.equal(html`<p>${list}</p>`.markup, '<p>&lt;<br>&gt;7</p>');
});

test('what is not seen is set apart in an element, and only spelled out where no element can stand', () => {
  assert.equal(html`<p>${'a\u001b[1m<b'}</p>`.markup, '<p>a<i>␛[1m</i>&lt;b</p>');
  assert.equal(bare('a\u001b[1m<b').markup, 'a␛[1m&lt;b');
});
