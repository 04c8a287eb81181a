// cspell:ignore INAU QKSLEWTSZRTMI WGMRRMQ GKOBVME DAYRRMMZGIM FGRTDKYJWMI WGOA
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assert as check, integer, property, string } from 'fast-check';
import { liveSecrets } from '../../src/text/secrets.ts';
import { findTraces } from '../../src/text/traces.ts';
import { canary, leakTexts } from '../support/leak-texts.ts';

/** What is left of a text when every trace is cut out. */
function rest(text: string, find: (text: string) => readonly { start: number; end: number }[]): string {
  const characters = [...text.matchAll(/[\s\S]/g)].map(([character]) => character);
  for (const { start, end } of find(text)) characters.fill('', start, end);
  return characters.join('');
}

for (const [how, text] of Object.entries(leakTexts)) {
  test(`T43: a secret is found where it is said ${how}, and nothing around it`, () => {
    assert.match(
      rest(`before ${text} after`, findTraces([canary])),
      /^before (?:\S{1,20}|)\W*\S{0,4} after$/,
    );
  });
}

const moreWays: Record<string, string> = {
  'in rot13': 'PNANEL-9s3o7p21q4r85n60o1p2q3r4s5n6o7p8',
  'in Base32': 'INAU4QKSLEWTSZRTMI3WGMRRMQ2GKOBVME3DAYRRMMZGIM3FGRTDKYJWMI3WGOA=',
  'in Base64url': Buffer.from(canary).toString('base64url'),
  'split by a line break of JSON': canary.replace('d4e8', 'd4\\ne8'),
  'split by a line break of JSON in JSON': canary.replace('d4e8', 'd4\\\\ne8'),
  'in escapes of JSON': [...canary].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join(''),
  'in escapes of JavaScript': [...canary].map((c) => `\\x${c.charCodeAt(0).toString(16)}`).join(''),
  'in characters of HTML': [...canary].map((c) => `&#${c.charCodeAt(0)};`).join(''),
  'split by tags': canary.replace('d4e8', 'd4<b></b>e8'),
  'split by what HTML calls a space': canary.replace('d4e8', 'd4&nbsp;e8'),
  'over added lines of a patch': `+x = '${canary.slice(0, 15)}'\n+y = '${canary.slice(15)}'`.replace(
    /\+y = /,
    '+  ',
  ),
  'partly percent-encoded': canary.replaceAll('-', '%2D').replaceAll('b', '%62'),
};
for (const [how, text] of Object.entries(moreWays)) {
  test(`T43: a secret is found ${how}`, () => {
    assert.ok(findTraces([canary])(text).length > 0);
  });
}

test('T43: twelve characters of a random secret are enough, and eleven are not', () => {
  for (let from = 7; from + 12 <= canary.length; from++) {
    const some = findTraces([canary])(`x: ${canary.slice(from, from + 14)} .`).length;
    assert.ok(some > 0, canary.slice(from, from + 14));
    assert.deepEqual(findTraces([canary])(`x: ${canary.slice(from, from + 11)} .`), []);
  }
  const key = 'kQ7mZx2VbN4tRw9L';
  assert.equal(findTraces([key])(key.slice(0, 12)).length, 1);
});

test('a secret’s own exact spellings are traces, too, whatever it is, once it is long and random', async () => {
  await check(
    property(
      string({ minLength: 24, unit: 'grapheme-ascii' }),
      integer({ min: 0, max: 9 }),
      (random, number) => {
        const secret = `${random}x7Qk2Zw9Vb4N${number}`;
        return findTraces([secret])(`a ${secret} b`).length > 0;
      },
    ),
  );
});

/** Values that somebody may call a key, a token or a password, and that are words or what everybody has. */
const ofWords = [
  'correct-horse-battery',
  'postgres://user:password@localhost:5432/database',
  'password-123456',
  '0123456789abcdef',
  '000000000000000',
  'abcdefghijklmnopqrstuvwxyz',
  '123456789012',
  'my-development-secret',
  'linux-node-modules-cache-v1',
  'https://hooks.slack.com/services/',
  '{"type": "service_account", "auth_uri": "https://accounts.google.com/o/oauth2/auth"}',
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.q3Vb9zKx7LmW2',
];
const random = ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'sk-0a1b2c3d4e5f60718293a4b5c6d7e8f9', canary];

/** Five million characters that people and machines wrote: pages, declarations and code, minified code among it. */
function ordinaryText(): string {
  const modules = join(import.meta.dirname, '../../node_modules');
  let text = '';
  for (const name of readdirSync(modules, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/\.(?:md|ts|js|json|css)$/.test(name))
      text += readFileSync(join(modules, name), 'utf8').slice(0, 50_000);
    if (text.length > 5_000_000) break;
  }
  return text;
}

test('in five million characters of ordinary text nothing is found, of no secret, words and patterns included', (t) => {
  const text = ordinaryText();
  assert.ok(text.length > 5_000_000);
  const started = performance.now();
  const found = findTraces([...random, ...ofWords])(text);
  t.diagnostic(`${text.length} characters took ${Math.round(performance.now() - started)} ms`);
  assert.deepEqual(
    found.map(({ start, end }) => text.slice(start, end)),
    [],
  );
});

test('what everybody’s keys have in common gives nobody’s key away', () => {
  const header = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ';
  const body = 'C7Zq9XvLm2KwPf4RtYbN8sJd6HgQa1UeOi3';
  const find = findTraces([`-----BEGIN PRIVATE KEY-----\n${header}${body}\n-----END PRIVATE KEY-----`]);
  assert.deepEqual(find(`-----BEGIN PRIVATE KEY-----\n${header}`), []);
  assert.ok(find(body).length > 0);
  const signed = findTraces(['eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiIxIn0.q3Vb9zKx7LmW2Tn8Rp4Y']);
  assert.deepEqual(signed('eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiIxIn0.another'), []);
  assert.ok(signed('q3Vb9zKx7LmW2Tn8Rp4Y').length > 0);
});

test('T31: 64 kB of any character, and of what the search reads, take less than 100 ms', () => {
  const find = findTraces([canary, 'a'.repeat(40), '%41%41%41%41%41%41%41%41', '\\'.repeat(30)]);
  find('');
  for (const piece of ['a', '0', '%', '\\', '&', '<', '<a', '&#', '\\u', '\n', '9f3b', canary]) {
    const text = piece.repeat(Math.ceil(65_536 / piece.length));
    const started = process.cpuUsage();
    find(text);
    const { user, system } = process.cpuUsage(started);
    assert.ok(user + system < 100_000, `${JSON.stringify(piece)} took ${(user + system) / 1000} ms`);
  }
});

test('broken on purpose: by exact spellings alone, as the door to disk knows them, most of these ways get through', () => {
  const { hide } = liveSecrets([canary]);
  const through = Object.entries(leakTexts).filter(([, text]) => hide(text) === text);
  assert.deepEqual(
    through.map(([how]) => how),
    [
      'without its beginning',
      'its first half',
      'in Base64 twice',
      'with spaces between',
      'with dashes between',
      'with invisible characters between',
      'over several lines',
      'percent-encoded',
      'in decimal numbers',
    ],
  );
});
