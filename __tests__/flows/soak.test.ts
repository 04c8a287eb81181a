import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as faults from '../../sim/model/faults.ts';
import { type Fault, startModel, type Turn } from '../../sim/model/index.ts';
import type { WireId } from '../../src/core/model.ts';
import { harnessIds } from '../../src/harness/choose.ts';
import { usage } from '../../src/views/usage.ts';
import { data } from '../harness/play.ts';
import { connectionsInTheEnd } from '../support/connections.ts';
import { dist } from '../support/dist.ts';
import { leftovers, nothing } from '../support/leftovers.ts';
import { openStage } from '../support/oi.ts';
import { type Spoken, spokenIn } from '../support/spoken.ts';

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

const everyTurn = ({ run, done }: Spoken): readonly Turn[] => {
  const [{ name = 'no_shell' } = {}] = run('ls').calls ?? [];
  return [
    run('echo x >> f'),
    run('ls', 'sleep 30 & echo off'),
    { calls: [{ name, args: '{"cmd": "ec' }] },
    { calls: [{ name, args: { cmd: 7, command: 7 } }] },
    { calls: [{ name: 'no_such_tool', args: {} }] },
    { text: 'Cut off in the mid', finish: 'length' },
    { text: '<tool_call>{"name": "exec_command", "arguments": {"cmd": "ls"}}</tool_call>' },
    done,
  ];
};

const spoken: { id: string; words: Spoken; wires: readonly WireId[] }[] = [];
for (const id of harnessIds) {
  const harness = await data(id);
  const words = spokenIn(harness);
  if (words) spoken.push({ id, words, wires: harness.wires });
}

for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
  test(`whatever the model and its provider do, a run ends, tells its cost, leaves nothing and can be gone on with (SOAK_SEED=${seed})`, async (t) => {
    const random = randomFrom(seed);
    const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const due = Array.from({ length: 60 }, () => (random() < 0.25 ? one(everyFault) : null));
    const { id: harness, words, wires } = one(spoken);
    const wire = one(wires);
    const turns = Array.from({ length: 60 }, () => one(everyTurn(words)));
    let calm = false;
    const model = await startModel({
      script: ({ turn }) => (calm ? words.done : (turns[turn] ?? words.done)),
      faults: due,
      usage: 'running',
    });
    t.after(model.close);
    const at = openStage(await dist(), model);
    /** Runs, and looks at what is left of it. */
    const run = async (...args: string[]): Promise<{ code: number | null; stderr: string }> => {
      const before = { ...model.told };
      const ran = await at.run(['--harness', harness, '--wire', wire, ...args]);
      const said = `${harness} over ${wire}\n${ran.stderr}`;
      assert.doesNotMatch(ran.stderr, /^\s+at /m, said);
      const log = at.log();
      assert.equal(log.at(-1)?.type, 'sitting.closed', said);
      const { input, output } = usage(log);
      const told = { input: model.told.input - before.input, output: model.told.output - before.output };
      // Only over chat does the model tell what it used while it answers.
      if (wire === 'chat') assert.deepEqual({ input, output }, told, said);
      assert.deepEqual(leftovers(at), nothing, said);
      assert.deepEqual(await connectionsInTheEnd(model), [], said);
      return ran;
    };
    const { code, stderr } = await run('-m', 'sim/model', '--max-turns', '8', 'Mend it.');
    assert.ok([0, 1, 4].includes(code ?? -1), `${harness} exits with ${code}\n${stderr}`);
    t.diagnostic(`${harness} over ${wire}: exit ${code}`);
    calm = true;
    due.length = 0;
    const [session = ''] = at.sessions();
    const resumed = await run('--resume', session, 'Go on.');
    assert.equal(resumed.code, 0, `${harness}, resumed\n${resumed.stderr}`);
    assert.deepEqual(at.sessions(), [session]);
    assert.deepEqual(model.violations, []);
  });
}
