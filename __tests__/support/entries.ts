import type { Usage } from '../../src/core/model.ts';
import { type Entry, type Fact, place } from '../../src/core/session.ts';
import type { Plan, Settings } from '../../src/core/task.ts';
import { settings } from './settings.ts';

export { settings };

/** A log made of facts, a second apart from 2026-01-01 on. */
export function logOf(...facts: readonly Fact[]): Entry[] {
  const log: Entry[] = [];
  for (const fact of facts) {
    const at = new Date(Date.UTC(2026, 0, 1) + 1000 * log.length).toISOString();
    log.push({ seq: log.length + 1, at, ...place(log, fact), ...fact });
  }
  return log;
}

/** A plan of somebody at a terminal. */
export const plan = (id = 's/1'): Plan => ({
  task: { id, origin: { kind: 'terminal', session: 's' }, verb: 'fix', ask: 'Mend it.', commit: null },
  session: 's',
  base: null,
  trunk: null,
  destination: { kind: 'folder' },
  taint: 'trusted',
});

export const opened = (over: Partial<Settings> = {}, id?: string): Fact => ({
  type: 'sitting.opened',
  plan: plan(id),
  settings: { ...settings, ...over },
});

export const replied = (usage: Partial<Usage> = {}): Fact => ({
  type: 'model.replied',
  reply: {
    items: [{ kind: 'text', text: 'said' }],
    cut: false,
    usage: { input: 10, cached: 0, output: 5, usd: 0.01, ...usage },
  },
});
