import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert as check, property, string } from 'fast-check';
import { hideLeaves, liveSecrets } from '../../src/text/secrets.ts';

const secret = 'sk-live/Q+7 zü"9\\x_4c1';
const bytes = Buffer.from(secret);
const spellings: Record<string, string> = {
  plain: secret,
  reversed: [...secret].reverse().join(''),
  'JSON-escaped': JSON.stringify(secret).slice(1, -1),
  'URL-encoded': encodeURIComponent(secret),
  'form-encoded': new URLSearchParams({ k: secret }).toString().slice(2).replaceAll('%22', '%22'),
  'lower-case percent': encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
  hex: bytes.toString('hex'),
  'upper-case hex': bytes.toString('hex').toUpperCase(),
  base64: bytes.toString('base64'),
  base64url: bytes.toString('base64url'),
  'base64 behind one byte': Buffer.concat([Buffer.from('x'), bytes, Buffer.from('tail')]).toString('base64'),
  'base64 behind two bytes': Buffer.concat([Buffer.from('xy'), bytes, Buffer.from('t')]).toString('base64'),
};

for (const [name, spelled] of Object.entries(spellings)) {
  test(`a live secret is hidden and found when it is spelled ${name}`, () => {
    const { hide, in: holds } = liveSecrets([secret]);
    const text = `before ${spelled} after`;
    assert.ok(!hide(text).includes(spelled));
    assert.match(hide(text), /^before .*\*\*\*.* after$/);
    assert.equal(holds(Buffer.from(text)), true);
    assert.equal(holds(Buffer.from(hide(text))), false);
  });
}

test('the same text passes untouched when nothing is secret', () => {
  for (const text of Object.values(spellings)) assert.equal(liveSecrets([]).hide(text), text);
});

test('values shorter than six characters are words, not secrets', () => {
  const { hide, in: holds } = liveSecrets(['', '   ', 'main', 'a1b2c']);
  assert.equal(hide('main a1b2c    '), 'main a1b2c    ');
  assert.equal(holds(Buffer.from('main a1b2c')), false);
});

test('a key of several lines is hidden line by line too, as an indented file shows it', () => {
  const body = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC';
  const { hide } = liveSecrets([`-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`]);
  assert.equal(hide(`    ${body}\n`), '    ***\n');
  assert.equal(hide('-----BEGIN PRIVATE KEY-----'), '-----BEGIN PRIVATE KEY-----');
});

test('what comes out holds no secret, whatever the text and the secret are', async () => {
  await check(
    property(
      string({ minLength: 6, maxLength: 12, unit: 'binary' }),
      string(),
      string(),
      (value, before, after) => {
        const { hide, in: holds } = liveSecrets([value]);
        const hidden = hide(before + value + value + after);
        return value.trim().length < 6 || (!hidden.includes(value.trim()) && !holds(Buffer.from(hidden)));
      },
    ),
  );
});

test('a secret made of the mask itself does not keep the hiding busy for ever', () => {
  assert.ok(!liveSecrets(['******']).hide('*'.repeat(1000)).includes('******'));
});

test('bytes are searched where they lie in a larger buffer, and only there', () => {
  const { in: holds } = liveSecrets(['hunter2-hunter2']);
  const around = Buffer.from('xx hunter2-hunter2 yy');
  assert.equal(holds(new Uint8Array(around.buffer, around.byteOffset + 3, 15)), true);
  assert.equal(holds(new Uint8Array(around.buffer, around.byteOffset, 10)), false);
});

test('every string leaf is hidden, names included, and the shape and the original stay', () => {
  const { hide } = liveSecrets(['hunter2-hunter2']);
  const value = { a: ['hunter2-hunter2', 1, null, true], 'k hunter2-hunter2': { deep: 'x hunter2-hunter2' } };
  const copy = structuredClone(value);
  assert.deepEqual(hideLeaves(value, hide), { a: ['***', 1, null, true], 'k ***': { deep: 'x ***' } });
  assert.deepEqual(value, copy);
});
