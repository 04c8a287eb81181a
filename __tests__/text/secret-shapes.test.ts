import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksSecret, maskSecretShapes } from '../../src/text/secret-shapes.ts';

// Put together here, so that no scanner takes this file for a leak.
const made = (...parts: string[]): string => parts.join('');
const secrets: Record<string, string> = {
  'a GitHub token': made('gh', 'p_', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'),
  'a GitHub token of an app, with its JWT': made('gh', 's_', '123456_eyJhbGciOi.eyJpc3MiOi', '.c2lnbmF0dXJl'),
  'a GitHub token, fine-grained': made('github', '_pat_', '11ABCDEFG0abcdefghijkl_mnopqrstuv'),
  'a model provider key': made('sk', '-proj-', 'a1B2c3D4e5F6g7H8i9J0'),
  'a model provider key in hex': made('sk', '-', '0123456789abcdef0123456789abcdef'),
  'an AWS access key': made('AK', 'IA', 'ABCDEFGHIJ234567'),
  'a Slack token': made('xo', 'xb-', '123456789012-abcdefghijkl'),
  'an npm token': made('np', 'm_', 'abcdefghijklmnopqrstuvwxyz0123456789'),
  'a private key': made('-----BEGIN RSA ', 'PRIVATE KEY-----', '\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n'),
};

for (const [name, secret] of Object.entries(secrets)) {
  test(`${name} is known by its shape and masked`, () => {
    assert.ok(name.startsWith(looksSecret(`say ${secret} now`) ?? 'nothing'));
    const masked = maskSecretShapes(`say ${secret} now`);
    assert.match(masked, /^say \*\*\*\s*now$/);
  });
}

test('ordinary text, hashes and hyphenated names look like no secret', () => {
  const texts = [
    'a task-list-with-many-words-in-it',
    '.sk-fading-circle-with-animation { }',
    'commit 0123456789abcdef0123456789abcdef01234567',
    'import { ghp } from "./ghp_short.js"',
    'npm_config_registry=https://registry.example.test',
    '-----BEGIN CERTIFICATE-----\nMIIC\n',
  ];
  for (const text of texts) assert.equal(looksSecret(text), null, text);
  for (const text of texts) assert.equal(maskSecretShapes(text), text);
});
