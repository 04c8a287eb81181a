import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBaseUrl } from '../../src/model/base-url.ts';

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
    assert.equal(parseBaseUrl(given).endpoint, endpoint));
}

test('what is no web address, or holds a password, is refused without repeating the password', () => {
  for (const bad of ['', 'api.example.com/v1', 'ftp://example.com', 'file:///etc/passwd', 'javascript:1']) {
    assert.throws(() => parseBaseUrl(bad), { code: 'input.invalid' });
  }
  assert.throws(
    () => parseBaseUrl('https://me:hunter2@example.com/v1'),
    (error: Error) => !error.message.includes('hunter2'),
  );
});

test('the address of another wire is refused by its name', () => {
  for (const wire of ['messages', 'responses']) {
    for (const url of [`https://api.example.com/v1/${wire}`, `https://api.example.com/v1/${wire}/?a=b`]) {
      assert.throws(() => parseBaseUrl(url), { code: 'input.invalid', message: new RegExp(`/${wire},`) });
    }
  }
});
