import { randomBytes } from 'node:crypto';
import { arch, release, type } from 'node:os';
import type { Progress, World } from '../core/world.ts';
import type { GitHub } from '../forge/github/github.ts';
import { announce } from '../publish/announce.ts';
import { asCode } from '../publish/words.ts';
import { neutral } from '../text/neutral.ts';
import { tools } from '../tools/index.ts';
import { tracking } from '../views/tracking.ts';
import { openCheckoutWorkspace } from './checkout-workspace.ts';
import type { Job } from './job.ts';
import { harnessOf, modelOf } from './parts.ts';
import { type Environment, readInput } from './runner-protocol.ts';
import type { Store } from './store.ts';

type SetUp = {
  job: Job;
  github: GitHub;
  store: Store;
  env: Environment;
  log: Progress;
  signal: AbortSignal;
};

/** The world of the Action: a repository on GitHub, a checkout of our own, a comment that shows how it goes. */
export function openActionWorld({ job, github, store, env, log, signal }: SetUp): World {
  const { blobs } = store;
  const clock = { now: () => new Date() };
  const baseUrl = readInput(env, 'base-url') || null;
  const quote = { words: neutral, code: asCode };
  return {
    clock,
    machine: { os: type(), release: release(), arch: arch(), shell: 'bash' },
    nonce: () => randomBytes(16).toString('hex'),
    forge: github,
    ...harnessOf(blobs, baseUrl),
    model: modelOf({
      baseUrl,
      env,
      ownKey: { called: 'the input `api-key`', value: readInput(env, 'api-key') || env['OI_API_KEY'] },
    }),
    tools,
    blobs,
    workspace: (plan, mode) => openCheckoutWorkspace({ plan, mode, job, blobs, env, signal }),
    session: async (id) => store.session(id),
    async announce(plan) {
      const body: Parameters<typeof announce>[1]['body'] = (entries) =>
        tracking(entries, { runUrl: job.runUrl }, quote);
      return both(log, await announce(plan, { forge: github, blobs, clock, body }));
    },
  };
}

const both = (one: Progress, other: Progress): Progress => ({
  show(entries) {
    one.show(entries);
    other.show(entries);
  },
  async stop() {
    await Promise.all([one.stop(), other.stop()]);
  },
});
