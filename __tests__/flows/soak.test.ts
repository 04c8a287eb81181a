import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as faults from '../../sim/model/faults.ts';
import { type Fault, startModel, type Turn } from '../../sim/model/index.ts';
import { usage } from '../../src/views/usage.ts';
import { dist } from '../support/dist.ts';
import { leftovers } from '../support/leftovers.ts';
import { openStage } from '../support/oi.ts';

/** `npm run soak` has more of them; `SOAK_SEED` begins with another one, e.g. with that of a run that failed. */
const runs = Number(process.env['SOAK_RUNS'] ?? 12);
const firstSeed = Number(process.env['SOAK_SEED'] ?? 1);

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const soon = { 'retry-after-ms': '10' };
const everyFault: readonly (Fault | null)[] = [
  ...[500, 502, 503, 529, 429].map((status) => faults.refuse(status, 'Later', null, soon)),
  ...(['cut', 'unfinished', 'garbage'] as const).map((kind): Fault => ({ kind, after: 2 })),
  { kind: 'error', after: 1, error: { message: 'Upstream is gone', code: 500 } },
  { kind: 'slow', milliseconds: 20 },
  { kind: 'reset' },
  faults.tooMany('259200'),
  faults.emptyAnswer(),
  faults.filteredAnswer(),
  faults.refusal('I will not.'),
  faults.overflow(),
  faults.webPage(502),
  faults.wrongKey(),
];

const call = (name: string, args: NonNullable<Turn['calls']>[number]['args']) => ({ name, args });
const everyTurn: readonly Turn[] = [
  { calls: [call('exec_command', { cmd: 'echo x >> f' })] },
  { calls: [call('exec_command', { cmd: 'ls' }), call('exec_command', { cmd: 'sleep 30 & echo off' })] },
  { calls: [call('exec_command', '{"cmd": "ec')] },
  { calls: [call('exec_command', { cmd: 7 })] },
  { calls: [call('no_such_tool', {})] },
  { text: 'Cut off in the mid', finish: 'length' },
  { text: '<tool_call>{"name": "exec_command", "arguments": {"cmd": "ls"}}</tool_call>' },
  { text: 'Done.' },
];

for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
  test(`whatever the model and its provider do, a run ends, tells its cost and leaves nothing (SOAK_SEED=${seed})`, async (t) => {
    const random = randomFrom(seed);
    const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const due = Array.from({ length: 60 }, () => (random() < 0.25 ? one(everyFault) : null));
    const script = Array.from({ length: 60 }, () => one(everyTurn));
    const model = await startModel({ script, faults: due, usage: 'running' });
    t.after(model.close);
    const at = openStage(await dist(), model);
    const ran = await at.run(['-m', 'sim/model', '--max-turns', '8', 'Mend it.']);
    assert.ok([0, 1, 4].includes(ran.code ?? -1), `it exits with ${ran.code}\n${ran.stderr}`);
    assert.doesNotMatch(ran.stderr, /^\s+at /m);
    const log = at.log();
    assert.equal(log.at(-1)?.type, 'sitting.closed', ran.stderr);
    const { input, output } = usage(log);
    assert.deepEqual({ input, output }, { input: model.told.input, output: model.told.output });
    assert.deepEqual(leftovers(at), { processes: [], mounts: [], sockets: [], temporary: [] });
    assert.deepEqual(model.violations, []);
  });
}
