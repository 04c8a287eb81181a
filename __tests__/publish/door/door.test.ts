import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asyncProperty, assert as check, constantFrom, string } from 'fast-check';
import { openDoor } from '../../../src/publish/door/door.ts';
import { liveSecrets } from '../../../src/text/secrets.ts';
import { canary, leakTexts } from '../../support/leak-texts.ts';

// Put together here, so that no scanner takes this file for a leak.
const made = (...parts: string[]): string => parts.join('');
const shapes: Record<string, string> = {
  'github token': made('gh', 'p_', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'),
  'github token, an app’s with its JWT': made('gh', 's_', '123456_eyJhbGciOi.eyJpc3MiOi', '.c2lnbmF0dXJl'),
  'github token, fine-grained': made('github', '_pat_', '11ABCDEFG0abcdefghijkl_mnopqrstuv'),
  'gitlab personal access token': made('gl', 'pat-', 'a1B2c3D4e5F6g7H8i9J0'),
  'model provider key': made('sk', '-', '0123456789abcdef0123456789abcdef'),
  'model provider key, another’s': made('sk', '-or-v1-', '0a1b2c3d4e5f60718293a4b5c6d7e8f9'),
  'aws access key id': made('AK', 'IA', 'ABCDEFGHIJ234567'),
  'google api key': made('AI', 'za', 'SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q'),
  'slack token': made('xo', 'xb-', '123456789012-abcdefghijkl'),
  'npm access token': made('np', 'm_', 'abcdefghijklmnopqrstuvwxyz0123456789'),
  'private key': made('-----BEGIN RSA ', 'PRIVATE KEY-----', '\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n'),
  'basic auth': made('https://user:', 'hunter2', '@internal.host.net'),
};

const door = openDoor(liveSecrets([canary]));

for (const [name, secret] of Object.entries(shapes)) {
  test(`T43: what looks like a ${name} is found by its shape and hidden`, async () => {
    const [found] = await door.find(`say ${secret} now`);
    assert.equal(found?.kind, `what looks like a secret (${name.split(',')[0]})`);
    assert.match(await door.hide(`say ${secret} now`), /^say \*\*\*\s*now$/);
  });
}

test('T43: a text cannot switch the search off', async () => {
  const token = shapes['github token'] ?? '';
  for (const word of [
    '// secretlint-disable',
    '<!-- secretlint-disable -->',
    '# secretlint-disable-next-line',
  ]) {
    assert.equal(await door.hide(`${word}\n${token}`), `${word}\n***`);
  }
});

for (const [how, text] of Object.entries(leakTexts)) {
  test(`T43: a live secret said ${how} is hidden, and the text around it stays`, async () => {
    const hidden = await door.hide(`before ${text} after`);
    assert.match(hidden, /^before .*\*\*\*\W*\S{0,4} after$/);
    assert.deepEqual(await door.find(hidden), []);
  });
}

test('ordinary text, hashes and hyphenated names stay as they are', async () => {
  const texts = [
    'a task-list-with-many-words-in-it',
    '.sk-fading-circle-with-animation { }',
    'commit 0123456789abcdef0123456789abcdef01234567',
    'import { ghp } from "./ghp_short.js"',
    'npm_config_registry=https://registry.example.test',
    'DATABASE_URL=postgres://postgres:postgres@localhost:5432/test',
    '-----BEGIN CERTIFICATE-----\nMIIC\n',
    'On it. [Watch the run](https://github.com/octo/shop/actions/runs/12345678901).',
  ];
  for (const text of texts) assert.equal(await door.hide(text), text);
});

test('a short live secret is hidden where it stands exactly, as on the way to disk', async () => {
  assert.equal(
    await openDoor(liveSecrets(['hunter2'])).hide('it is hunter2, hunter 2'),
    'it is ***, hunter 2',
  );
});

test('T43: in a page the tags stay where a secret goes over them', async () => {
  const page = `<p>a ${canary.slice(0, 15)}</p><p class="x">${canary.slice(15)} b</p>`;
  assert.equal(await door.hide(page, 'page'), '<p>a ***</p><p class="x">*** b</p>');
});

/** The secret, cut in two around itself, again and again. */
const nested = (times: number): string =>
  times === 0 ? canary : [canary.slice(7, 16), canary.slice(16, 25)].join(nested(times - 1));

test('what comes together when a secret in the middle is hidden is hidden as well', async () => {
  assert.equal(await door.hide(`a ${nested(1)} b`), 'a *** b');
});

test('where a secret comes together again and again, nothing of the text is shown', async () => {
  assert.match(await door.hide(`a ${nested(5)} b`), /^This text is not shown/);
});

test('T43: whatever stands around it, what comes out holds no secret', async () => {
  const said = constantFrom(...Object.values(leakTexts), ...Object.values(shapes));
  const around = string({ unit: 'binary', maxLength: 30 });
  await check(
    asyncProperty(around, said, around, said, async (before, one, between, other) => {
      const hidden = await door.hide(before + one + between + other);
      assert.deepEqual(await door.find(hidden), []);
    }),
  );
});

test('T31: 64 kB of anything that the door reads take less than 100 ms', async () => {
  const pieces = [
    'a',
    '0',
    '-',
    '_',
    '/',
    '+',
    '=',
    ':',
    '@',
    '.',
    ' ',
    '\n',
    '"',
    '\\',
    '%',
    '&',
    '<',
    '<a',
    '&#',
  ];
  const begun = [
    'https://a:',
    '-----BEGIN ',
    '-----BEGIN RSA PRIVATE KEY-----',
    'sk-',
    'ghp_',
    'eyJ',
    made('xo', 'xb-a-'),
  ];
  for (const piece of [...pieces, ...begun, 'mongodb://', 'postgres://a:', '_authToken=', 'AIza', canary]) {
    const text = piece.repeat(Math.ceil(65_536 / piece.length));
    const started = process.cpuUsage();
    await door.hide(text);
    const { user, system } = process.cpuUsage(started);
    assert.ok(user + system < 100_000, `${JSON.stringify(piece)} took ${(user + system) / 1000} ms`);
  }
});

test('a name with hyphens is no key, and a key with hyphens is one', async () => {
  for (const name of ['sk-fading-circle-1-animation-delay', 'sk-loading-indicator-2025-step-by-step'])
    assert.deepEqual(await door.find(`.${name} {}`), [], name);
  for (const key of [
    'sk-ant-api03-aB3_dE5-gH7iJ9kL1mN3oP5qR7sT9uV1',
    'sk-or-v1-0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  ])
    assert.equal((await door.find(`k = ${key}`)).length, 1, key);
});
