import type { Settings } from '../../src/core/task.ts';

/** What a test is set up with that says nothing else: a new setting is written here once. */
export const settings: Settings = {
  trigger: '/oi',
  label: 'oi',
  model: 'sim/model',
  harness: null,
  sandbox: 'workspace-write',
  limits: { turns: null, minutes: null, tokens: null, usd: null },
  bots: [],
  protect: [],
  verify: { commands: null, rounds: 1, readyWhenGreen: false },
};
