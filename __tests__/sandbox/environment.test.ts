import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanEnvironment, homeOf, pathEntries } from '../../src/sandbox/environment.ts';

test('only what is on the list passes', () => {
  const env = {
    PATH: '/usr/bin',
    LANG: 'de_DE.UTF-8',
    JAVA_HOME_17_X64: '/usr/lib/jvm/17',
    GITHUB_REPOSITORY: 'a/b',
    GITHUB_TOKEN: 'secret',
    GITHUB_ENV: '/x',
    NODE_OPTIONS: '--require /x',
    LD_PRELOAD: '/x',
    SSH_AUTH_SOCK: '/x',
    BASH_ENV: '/x',
    HTTPS_PROXY: 'http://user:secret@proxy',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  const clean = cleanEnvironment(env, '/home/ann', 'ann');
  assert.deepEqual(
    Object.keys(clean).filter((name) => name in env),
    ['LANG', 'PATH', 'JAVA_HOME_17_X64', 'GITHUB_REPOSITORY'],
  );
  assert.deepEqual(
    [clean['LANG'], clean['HOME'], clean['USER'], clean['TERM']],
    ['de_DE.UTF-8', '/home/ann', 'ann', 'dumb'],
  );
  assert.doesNotMatch(JSON.stringify(clean), /secret/);
});

test('relative and empty entries of PATH are dropped, and there is always a PATH', () => {
  assert.deepEqual(pathEntries({ PATH: '/a::.:bin:/b:/a' }), ['/a', '/b']);
  assert.match(cleanEnvironment({}, '/home/ann', 'ann')['PATH'] ?? '', /\/usr\/bin/);
});

test('a home folder that is missing or the root is replaced', () => {
  assert.deepEqual([{}, { HOME: '/' }, { HOME: 'relative' }, { HOME: '/home/ann/' }].map(homeOf), [
    '/home/agent',
    '/home/agent',
    '/home/agent',
    '/home/ann',
  ]);
});
