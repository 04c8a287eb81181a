import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadersIn, obeyedIn } from '../../src/entry/start-clean.ts';

test('what leads connections elsewhere, adds trust or loads code is known by name', () => {
  const names = [
    ...['ALL_PROXY', 'HTTPS_PROXY', 'https_proxy', 'no_proxy', 'HOSTALIASES', 'LOCALDOMAIN', 'RES_OPTIONS'],
    ...[
      'NODE_EXTRA_CA_CERTS',
      'NODE_TLS_REJECT_UNAUTHORIZED',
      'NODE_USE_SYSTEM_CA',
      'SSL_CERT_FILE',
      'SSL_CERT_DIR',
    ],
    ...[
      'LD_PRELOAD',
      'LD_AUDIT',
      'LD_LIBRARY_PATH',
      'OPENSSL_CONF',
      'NODE_OPTIONS',
      'NODE_COMPILE_CACHE',
      'NODE_PATH',
    ],
  ];
  const env = Object.fromEntries(names.map((name) => [name, 'x']));
  assert.deepEqual(obeyedIn(env), names.toSorted());
});

test('what jobs usually have is left alone, and so is what is empty', () => {
  const env = {
    ...{ PATH: '/bin', HOME: '/home/runner', NODE_ENV: 'test', NODE_AUTH_TOKEN: 'npm', LANG: 'C.UTF-8' },
    ...{
      'INPUT_API-KEY': 'k',
      GITHUB_ACTIONS: 'true',
      JAVA_HOME: '/usr',
      OPENAI_API_KEY: 'k',
      LD_PRELOAD: '',
    },
  };
  assert.deepEqual(obeyedIn(env), []);
});

const maps = (file: string) => () =>
  `7f3c8e000000-7f3c8e022000 r--p 00000000 fe:01 1234                       ${file}
7ffd5a5f2000-7ffd5a613000 rw-p 00000000 00:00 0                          [stack]`;

test('a library counts as loaded by others when others than root could have put it there', () => {
  const theirs = maps('/tmp/oi-nobody-has-this/libevil.so.1');
  assert.deepEqual(loadersIn({ LD_PRELOAD: 'x' }, theirs), ['LD_PRELOAD']);
  assert.deepEqual(loadersIn({ LD_LIBRARY_PATH: 'x', LD_AUDIT: 'y' }, theirs), [
    'LD_AUDIT',
    'LD_LIBRARY_PATH',
  ]);
  assert.deepEqual(loadersIn({ LD_PRELOAD: 'x' }, maps('/no/library')), []);
  assert.deepEqual(loadersIn({ PATH: 'x' }, theirs), []);
});

test('only those options of Node’s count that load code', () => {
  const loads = (options: string): boolean =>
    loadersIn({ NODE_OPTIONS: options }, () => '').includes('NODE_OPTIONS');
  for (const options of ['-r ./x', '--require=/x', '--import x', '--max-old-space-size=9 --loader "x"'])
    assert.ok(loads(options), options);
  for (const options of [
    '--max-old-space-size=4096',
    '--no-warnings',
    '--trace-deprecation',
    '--report-on-signal',
  ])
    assert.ok(!loads(options), options);
});
