import { randomBytes } from 'node:crypto';
import { arch, release, type } from 'node:os';
import type { Door } from '../core/door.ts';
import type { Progress, World } from '../core/world.ts';
import type { GitHub } from '../forge/github/github.ts';
import { announce } from '../publish/announce.ts';
import { openCheckoutWorkspace } from './checkout-workspace.ts';
import type { Job } from './job.ts';
import { trackingOf } from './open-forge.ts';
import { harnessOf, modelOf } from './parts.ts';
import { type Environment, readInput } from './runner-protocol.ts';
import type { Store } from './store.ts';
import { tools } from './tools.ts';

type SetUp = {
  job: Job;
  github: GitHub;
  store: Store;
  door: Door;
  env: Environment;
  log: Progress;
  signal: AbortSignal;
};

/** The world of the Action: a repository on GitHub, a checkout of our own, a comment that shows how it goes. */
export function openActionWorld({ job, github, store, door, env, log, signal }: SetUp): World {
  const { blobs } = store;
  const clock = { now: () => new Date() };
  const baseUrl = readInput(env, 'base-url') || null;
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
    workspace: (plan, mode) => openCheckoutWorkspace({ plan, mode, job, blobs, door, env, signal }),
    session: async (id) => store.session(id),
    async announce(plan) {
      return both(log, await announce(plan, { forge: github, blobs, clock, body: trackingOf(job) }));
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
