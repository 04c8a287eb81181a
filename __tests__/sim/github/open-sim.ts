import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Octokit } from '@octokit/rest';
import type { Permission } from '../../../sim/github/hub/records.ts';
import type { Seed } from '../../../sim/github/seed/plant.ts';
import { type GitHub, startGitHub } from '../../../sim/github/start-github.ts';

/** What the tests of the sim begin with: a repository with a maintainer, a reader and a job's token. */
export const usualSeed: Seed = {
  accounts: ['alice', 'bob', 'mallory'],
  repositories: {
    'octo/shop': {
      files: {
        'README.md': '# Shop\n',
        'src/total.js': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n',
        'run.sh': { mode: '100755', content: '#!/bin/sh\n' },
      },
      roles: { alice: 'maintain', bob: 'triage' },
    },
    'octo/secret': { private: true, files: { 'key.txt': 'k\n' }, roles: { alice: 'write', bob: 'read' } },
  },
  tokens: {
    'owner-token': { login: 'octo' },
    'alice-token': { login: 'alice' },
    'bob-token': { login: 'bob' },
    'mallory-token': { login: 'mallory' },
  },
};

export const shop = { owner: 'octo', repo: 'shop' };

/** A test, or the file: `{ after }`. */
export type Scope = { after(cleanUp: () => Promise<void>): void };

/** A running sim in a folder of its own; both are gone after the test. */
export async function openSim(t: Scope, seed: Seed = usualSeed): Promise<GitHub> {
  const root = await temporaryFolder(t);
  const github = await startGitHub({ root, seed });
  t.after(() => github.close());
  return github;
}

export async function temporaryFolder(t: Scope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oi-sim-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export const clientOf = (github: GitHub, token?: string): Octokit =>
  new Octokit({ baseUrl: github.apiUrl, log: quiet, ...(token === undefined ? {} : { auth: token }) });

/** A job's client, with the permissions that its workflow gave it. */
export function jobClient(
  github: GitHub,
  permissions: Partial<Record<Permission, 'read' | 'write'>>,
  repository = 'octo/shop',
): Octokit {
  return clientOf(github, github.seed.actionsToken(repository, permissions).value);
}

/** What octokit throws, for `assert.rejects`. */
export const refusedWith =
  (status: number, message: RegExp | string) =>
  (error: unknown): boolean => {
    const { status: found, message: text } = error as { status: number; message: string };
    const fits = typeof message === 'string' ? text.includes(message) : message.test(text);
    if (found === status && fits) return true;
    throw new Error(`expected ${status} ${message}, got ${found} ${text}`);
  };
