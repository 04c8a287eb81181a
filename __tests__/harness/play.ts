import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Harness, Step } from '../../src/core/harness.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { Item, Message, Prompt, Reply, WireId } from '../../src/core/model.ts';
import { type Entry, type Fact, place } from '../../src/core/session.ts';
import type { Origin } from '../../src/core/task.ts';
import { type Call, failure, type ToolResult } from '../../src/core/tool.ts';
import { bakeHarness } from '../../src/harness/bake.ts';
import type { HarnessData } from '../../src/harness/data.ts';
import { toHarness } from '../../src/harness/harness.ts';
import { plan, settings } from '../support/entries.ts';

export const folder = join(import.meta.dirname, '../../harnesses');
export const data = (id: string): Promise<HarnessData> => bakeHarness(folder, id);
export const harness = async (id: string): Promise<Harness> => toHarness(await data(id));

const usage = { input: 1, cached: 0, output: 1, usd: null };
export const reply = (...items: Item[]): Reply => ({ items, cut: false, usage });
export const text = (said: string): Item => ({ kind: 'text', text: said });
export const call = (name: string, args: JsonObject, id = `w-${name}`): Item => ({
  kind: 'call',
  id,
  name,
  args,
});
export const garbled = (name: string, raw: string): Item => ({ kind: 'garbled', id: 'w-garbled', name, raw });
export const block = (command: string): string => `\`\`\`mswea_bash_command\n${command}\n\`\`\``;
export const chosen = (id: string, model = 'm', wire: WireId = 'chat'): Fact => ({
  type: 'harness.chosen',
  harness: id,
  model,
  wire,
  why: '',
});

/** A log that grows as a loop would make it grow. */
export type Log = { entries: Entry[]; record(...facts: Fact[]): void };

export function log(): Log {
  const entries: Entry[] = [];
  const record = (...facts: Fact[]): void => {
    for (const fact of facts) {
      const at = new Date(Date.UTC(2026, 0, 1) + 250 * entries.length).toISOString();
      entries.push({ seq: entries.length + 1, at, ...place(entries, fact), ...fact });
    }
  };
  return { entries, record };
}

export type Beginning = {
  ask?: string;
  origin?: Origin;
  folder?: string;
  context?: Partial<Extract<Fact, { type: 'context.gathered' }>>;
};

/** What stands in a log before the first question of a sitting. */
export function sit(
  at: Log,
  id: string,
  { ask = 'Mend it.', origin, folder = '/repo', context }: Beginning = {},
): void {
  const ours = plan(`e${at.entries.length}`);
  const task = { ...ours.task, ask, ...(origin && { origin }) };
  at.record(
    { type: 'sitting.opened', plan: { ...ours, task }, settings },
    chosen(id),
    {
      type: 'environment.seen',
      date: '2026-01-01',
      os: 'Linux',
      release: '6.12',
      arch: 'x64',
      shell: 'bash',
      folder,
    },
    {
      type: 'context.gathered',
      instructions: [],
      sources: [],
      nonce: 'f00dfeed',
      hidden: 0,
      files: [],
      notes: [],
      ...context,
    },
    { type: 'round.opened' },
  );
}

export function begin(id: string, how: Beginning = {}): Log {
  const at = log();
  sit(at, id, how);
  return at;
}

export const output = (head: string, tail = '', omitted = 0, file: string | null = null) => ({
  head,
  omitted,
  tail,
  file,
});
export const ran = (head: string, over: JsonObject = {}): ToolResult => ({
  ok: true,
  fields: { code: 0, killed: null, handle: null, milliseconds: 1234, output: output(head), ...over },
});

/** What a command that echoes itself would answer. */
const echo = ({ args }: Call): ToolResult => ran(String(args['command'] ?? 'fine'));

/** One turn of a loop: records what the step asks for. `replies` are what the model says, in order. */
export function turn(at: Log, step: Step, replies: Reply[], run: (call: Call) => ToolResult = echo): boolean {
  switch (step.kind) {
    case 'ask': {
      const next = replies.shift();
      if (next) at.record({ type: 'model.replied', reply: next });
      return next !== undefined;
    }
    case 'act':
      for (const order of step.calls) {
        if ('declined' in order)
          at.record({ type: 'tool.returned', call: order.id, result: failure(order.declined) });
        else {
          at.record({ type: 'tool.called', call: order });
          at.record({ type: 'tool.returned', call: order.id, result: run(order) });
        }
      }
      return true;
    case 'reply':
      at.record({ type: 'model.told', text: step.text });
      return true;
    case 'compact':
      at.record(step.fact);
      return true;
    case 'finish':
      at.record({ type: 'work.stopped', because: 'finished', title: step.title, body: step.body });
      return false;
    case 'stop':
      at.record({ type: 'work.stopped', because: 'gave-up', why: step.why });
      return false;
  }
}

/** Plays replies through a harness until it ends or none is left, and answers the last step. */
export function play(at: Log, with_: Harness, replies: Reply[], run?: (call: Call) => ToolResult): Step {
  for (let turns = 0; turns < 1000; turns++) {
    const step = with_.next(at.entries);
    if (!turn(at, step, replies, run)) return step;
  }
  assert.fail('The harness spins.');
}

export const textIn = (message: Message | undefined): string => {
  if (message?.role !== 'assistant') return message?.text ?? '';
  return message.items.map((item) => ('text' in item ? item.text : '')).join('');
};
export const callsIn = (prompt: Prompt): { id: string; name: string; args: JsonObject }[] =>
  prompt.messages.flatMap((message) =>
    message.role === 'assistant' ? message.items.flatMap((item) => (item.kind === 'call' ? [item] : [])) : [],
  );

/** Every call is answered, in order, by the messages right after it, and nothing else is. */
export function assertValid({ messages }: Prompt): void {
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') assert.equal(message.call, open.shift());
    else assert.deepEqual(open, [], 'a call was not answered');
    if (message.role !== 'assistant') continue;
    assert.ok(message.items.length > 0, 'an empty answer');
    open = message.items.flatMap((item) => (item.kind === 'call' ? [item.id] : []));
    assert.equal(new Set(open).size, open.length, 'two calls share an id');
  }
  assert.deepEqual(open, []);
}
