// What was done in one harness, told in another: for every pair of those that come along.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { violationsOf } from '../../sim/model/violations.ts';
import { messagesViolationsOf, signatureOf } from '../../sim/model/wires/messages-violations.ts';
import { encryptedBy, responsesViolationsOf } from '../../sim/model/wires/responses-violations.ts';
import type { Harness } from '../../src/core/harness.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { type Item, type Message, type Prompt, type WireId, wireIds } from '../../src/core/model.ts';
import { type Entry, last, only } from '../../src/core/session.ts';
import type { Call, ToolResult } from '../../src/core/tool.ts';
import { harnessIds } from '../../src/harness/choose.ts';
import { namesIn, writeUsage } from '../../src/harness/commands/usage.ts';
import type { HarnessData, ToolFace } from '../../src/harness/data.ts';
import { toHarness } from '../../src/harness/harness.ts';
import { chatRequests } from '../../src/model/wires/chat-request.ts';
import { messagesRequests } from '../../src/model/wires/messages-request.ts';
import { responsesRequests } from '../../src/model/wires/responses-request.ts';
import {
  assertValid,
  begin,
  call,
  callsIn,
  chosen,
  data,
  garbled,
  type Log,
  ran,
  reply,
  sit,
  text,
  textIn,
  turn,
} from './play.ts';

const dataById = new Map(
  await Promise.all(harnessIds.map(async (id) => [id as string, await data(id)] as const)),
);
const harnesses = new Map(
  await Promise.all([...dataById].map(async ([id, each]) => [id, await toHarness(each)] as const)),
);
const of = (id: string): Harness => harnesses.get(id) ?? assert.fail(id);
const dataOf = (id: string): HarnessData => dataById.get(id) ?? assert.fail(id);

const words = fc.constantFrom(
  'a.txt',
  'src/b.ts',
  '/repo/c',
  '.',
  'x',
  "it's",
  'two\nlines\n',
  '```\nx\n```',
  '',
  '{{x}}',
  '-1',
);
const anything = (schema: Json | undefined): fc.Arbitrary<Json> => {
  const { type, enum: words_, anyOf, properties = {}, required = [], items } = (schema ?? {}) as JsonObject;
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(anything));
  if (Array.isArray(words_)) return fc.constantFrom(...words_);
  switch (type) {
    case 'integer':
    case 'number':
      return fc.integer({ min: 1, max: 900 });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(anything(items), { minLength: 1, maxLength: 2 });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(properties as JsonObject).map(([name, of]) => [name, anything(of)]),
        ),
        { requiredKeys: required as string[] },
      ) as fc.Arbitrary<Json>;
    default:
      return words;
  }
};

/** What a model says in a harness: calls of its tools as they should be, or not; blocks where calls are words. */
function itemsOf({ tools, codec }: HarnessData): fc.Arbitrary<Item[]> {
  const wireId = fc.constantFrom('', 'same', 'call_0', 'functions.x:1', 'c3_0');
  const block = fc
    .tuple(fc.constantFrom(...blocksOf(codec)), fc.oneof(words, ...commandsOf(codec).map(fc.constant)))
    .map(([fence, command]) => text(`Why.\n\n${fence}\n${command.replaceAll('```', '')}\n\`\`\``));
  const typed = fc
    .tuple(words, fc.boolean())
    .map(([keys, complete]) => text(sectionsOf(codec.name, keys, complete)));
  const good = (face: ToolFace) =>
    fc.tuple(anything(face.parameters), wireId).map(([args, id]) => call(face.name, args as JsonObject, id));
  const said: fc.Arbitrary<Item> = fc.oneof(
    {
      weight: 6,
      arbitrary: {
        'tool-calls': fc.oneof(...tools.map(good)),
        fenced: block,
        commands: block,
        'json-object': typed,
        'xml-sections': typed,
      }[codec.name],
    },
    { weight: 1, arbitrary: wireId.map((id) => call('no such tool', {}, id)) },
    { weight: 1, arbitrary: fc.constant(garbled(tools[0]?.name ?? '', '{')) },
    { weight: 2, arbitrary: fc.constantFrom('Now.', '', '```').map(text) },
    { weight: 2, arbitrary: fc.constant({ kind: 'thinking', text: 'Hm.' } as const) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...wireIds), fc.constantFrom('m', 'n'))
        .map(([wire, model]) => ({ kind: 'opaque', wire, model, json: opaque(wire, model) }) as const),
    },
  );
  return fc.array(said, { maxLength: 4 });
}

/** An answer that types into a terminal. */
const sectionsOf = (codec: string, keystrokes: string, complete: boolean): string =>
  codec === 'json-object'
    ? JSON.stringify({ analysis: 'Hm.', plan: 'Look.', commands: [{ keystrokes }], task_complete: complete })
    : `<response>\n<analysis>Hm.</analysis>\n<plan>Look.</plan>\n<commands>\n<keystrokes>${keystrokes}</keystrokes>\n</commands>\n<task_complete>${complete}</task_complete>\n</response>`;

/** Reasoning that only a wire and a model can read. */
function opaque(wire: WireId, model: string): Json {
  switch (wire) {
    case 'responses':
      return { type: 'reasoning', summary: [], encrypted_content: encryptedBy(model) };
    case 'messages':
      return { type: 'thinking', thinking: 'Hm.', signature: signatureOf('Hm.') };
    default:
      return 1;
  }
}

/** Each command of a table, as it may be written. */
function commandsOf(codec: HarnessData['codec']): string[] {
  const commands = codec.name === 'commands' ? Object.values(codec.commands) : [];
  return commands.map(({ usage, lines }) => {
    const names = namesIn(usage).map((name) => [name, /path|dir/.test(name) ? 'a.txt' : '3']);
    const first = writeUsage(usage, Object.fromEntries(names)) ?? assert.fail(usage);
    return lines ? `${first}\nnew\n${lines.until}` : first;
  });
}

const blocksOf = (codec: HarnessData['codec']): string[] =>
  codec.name === 'fenced' ? [`\`\`\`${codec.label}`] : ['```', '```bash'];

/** What a tool may answer. */
function answerOf({ tool, args }: Call, odd: number): ToolResult {
  if (odd % 5 === 0)
    return {
      ok: false,
      why: 'It is not there.',
      fields: odd % 2 ? {} : { fault: 'missing', absolute: '/x' },
    };
  const path = String(args['path'] ?? '.');
  switch (tool) {
    case 'read':
      return {
        ok: true,
        fields: { path, text: 'one\ntwo', start: 1, lines: 2, total: 9, newline: true, more: true, cut: 0 },
      };
    case 'write':
      return { ok: true, fields: { path, bytes: 3, existed: false } };
    case 'replace':
      return {
        ok: true,
        fields: {
          path,
          replaced: 1,
          excerpt: { start: 1, lines: 1, total: 1, text: 'x' },
          first: 1,
          last: 1,
        },
      };
    case 'splice':
      return { ok: true, fields: { path, start: 1, removed: 0, added: 1, first: 1, last: 1 } };
    case 'patch':
      return { ok: true, fields: { files: [{ op: 'M', path: 'a.txt' }] } };
    case 'list':
      return {
        ok: true,
        fields: { path, found: [{ path: 'a', name: 'a', kind: 'file', bytes: 1 }], more: false },
      };
    case 'glob':
      return { ok: true, fields: { found: [{ path: 'a', kind: 'file', bytes: 1 }], total: 1, more: false } };
    case 'grep':
      return args['show'] && args['show'] !== 'lines'
        ? { ok: true, fields: { files: [{ path: 'a', matches: 2 }], total: 1, matches: 2, more: false } }
        : {
            ok: true,
            fields: {
              lines: [{ path: 'a', number: 1, text: 'x', match: true, gap: false }],
              matches: 1,
              more: false,
            },
          };
    case 'todo':
      return { ok: true, fields: { items: args['items'] ?? [], done: 0, open: 1 } };
    default:
      return odd % 3 === 0 ? ran('', { code: null, handle: '1' }) : ran('fine');
  }
}

/** What happens besides answers: a checked end with another round, a new sitting, a cut, a switch. */
type Happening =
  | { kind: 'answer'; seed: number; cut: boolean }
  | { kind: 'judge' }
  | { kind: 'sit' }
  | { kind: 'lose' }
  | { kind: 'compact'; odd: number }
  | { kind: 'switch'; to: string; model: string; wire: WireId };
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('answer' as const), seed: fc.nat(), cut: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constantFrom('judge', 'sit', 'lose').map((kind) => ({ kind }) as const) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('compact' as const), odd: fc.nat({ max: 20 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('switch' as const),
      to: fc.constantFrom(...harnessIds),
      model: fc.constantFrom('m', 'n'),
      wire: fc.constantFrom(...wireIds),
    }),
  },
);

const amid = ['model.replied', 'model.told', 'tool.called', 'tool.returned'];

/** Plays what happens, as a loop would; `lose` takes the newest entry of the work away, as a crash does. */
function live(id: string, happenings: readonly Happening[]): Entry[] {
  const at = begin(id);
  let now = id;
  for (const each of happenings) {
    if (each.kind === 'answer') answer(at, now, each);
    else if (each.kind === 'judge') judge(at, now);
    else if (each.kind === 'sit') sit(at, now);
    else if (each.kind === 'compact') compact(at, each.odd);
    else if (each.kind === 'lose') {
      if (amid.includes(at.entries.at(-1)?.type ?? '')) at.entries.pop();
    } else {
      now = each.to;
      at.record(chosen(now, each.model, each.wire));
    }
  }
  return at.entries;
}

function answer(at: Log, id: string, { seed, cut }: Happening & { kind: 'answer' }): void {
  const [items = []] = fc.sample(itemsOf(dataOf(id)), { seed, numRuns: 1 });
  const replies = [{ ...reply(...items), cut: cut && seed % 7 === 0 }];
  let odd = seed;
  for (let turns = 0; turns < 30; turns++) {
    const step = of(id).next(at.entries);
    if (turn(at, step, replies, (made) => answerOf(made, odd++))) continue;
    if (step.kind !== 'ask') judge(at, id);
    return;
  }
  assert.fail('The harness spins.');
}

/** The conversation becomes shorter between two questions: notes in place of its begin, or results that are left out. */
function compact(at: Log, odd: number): void {
  if (!['tool.returned', 'round.opened'].includes(at.entries.at(-1)?.type ?? '')) return;
  const shared = { strategy: 'any', before: 9, after: 1 };
  at.record({ type: 'compaction.opened', why: 'full', strategy: 'any', used: 9, window: 9, share: 1 });
  const made = only(at.entries, 'tool.returned').map(({ call: id }) => id);
  const replies = only(at.entries, 'model.replied').map(({ seq }) => seq);
  const users = only(at.entries, 'round.opened').map(({ seq }) => seq);
  const from = replies[odd % (replies.length + 1)] ?? null;
  if (odd % 3 === 0)
    at.record({ type: 'compaction.closed', ...shared, notes: [], kept: null, cleared: made });
  else
    at.record({
      type: 'compaction.closed',
      ...shared,
      notes: ['Notes.'],
      kept: { users, from },
      cleared: [],
    });
}

function judge(at: Log, id: string): void {
  if (last(at.entries, 'work.stopped')) {
    at.record(
      { type: 'round.judged', again: true, why: 'npm test failed.', tell: 'It fails.' },
      { type: 'round.opened' },
    );
  } else sit(at, id);
}

const ajv = new Ajv({ strict: false, allErrors: true });
const fits = new Map(
  [...dataById].flatMap(([id, { tools }]) =>
    tools.map((face) => [`${id} ${face.name}`, ajv.compile(face.parameters)] as const),
  ),
);

/** A request over a wire, for a model that thinks where it does. */
const written: Readonly<Record<WireId, (prompt: Prompt) => readonly Uint8Array[]>> = {
  chat: (prompt) => chatRequests('m', {}).pieces(prompt, false),
  responses: responsesRequests('m', { instructions: 'developer', encrypted: true, freeform: true }).pieces,
  messages: messagesRequests('m', { mostTokens: 100, thinking: 'none', caches: true, signed: true }),
};
const strict: Readonly<Record<WireId, (body: Record<string, unknown>) => string[]>> = {
  chat: violationsOf,
  responses: responsesViolationsOf,
  messages: messagesViolationsOf,
};

/** Everything that a strict provider asks of a conversation, and what is told of others besides. */
function assertSound(id: string, wire: WireId, prompt: Prompt, own: ReadonlySet<string>): void {
  assertValid(prompt);
  const calls = callsIn(prompt);
  assert.equal(new Set(calls.map((each) => each.id)).size, calls.length, 'an id is used twice');
  for (const { id: of, name, args } of calls) {
    const step = /^c(\d+)_/.exec(of)?.[1];
    if (step === undefined || own.has(step)) continue;
    const validate = fits.get(`${id} ${name}`);
    assert.ok(validate, `${id} has no tool ${name}`);
    assert.ok(validate(args), `${id} ${name} ${JSON.stringify(args)}: ${JSON.stringify(validate.errors)}`);
  }
  const options = wire === 'messages' ? { max_tokens: 100 } : {};
  const body = Buffer.concat(written[wire]({ ...prompt, options })).toString();
  assert.deepEqual(strict[wire](JSON.parse(body)), [], `${id} over ${wire}`);
  assert.deepEqual(selfTalk(prompt), [], 'two answers in a row, or one at the end');
  assert.deepEqual(blanks(prompt.messages), [], 'a message says nothing');
  const unfilled = prompt.messages.map(textIn).filter((said) => /undefined|NaN|\[object /.test(said));
  assert.deepEqual(unfilled, [], `${id} words what it does not know`);
}

/** Where the model would have answered itself, or would have to go on with its own words. */
function selfTalk({ messages }: Prompt): number[] {
  const isAnswer = (message: Message | undefined): boolean => message?.role === 'assistant';
  return messages.flatMap((message, at) =>
    isAnswer(message) && (at === messages.length - 1 || isAnswer(messages[at + 1])) ? [at] : [],
  );
}

const blanks = (messages: readonly Message[]): Message[] =>
  messages.filter(
    (message) => message.role !== 'assistant' && message.role !== 'tool' && textIn(message).trim() === '',
  );

/** The steps that this very harness answered for: their calls go back as they were said. */
function ownSteps(id: string, entries: readonly Entry[]): Set<string> {
  let own = false;
  const steps = new Set<string>();
  for (const entry of entries) {
    if (entry.type === 'harness.chosen') own = entry.harness === id;
    if (own && entry.type === 'model.replied') steps.add(String(entry.seq));
  }
  return steps;
}

test('whatever was done in whichever harnesses, every other one tells it as a provider takes it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...harnessIds), fc.array(happening, { maxLength: 14 }), (id, happenings) => {
      const entries = live(id, happenings);
      for (const [index, to] of harnessIds.entries()) {
        const wire = wireIds[(entries.length + index) % wireIds.length] ?? 'chat';
        const at: Log = { entries: [...entries], record: begin(id).record };
        const seq = entries.length + 1;
        const { at: time = '', sitting = 1, round = 1 } = entries.at(-1) ?? {};
        at.entries.push({ seq, at: time, sitting, round, ...chosen(to, 'm', wire) });
        assertSound(to, wire, of(to).encode(at.entries), ownSteps(to, at.entries));
      }
    }),
    { numRuns: 100 },
  );
});

const pi = {
  read: (path: string) => call('read', { path }),
  bash: (command: string) => call('bash', { command }),
};

test('a command table tells what others did as its own commands, which it would read as just that', () => {
  const at = begin('pi');
  const made = reply(
    text('Look.'),
    pi.read('my file.txt'),
    call('edit', { path: 'a', edits: [{ oldText: "it's", newText: 'x\ny' }] }),
    pi.bash('submit'),
    pi.bash('ls'),
  );
  const replies = [made];
  for (let step = of('pi').next(at.entries); turn(at, step, replies, (each) => answerOf(each, 1)); )
    step = of('pi').next(at.entries);
  at.record(chosen('swe-agent'));
  const { messages } = of('swe-agent').encode(at.entries);
  const said = messages.flatMap((message) => (message.role === 'assistant' ? [textIn(message)] : []));
  assert.deepEqual(said, [
    "Look.\n\n```\nstr_replace_editor view 'my file.txt'\n```",
    "```\nstr_replace_editor str_replace a --old_str 'it'\\''s' --new_str 'x\ny'\n```",
    '```\nls\n```',
  ]);
  assert.match(
    textIn(messages.at(-3)),
    /^Earlier, exec was used with .*"command":"submit".* The result was: /,
  );
  assert.match(
    textIn(messages.at(-6)),
    /^OBSERVATION:\nHere's the result of running `cat -n` on my file\.txt/,
  );
});

test('an answer keeps its reasoning in another harness, opaque parts of it for the same model, before its words and calls', () => {
  const at = begin('pi');
  const opaque = { kind: 'opaque', wire: 'chat', model: 'm', json: 'signed' } as const;
  const replies = [
    reply({ kind: 'thinking', text: 'Hm.' }, opaque, pi.bash('ls'), pi.bash('pwd'), text('Look.')),
    reply({ kind: 'thinking', text: 'In vain.' }, opaque, call('no such tool', {})),
  ];
  for (let step = of('pi').next(at.entries); turn(at, step, replies); ) step = of('pi').next(at.entries);
  const kinds = (id: string, model: string) => {
    at.record(chosen(id, model));
    const said = of(id)
      .encode(at.entries)
      .messages.filter((message) => message.role === 'assistant');
    return said.map((message) => (message.role === 'assistant' ? message.items.map(({ kind }) => kind) : []));
  };
  assert.deepEqual(kinds('native', 'm'), [['thinking', 'opaque', 'text', 'call', 'call']]);
  assert.deepEqual(kinds('native', 'n'), [['thinking', 'text', 'call', 'call']]);
  assert.deepEqual(kinds('mini-swe-agent-text', 'm'), [['thinking', 'opaque', 'text'], ['text']]);
});

test('the same id for two calls of a conversation is given to the first, also where the second model counts anew', () => {
  const at = begin('pi');
  for (const [id, model] of [
    ['pi', 'm'],
    ['minimal', 'n'],
    ['pi', 'm'],
  ] as const) {
    at.record(chosen(id, model));
    const replies = [reply(call('bash', { command: 'ls' }, 'call_0'))];
    for (let step = of(id).next(at.entries); turn(at, step, replies); ) step = of(id).next(at.entries);
  }
  const ids = callsIn(of('pi').encode(at.entries)).map(({ id }) => id);
  assert.equal(ids[0], 'call_0');
  assert.equal(new Set(ids).size, 3);
  assert.ok(
    ids.slice(1).every((id) => /^c\d+_0$/.test(id)),
    ids.join(),
  );
});

test('what came to nothing in another harness is left out, and the answer that ended the work is told', () => {
  const at = begin('mini-swe-agent-text');
  const replies = [reply(text('No block.')), reply(text('Ends.'), call('bash', { command: 'ls' }))];
  const before = of('mini-swe-agent-text');
  for (let step = before.next(at.entries); turn(at, step, replies); ) step = before.next(at.entries);
  at.record(chosen('pi'));
  assert.deepEqual(of('pi').encode(at.entries).messages.slice(2), []);
  const ended = [reply(text('All is well.'))];
  for (let step = of('pi').next(at.entries); turn(at, step, ended); ) step = of('pi').next(at.entries);
  sit(at, 'native');
  assert.ok(
    of('native')
      .encode(at.entries)
      .messages.some((message) => textIn(message) === 'All is well.'),
  );
});
