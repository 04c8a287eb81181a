import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import * as faults from '../../sim/model/faults.ts';
import { type Fault, type Script, type SimModel, startModel, type Turn } from '../../sim/model/index.ts';
import { turnOf } from '../../sim/model/turn.ts';
import { type Code, errorTable } from '../../src/core/errors.ts';
import { last } from '../../src/core/session.ts';
import { usage } from '../../src/views/usage.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { dist } from '../support/dist.ts';
import { openStage } from '../support/oi.ts';
import { answerOn, commands, endOf, openScene } from '../support/stage.ts';

/** What goes wrong, and how it ends: the same way in a job and on the command line. */
type Row = {
  title: string;
  /** Of the requests after the first, by which the file is changed. */
  faults?: () => readonly (Fault | null)[];
  /** Nothing listens at the model's address. */
  shut?: true;
  script?: Script;
  limits?: { turns?: number; minutes?: number };
  end: 'goes on' | { fails: Code } | 'stops' | 'answers';
  /** The beginning of what a person reads. */
  words?: RegExp;
  /** What the model hears about it in its last request. */
  hears?: RegExp;
  requests?: number;
  /** Not all answers tell what they used. */
  untold?: true;
};

const shell = (args: NonNullable<Turn['calls']>[number]['args']): NonNullable<Turn['calls']>[number] => ({
  name: 'exec_command',
  args,
});
const change = shell({ cmd: 'echo two > a.txt' });
const done: Turn = { text: 'Mend it\n\nDone.' };
const work = commands(['echo two > a.txt', 'cat a.txt']);
/** The model says this once it has changed the file, and then that it is done. */
const saying = (...turns: Turn[]): Turn[] => [{ calls: [change] }, ...turns, done];

const soon = { 'retry-after-ms': '10' };
const busy = (status: number): Fault => faults.refuse(status, 'The server had an error', null, soon);
const inSeconds = (seconds: number): string => new Date(Date.now() + 1000 * seconds).toUTCString();
const days = 3 * 24 * 60 * 60;
/** Two calls, with these ids. */
const callsWithIds = (...ids: (string | null | undefined)[]): Turn => ({
  calls: ids.map((id, index) => ({
    ...shell({ cmd: `echo ${index} >> calls.txt; cat calls.txt` }),
    ...(id !== undefined && { id }),
  })),
});

const rows: readonly Row[] = [
  {
    title: 'limits that end in a second, told in seconds and as a date',
    faults: () => [faults.tooMany('1'), faults.tooMany(inSeconds(1))],
    end: 'goes on',
    requests: 5,
  },
  ...[String(days), inSeconds(days)].map(
    (retryAfter): Row => ({
      title: `a limit of three days, told as ${retryAfter}`,
      faults: () => [faults.tooMany(retryAfter)],
      end: { fails: 'model.limited' },
      words:
        /Rate limit reached.*until \d{4}-\d\d-\d\d \d\d:\d\d UTC, longer than this run may\. Run it again/,
      requests: 2,
    }),
  ),
  {
    title: 'errors of the server (500, 502, 503 and 529), one after the other',
    faults: () => [500, 502, 503, 529].map(busy),
    end: 'goes on',
    requests: 7,
  },
  {
    title: 'a server that only answers 503',
    faults: () => Array.from({ length: 8 }, () => busy(503)),
    end: { fails: 'model.unavailable' },
    words: /The server had an error.*\(tried 8 times\)\./,
    requests: 9,
  },
  {
    title: 'an address where nothing listens',
    shut: true,
    limits: { minutes: 0.1 },
    end: { fails: 'model.unreachable' },
    words: /nothing listens there/,
    requests: 0,
  },
  {
    title: 'a connection that is reset, and a stream that is cut midway',
    faults: () => [{ kind: 'reset' }, null, { kind: 'cut', after: 2 }],
    end: 'goes on',
    requests: 5,
  },
  {
    title: 'a stream that goes silent until the time is over',
    faults: () => [{ kind: 'idle', after: 2 }],
    limits: { minutes: 0.1 },
    end: 'stops',
    words: /^The limit of 0\.1 minutes is reached\./,
  },
  {
    title: 'a web page in the place of JSON',
    faults: () => [faults.webPage(200)],
    end: { fails: 'model.not-an-api' },
    words: /web page \(200\)/,
    requests: 2,
    untold: true,
  },
  {
    title: 'a model that answers nothing',
    faults: () => Array.from({ length: 3 }, faults.emptyAnswer),
    end: { fails: 'model.empty' },
    words: /answered nothing.*\(tried 3 times\)\./,
    requests: 4,
  },
  {
    title: 'a refusal of the model',
    faults: () => [faults.refusal('I cannot help with that.')],
    end: { fails: 'model.refused' },
    words:
      /^sim\/model refuses to go on: “I cannot help with that”\. Word the task differently, or use another model\./,
    requests: 2,
  },
  {
    title: 'a content filter',
    faults: () => [faults.filteredAnswer()],
    end: { fails: 'model.filtered' },
    words: /^The content filter of \S+ withholds the answer\. Word the task differently/,
    requests: 2,
  },
  {
    title: 'a context window that is full once',
    faults: () => [faults.overflow()],
    end: 'goes on',
  },
  {
    title: 'a full context window that nothing in the conversation can be left out for',
    faults: () => Array.from({ length: 20 }, () => faults.overflow()),
    end: { fails: 'model.overflow' },
    words:
      /^The conversation has become too long for sim\/model: “.*”\. Ask for less at once, or use a model with a/,
    // After the first: the question, three for notes of ever less, and the question again.
    requests: 6,
  },
  {
    title:
      'calls with arguments that are cut off, no JSON or of a wrong type, and one of a tool that there is not',
    script: saying(
      { calls: [shell('{"cmd": "ca')], finish: 'length' },
      { calls: [shell("{'cmd': cat a.txt}")] },
      { calls: [shell({ cmd: 'cat a.txt' })] },
      { calls: [shell({ cmd: 7 })] },
      { calls: [{ name: 'str_replace_editor', args: { path: 'a.txt' } }] },
    ),
    end: 'goes on',
    hears:
      /`exec_command` are not a JSON object\. The answer was cut off at.*`exec_command` are not a JSON object\.".*`exec_command` are wrong: .*There is no tool `str_replace_editor`\. There is: exec_command, /,
  },
  {
    title: 'calls with the same id, without one, and side by side',
    script: saying(callsWithIds('a', 'a'), callsWithIds(null, null), callsWithIds(undefined, undefined)),
    end: 'goes on',
    hears:
      /Output:\\n0\\n".*Output:\\n0\\n1\\n".*Output:\\n0\\n1\\n0\\n".*Output:\\n0\\n1\\n0\\n1\\n0\\n1\\n"/,
    requests: 5,
  },
  {
    title: 'a call that is written as prose, with a success that it claims',
    script: [
      {
        text: 'I fixed a.txt\n\n<tool_call>{"name": "exec_command", "arguments": {"cmd": "ls"}}</tool_call>',
      },
    ],
    end: 'answers',
    words: /^I fixed a\.txt.*No file was changed, so nothing was published\./s,
    requests: 1,
  },
  {
    title: 'a success that is claimed where nothing was changed',
    script: commands(['cat a.txt'], 'Mended it\n\nI fixed a.txt, and all tests pass.'),
    end: 'answers',
    words: /^Mended it.*I fixed a\.txt.*\n\nNo file was changed, so nothing was published\./s,
    requests: 2,
  },
  {
    title: 'the same call again and again',
    script: () => ({ calls: [change] }),
    end: 'stops',
    words: /^The model made the same call 12 times in a row\. /,
    hears: /same call 3 times in a row.*same call 5 times in a row.*same call 8 times in a row/,
    requests: 12,
  },
  {
    title: 'the same call four times, and then something else',
    script: commands([...Array.from({ length: 4 }, () => 'cat a.txt'), 'echo two > a.txt']),
    end: 'goes on',
    hears: /same call 3 times in a row/,
    requests: 6,
  },
  {
    title: 'endless reading',
    script: ({ turn }) => ({
      calls: [shell({ cmd: turn === 0 ? 'echo two > a.txt' : `head -${turn} a.txt` })],
    }),
    limits: { turns: 15 },
    end: 'stops',
    words: /^The limit of 15 turns is reached\. Raise the limit/,
    requests: 15,
  },
  {
    title: 'a model that never stops',
    script: ({ turn }) => ({ calls: [shell({ cmd: `echo two > a.txt; echo ${turn} >> b.txt` })] }),
    limits: { turns: 5 },
    end: 'stops',
    words: /^The limit of 5 turns is reached\. Raise the limit/,
    requests: 5,
  },
];

/** A model for a row, and what it told meanwhile. */
type Stand = { model: SimModel; due: (Fault | null)[]; play(script: Script): void };
type Met = { requests: number; input: number; output: number; usd: number; heard: string };

async function meet({ model, due, play }: Stand, row: Row, run: () => Promise<unknown>): Promise<Met> {
  const before = { ...model.told, requests: model.requests.length };
  due.length = 0;
  due.push(...Array.from({ length: before.requests + 1 }, () => null), ...(row.faults?.() ?? []));
  play(row.script ?? work);
  if (row.shut) await model.shut();
  await run();
  if (row.shut) await model.open();
  const { input, output, usd } = model.told;
  return {
    requests: model.requests.length - before.requests,
    input: input - before.input,
    output: output - before.output,
    usd: usd - before.usd,
    heard: JSON.stringify(model.requests.at(-1)?.body['messages']),
  };
}

const exitOf = ({ end }: Row): number =>
  typeof end === 'string' ? (end === 'stops' ? 1 : 0) : errorTable[end.fails].exit;

const priced = { usage: 'running', price: { input: 0.000_003, output: 0.000_015 } } as const;
const dueInJobs: (Fault | null)[] = [];
const scene = await openScene({ model: { faults: dueInJobs, ...priced } });

async function asJob(row: Row): Promise<Met> {
  const subject = scene.issue();
  const { turns, minutes } = row.limits ?? {};
  const inputs = {
    ...(turns && { 'max-turns': String(turns) }),
    ...(minutes && { 'max-minutes': String(minutes) }),
  };
  const stand = { model: scene.model, due: dueInJobs, play: scene.play };
  const ran: { result?: Awaited<ReturnType<typeof scene.comment>> } = {};
  const met = await meet(stand, row, async () => {
    ran.result = await scene.comment(subject, '/oi fix', 'ann', { inputs });
  });
  const { result } = ran;
  assert.ok(result);
  const answer = answerOn(subject);
  const wanted = { 'goes on': 'changed, success', stops: 'stopped, failure', answers: 'answered, success' };
  assert.equal(endOf(result), typeof row.end === 'string' ? wanted[row.end] : 'failed, failure', result.raw);
  assert.equal(result.exitCode, exitOf(row));
  const [tokens, usd] = [
    `${(met.input + met.output).toLocaleString('en-US')} tokens`,
    `$${met.usd.toFixed(4)}`,
  ];
  const cost = row.untold ? `at least ${tokens}, at least ${usd}` : `${tokens}, ${usd}`;
  for (const text of [answer, result.summary]) assert.ok(text.includes(cost), `${cost} in\n${text}`);
  assert.match(answer, row.words ?? /^Done: I opened/);
  if (typeof row.end !== 'string')
    for (const text of [answer, result.summary]) assert.ok(text.includes(`\`${row.end.fails}\``), text);
  // What was done by then is not lost.
  if (row.end !== 'goes on' && row.end !== 'answers' && !row.shut) assert.match(answer, /^\+two$/m);
  if (row.end === 'answers') assert.equal(result.outputs['operation'], 'none');
  return met;
}

async function onCommandLine(row: Row): Promise<Met> {
  const due: (Fault | null)[] = [];
  let script: Script = [];
  const model = await startModel({
    script: (question) => turnOf(script, question) as Promise<Turn>,
    faults: due,
    ...priced,
  });
  after(async () => {
    await model.close();
    assert.deepEqual(model.violations, []);
  });
  const at = openStage(await dist(), model);
  const { turns, minutes } = row.limits ?? {};
  const flags = [
    ...(turns ? ['--max-turns', String(turns)] : []),
    ...(minutes ? ['--max-minutes', String(minutes)] : []),
  ];
  const play = (next: Script): void => {
    script = next;
  };
  const ran: { result?: Awaited<ReturnType<typeof at.run>> } = {};
  const met = await meet({ model, due, play }, row, async () => {
    ran.result = await at.run([...flags, 'Mend it.']);
  });
  const { result } = ran;
  assert.ok(result);
  const { code, stdout, stderr } = result;
  if (typeof row.end !== 'string') {
    assertProblem(result, row.end.fails);
    assert.match(stderr, new RegExp(`\nGo on with: oi exec --resume ${at.sessions()[0]}\n$`));
    assert.equal(last(at.log(), 'problem.met')?.problem.code, row.end.fails);
  } else assert.equal(code, exitOf(row), stderr);
  if (row.end === 'goes on') assert.equal(stdout, `${done.text}\n`);
  const end = stderr.split('\n').slice(-3).join('\n');
  if (row.end === 'stops') assert.match(end, new RegExp(row.words?.source ?? '', 'm'));
  const { input, output } = usage(at.log());
  assert.deepEqual({ input, output }, { input: met.input, output: met.output });
  if (row.end !== 'answers' && !row.shut)
    assert.equal(readFileSync(join(at.folder, 'a.txt'), 'utf8'), 'two\n');
  return met;
}

for (const row of rows) {
  const how = typeof row.end === 'string' ? row.end : `fails with ${row.end.fails}`;
  test(`${row.title}: a run ${how}, in a job and on the command line, and its cost is told`, async () => {
    const both = [asJob(row), onCommandLine(row)];
    // Whatever came of the one, the other is not left to the next row.
    await Promise.allSettled(both);
    for (const met of both) {
      const { requests, heard } = await met;
      if (row.requests !== undefined) assert.equal(requests, row.requests);
      if (row.hears) assert.match(heard, row.hears);
    }
  });
}
