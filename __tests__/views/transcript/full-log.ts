import type { Json, JsonObject } from '../../../src/core/json.ts';
import type { Item, Usage } from '../../../src/core/model.ts';
import type { Outcome } from '../../../src/core/outcome.ts';
import type { Entry, Fact } from '../../../src/core/session.ts';
import type { Plan } from '../../../src/core/task.ts';
import type { ToolResult } from '../../../src/core/tool.ts';
import { logOf, settings } from '../../support/entries.ts';

/** What stands in a field of the log, by the field's name. */
export type Word = (field: string) => string;

/** What the log knows and the page has no use for: an answer to a re-run, a mark for prompts, bytes that are elsewhere. */
export const untold = [
  'comment',
  'nonce',
  'quote',
  'opaque',
  'finish body',
  'status',
  'called name',
  'changed answer',
];

const usage: Usage = { input: 1000, cached: 200, output: 50, usd: 0.001 };

/** A log with every kind of entry, of call and of outcome there is, and in each of their texts what `word` says. */
export function fullLog(word: Word): Entry[] {
  return logOf(
    { type: 'session.opened', version: 1, id: word('session id') },
    ...opening(word),
    { type: 'round.opened' },
    attempt(word, 2),
    ...calls(word),
    { type: 'model.told', text: word('told') },
    { type: 'snapshot.taken', tree: '1'.repeat(40) },
    ...turn(14, [], { kind: 'garbled', id: 'g', name: word('garbled name'), raw: word('garbled raw') }),
    { type: 'sitting.resumed' },
    { type: 'session.rewound', to: 43, kept: word('kept') },
    { type: 'round.opened' },
    attempt(word, null),
    { type: 'problem.met', problem: problem(word, 'met') },
    { type: 'work.stopped', because: 'finished', title: word('title'), body: word('body') },
    ...proof(word),
    {
      type: 'effect.done',
      key: word('key'),
      receipt: { id: word('receipt'), url: word('url') },
      acted: true,
    },
    ...outcomes(word).flatMap((outcome): Fact[] => [{ type: 'sitting.closed', outcome }]),
    { type: 'sitting.opened', plan: { ...plan(word), destination: { kind: 'patch' } }, settings },
    { type: 'model.asked' },
    {
      type: 'compaction.opened',
      why: 'full',
      strategy: 'summarise-tail-keep',
      used: 9000,
      window: 10_000,
      share: 1,
    },
    {
      type: 'compaction.closed',
      strategy: 'summarise-tail-keep',
      notes: [word('notes')],
      kept: { users: [6], from: 9 },
      cleared: ['c9_0'],
      before: 9000,
      after: 1000,
    },
    { type: 'work.stopped', because: 'gave-up', why: word('gave up') },
  );
}

/** Bytes beside that log. */
export const fullBlob =
  (word: Word) =>
  (name: string): string | null =>
    name === 'kept' ? word('blob') : null;

function opening(word: Word): Fact[] {
  const source = {
    title: word('source title'),
    text: word('source text'),
    author: word('author'),
    trusted: false,
  };
  return [
    {
      type: 'sitting.opened',
      plan: plan(word),
      settings: {
        ...settings,
        model: word('asked model'),
        harness: word('asked harness'),
        protect: [word('protect')],
      },
    },
    {
      type: 'harness.chosen',
      harness: word('harness'),
      model: word('model'),
      wire: 'messages',
      why: word('chosen why'),
    },
    {
      type: 'environment.seen',
      date: word('date'),
      os: word('os'),
      release: word('release'),
      arch: word('arch'),
      shell: word('shell'),
      folder: word('folder'),
    },
    {
      type: 'context.gathered',
      instructions: [{ path: word('instructions path'), text: word('instructions text') }],
      sources: [source, { ...source, author: null, trusted: true }],
      nonce: word('nonce'),
      hidden: 3,
      files: [
        { path: word('file path'), bytes: 'kept', title: word('file title') },
        { path: word('other file path'), bytes: 'lost', title: word('other file title') },
      ],
      notes: [word('left out of the checkout')],
    },
  ];
}

const plan = (word: Word): Plan => ({
  task: {
    id: word('task'),
    origin: {
      kind: 'comment',
      subject: { kind: 'issue', number: 1 },
      comment: { id: 1, body: word('comment'), at: '2026-01-01T00:00:00Z' },
      author: { login: word('login'), id: 1, kind: 'user' },
      sender: { login: word('comment'), id: 1, kind: 'user' },
    },
    verb: 'fix',
    ask: word('ask'),
    commit: word('commit asked for'),
  },
  session: word('session'),
  base: word('base'),
  trunk: word('trunk'),
  destination: { kind: 'pull', branch: word('branch'), head: null, into: word('into'), pull: null },
  taint: 'untrusted',
});

function proof(word: Word): Fact[] {
  const output = { head: word('check head'), omitted: 5, tail: word('check tail'), file: null };
  const ran = { code: 1, killed: null, milliseconds: 1500, output };
  return [
    {
      type: 'change.found',
      change: {
        base: word('changed base'),
        files: [
          { path: word('changed path'), before: { mode: '100644', bytes: 'kept' }, now: null },
          { path: word('made path'), before: null, now: { mode: '100644', bytes: 'kept', size: 1 } },
        ],
      },
      left: [{ path: word('left path'), why: word('left why') }],
      barred: [{ path: word('barred path'), why: word('barred why') }],
      patch: 'kept',
    },
    {
      type: 'checks.planned',
      checks: [{ name: word('check name'), command: word('check command'), why: word('check why') }],
      why: word('planned why'),
    },
    { type: 'check.ran', check: word('check name'), on: 'base', ran, scripts: [] },
    { type: 'check.ran', check: word('check name'), on: 'change', ran, scripts: [word('script')] },
    {
      type: 'evidence.found',
      findings: [{ kind: 'skipped', path: word('finding path'), count: 1, sentence: word('finding') }],
    },
    { type: 'round.judged', again: true, why: word('judged why'), tell: word('told again') },
  ];
}

const problem = (word: Word, name: string) => ({
  code: 'model.limited' as const,
  happened: word(`${name} happened`),
  advice: word(`${name} advice`),
});

const attempt = (word: Word, waitSeconds: number | null): Fact => ({
  type: 'attempt.failed',
  problem: problem(word, 'attempt'),
  usage,
  waitSeconds,
});

/** One reply with all calls, and each with what it returned. */
function calls(word: Word): Fact[] {
  const all = performed(word);
  const said: Item[] = [
    { kind: 'thinking', text: word('thinking') },
    { kind: 'text', text: word('said') },
    { kind: 'opaque', wire: 'chat', model: 'm', json: word('opaque') },
    ...all.map((_, index): Item => ({ kind: 'call', id: `w${index}`, name: word('called name'), args: {} })),
    {
      kind: 'call',
      id: 'never',
      name: word('never ran name'),
      args: { [word('never ran key')]: word('never ran') },
    },
  ];
  const declined: Fact = {
    type: 'tool.returned',
    call: `c8_${all.length + 1}`,
    result: { ok: false, why: word('declined'), fields: {} },
  };
  return [...turn(8, all, ...said), declined];
}

type Performed = { tool: string; args: JsonObject; result: ToolResult };

/** A reply that is entry `seq` of the log, and its calls. */
function turn(seq: number, all: readonly Performed[], ...items: readonly Item[]): Fact[] {
  const facts: Fact[] = [{ type: 'model.replied', reply: { items, cut: true, usage } }];
  for (const [index, { tool, args, result }] of all.entries()) {
    const id = `c${seq}_${index}`;
    facts.push({ type: 'tool.called', call: { id, tool, args, quote: null } });
    facts.push({ type: 'tool.returned', call: id, result });
  }
  return facts;
}

function performed(word: Word): Performed[] {
  const output = { head: word('head'), omitted: 0, tail: '', file: null };
  const run = { code: 1, killed: null, handle: null, milliseconds: 5, output };
  const long = { head: word('long head'), omitted: 9, tail: word('long tail'), file: word('output file') };
  const found = [{ path: word('found'), kind: 'file', bytes: 1 }];
  const ok = (tool: string, args: JsonObject, fields: JsonObject): Performed => ({
    tool,
    args,
    result: { ok: true, fields },
  });
  return [
    ok('exec', { command: word('command'), folder: word('exec folder') }, run),
    ok('exec', { command: 'sleep 9' }, { ...run, code: null, handle: word('handle'), output: long }),
    ok('poll', { handle: word('poll handle') }, { ...run, code: null, killed: 'timeout' }),
    ok('input', { handle: word('input handle'), text: word('typed') }, run),
    ok(
      'terminal',
      { keys: [{ text: word('typed keys'), seconds: 1 }] },
      { ...run, handle: '1', lost: false },
    ),
    ok('stop', { handle: word('stop handle') }, run),
    ok(
      'read',
      { path: word('read path') },
      { path: 'x', text: word('read text'), start: 1, lines: 2, total: 4, more: true, cut: 0 },
    ),
    ok('write', { path: word('write path'), text: word('written') }, { path: 'x', bytes: 1, existed: false }),
    ok(
      'replace',
      { path: word('replace path'), edits: [{ old: `${word('old')} 1`, new: `${word('new')} 2` }] },
      { replaced: 1 },
    ),
    ok(
      'splice',
      { path: word('splice path'), start: 4, end: 5, text: word('spliced') },
      { removed: 2, added: 1 },
    ),
    ok('patch', { patch: patch(word) }, { files: [{ op: 'M', path: word('patched path') }] }),
    ok('list', { path: word('list path') }, { path: 'x', found, more: true }),
    ok('glob', { pattern: word('glob pattern') }, { found, more: false }),
    ok('grep', { path: word('grep path'), pattern: word('grep pattern') }, grepped(word)),
    ok(
      'todo',
      {
        items: [
          { text: word('todo'), status: 'done' },
          { text: word('todo'), status: word('status') },
        ],
      },
      {},
    ),
    ok('finish', { title: word('finish title'), body: word('finish body') }, {}),
    ok(word('tool'), { [word('argument name')]: word('argument') }, { [word('field name')]: word('field') }),
    {
      tool: 'exec',
      args: { command: word('failed command') },
      result: { ok: false, why: word('why'), fields: {} },
    },
  ];
}

const grepped = (word: Word): { [name: string]: Json } => ({
  lines: [{ path: word('grep hit'), number: 1, text: word('grep line'), match: true }],
  matches: 1,
  more: false,
});

const patch = (word: Word): string =>
  [
    '*** Begin Patch',
    `*** Update File: ${word('patch header')}`,
    `@@ ${word('patch place')}`,
    ` ${word('patch context')}`,
    `-${word('patch old')}`,
    `+${word('patch new')}`,
    '*** End Patch',
  ].join('\n');

function outcomes(word: Word): Outcome[] {
  const published = {
    operation: 'created' as const,
    pull: { number: 2, url: word('pull url') },
    branch: word('published branch'),
    commit: word('published commit'),
  };
  return [
    { kind: 'changed', answer: word('changed answer'), published },
    { kind: 'answered', answer: word('changed answer') },
    { kind: 'unchanged', why: word('unchanged why'), advice: word('unchanged advice') },
    { kind: 'refused', gate: 'g', why: word('refused why'), advice: word('refused advice'), quiet: false },
    {
      kind: 'stopped',
      because: 'limit',
      why: word('stopped why'),
      advice: word('stopped advice'),
      published,
    },
    { kind: 'failed', ...problem(word, 'failed'), published: null },
  ];
}
