import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireId } from '../../src/core/model.ts';
import { parseBaseUrl, wireOfUrl } from '../../src/model/base-url.ts';

const joined: readonly [string, string][] = [
  ['https://api.example.com/v1', 'https://api.example.com/v1/chat/completions'],
  ['https://api.example.com/v1/', 'https://api.example.com/v1/chat/completions'],
  ['https://api.example.com/v1//', 'https://api.example.com/v1/chat/completions'],
  [' https://api.example.com ', 'https://api.example.com/chat/completions'],
  ['https://api.example.com/v1/chat/completions', 'https://api.example.com/v1/chat/completions'],
  ['https://api.example.com/v1/chat/completions/', 'https://api.example.com/v1/chat/completions'],
  ['https://example.com/openai?api-version=2', 'https://example.com/openai/chat/completions?api-version=2'],
  ['http://[::1]:8080/v1', 'http://[::1]:8080/v1/chat/completions'],
  ['http://localhost:11434/v1#top', 'http://localhost:11434/v1/chat/completions'],
  ['https://ghe.example.com/api/v3/models', 'https://ghe.example.com/api/v3/models/chat/completions'],
  ['https://example.com/v1/?key=a&b=c', 'https://example.com/v1/chat/completions?key=a&b=c'],
  ['https://example.com/v1/chat/completions?v=2', 'https://example.com/v1/chat/completions?v=2'],
  ['https://EXAMPLE.com:443/V1', 'https://example.com/V1/chat/completions'],
  ['https://example.com/chat', 'https://example.com/chat/chat/completions'],
];

for (const [given, endpoint] of joined) {
  test(`“${given}” sends requests to ${endpoint}`, () =>
    assert.equal(parseBaseUrl(given, 'chat').endpoint, endpoint));
}

const others: readonly [WireId, string, string][] = [
  ['messages', 'https://api.example.com', 'https://api.example.com/v1/messages'],
  ['messages', 'https://api.example.com/v1/', 'https://api.example.com/v1/messages'],
  ['messages', 'https://api.example.com/v1/messages', 'https://api.example.com/v1/messages'],
  ['messages', 'https://api.example.com/anthropic/', 'https://api.example.com/anthropic/v1/messages'],
  ['messages', 'https://api.example.com/anthropic/v2', 'https://api.example.com/anthropic/v2/messages'],
  ['messages', 'https://api.example.com/messages?beta=1', 'https://api.example.com/v1/messages?beta=1'],
  ['responses', 'https://api.example.com/v1', 'https://api.example.com/v1/responses'],
  ['responses', 'https://api.example.com', 'https://api.example.com/responses'],
  ['responses', 'https://api.example.com/v1/responses/?v=2', 'https://api.example.com/v1/responses?v=2'],
];

for (const [wire, given, endpoint] of others) {
  test(`over ${wire}, “${given}” sends requests to ${endpoint}`, () =>
    assert.equal(parseBaseUrl(given, wire).endpoint, endpoint));
}

test('what is no web address, or holds a password, is refused without repeating the password', () => {
  for (const bad of ['', 'api.example.com/v1', 'ftp://example.com', 'file:///etc/passwd', 'javascript:1']) {
    assert.throws(() => parseBaseUrl(bad, 'chat'), { code: 'input.invalid' });
  }
  for (const secret of [
    'https://me:hunter2@example.com/v1',
    'me:hunter2@example.com/v1',
    'ftp://me:hunter2@example.com/v1',
    'https://exam ple.com/v1?key=hunter2',
    'https://example.com/v1/responses?key=hunter2',
  ]) {
    assert.throws(
      () => parseBaseUrl(secret, 'chat'),
      (error: Error) => !error.message.includes('hunter2'),
    );
  }
});

test('an endpoint that is pasted whole tells its wire, and is asked over no other', () => {
  for (const wire of ['messages', 'responses'] as const) {
    for (const url of [`https://api.example.com/v1/${wire}`, `https://api.example.com/v1/${wire}/?a=b`]) {
      assert.equal(wireOfUrl(url), wire);
      assert.throws(() => parseBaseUrl(url, 'chat'), {
        code: 'input.invalid',
        message: new RegExp(`/${wire},`),
      });
    }
  }
  assert.equal(wireOfUrl('https://api.example.com/v1'), null);
});
