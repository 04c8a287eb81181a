import type { Blobs } from '../core/change.ts';
import { OiError } from '../core/errors.ts';
import type { Harness } from '../core/harness.ts';
import type { Sandbox } from '../core/sandbox.ts';
import { compacting, last, only, round, type Session, sitting, withoutCompactions } from '../core/session.ts';
import type { Settings } from '../core/task.ts';
import { type Call, type Declined, failure } from '../core/tool.ts';
import type { World } from '../core/world.ts';
import { fallBack } from './fall-back.ts';
import { overspent, secondsLeft, usdLeft } from './limits.ts';
import type { Snapshots } from './snapshots.ts';
import { stuck } from './stuck.ts';

export type Work = {
  harness: Harness;
  settings: Settings;
  model: World['model'];
  chooseWire: World['chooseWire'];
  tools: World['tools'];
  /** Needed when the first call is performed; a sandbox that fails ends the work at once. */
  sandbox: Promise<Sandbox>;
  blobs: Blobs;
  snapshots: Snapshots;
  now(): Date;
  signal: AbortSignal;
};

/** Turns, until the round's work has stopped. Holds no state: each turn reads the log for what comes next. */
export async function work(session: Session, at: Work): Promise<void> {
  const time = AbortSignal.timeout(secondsLeft(sitting(session.log), at.now()) * 1000);
  const within = { ...at, signal: AbortSignal.any([at.signal, time]) };
  at.snapshots.rest();
  try {
    while (!last(round(session.entries), 'work.stopped')) await turn(session, within);
  } finally {
    at.snapshots.drop();
  }
}

/** One step of the harness. Asking is the only one that costs money; acting or replying twice in vain is a bug. */
export async function turn(session: Session, at: Work): Promise<void> {
  const over = overspent(sitting(session.log), at.now());
  if (at.signal.aborted) {
    await at.snapshots.take(AbortSignal.timeout(2000));
    return stop(session, over ? 'limit' : 'cancelled', over ?? 'The run was cancelled.');
  }
  const step = at.harness.next(session.entries);
  switch (step.kind) {
    case 'ask':
      return goOn(session, at, over);
    case 'act':
      return act(session, step.calls, at);
    case 'reply':
      return tell(session, step.text);
    case 'compact':
      return void session.record(step.fact);
    case 'stop':
      return stop(session, 'gave-up', step.why);
    case 'finish':
      session.record({ type: 'work.stopped', because: 'finished', title: step.title, body: step.body });
  }
}

/** A harness may have its own way with a model that repeats itself. */
async function goOn(session: Session, at: Work, over: string | null): Promise<void> {
  if (over) return stop(session, 'limit', over);
  const here = round(session.entries);
  const circle = at.harness.watchesRepeats || compacting(here) ? null : stuck(withoutCompactions(here));
  if (circle?.kind === 'stop') return stop(session, 'gave-up', circle.words);
  return circle ? tell(session, circle.words) : ask(session, at);
}

/** The sandbox starts while the model thinks; should it fail, the question is dropped and the failure is the answer. */
async function ask(session: Session, at: Work): Promise<void> {
  const drop = new AbortController();
  const { model: id = '', wire = 'chat' } = last(session.entries, 'harness.chosen') ?? {};
  const model = await at.model(id, { wire, insteadOf: at.settings.model });
  const whole = at.harness.encode(session.entries);
  const left = usdLeft(sitting(session.log));
  const { prompt, usd } = left === null ? { prompt: whole, usd: null } : await model.affordable(whole, left);
  const over = overspent(sitting(session.log), at.now(), usd ?? 0);
  if (over) return stop(session, 'limit', over);
  const seconds = secondsLeft(sitting(session.log), at.now());
  const question = model.ask(prompt, {
    signal: AbortSignal.any([at.signal, drop.signal]),
    seconds,
    onAttempt: () => session.record({ type: 'model.asked' }),
    onFailedAttempt: (attempt) => session.record({ type: 'attempt.failed', ...attempt }),
  });
  const failed = await Promise.all([question, at.sandbox.then(at.tools)]).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (failed) drop.abort();
  // What was said was paid for, whether anything can be done with it or not.
  const reply = await question.catch(() => null);
  if (reply) session.record({ type: 'model.replied', reply });
  if (!failed || at.signal.aborted || canShorten(session, failed.error, at)) return;
  await fallBack(session, failed.error, at);
}

/** Where a conversation has become too long, or notes of it are declined, the harness may have a way to go on. */
function canShorten({ entries }: Session, error: unknown, { harness }: Work): boolean {
  const isOfModel = error instanceof OiError && error.code.startsWith('model.');
  return isOfModel && harness.next(entries).kind === 'compact';
}

/** The calls of one reply, in order. A call that a crash cut off is answered for by a rewind, before we get here. */
async function act(session: Session, calls: readonly (Call | Declined)[], at: Work): Promise<void> {
  const returned = new Set(only(session.entries, 'tool.returned').map(({ call }) => call));
  const fresh = calls.filter(({ id }) => !returned.has(id));
  if (fresh.length === 0) throw bug('The harness wants calls that have returned.');
  for (const call of fresh) {
    if (at.signal.aborted) return;
    if ('declined' in call) {
      session.record({ type: 'tool.returned', call: call.id, result: failure(call.declined) });
    } else await perform(session, call, at);
  }
}

async function perform(session: Session, call: Call, at: Work): Promise<void> {
  const sandbox = await at.sandbox;
  const tool = (await at.tools()).find(({ name }) => name === call.tool);
  if (tool?.changes) await at.snapshots.settle();
  session.record({ type: 'tool.called', call });
  const result = tool
    ? await tool.run(call.args, { sandbox, blobs: at.blobs, signal: at.signal })
    : failure(`There is no tool ${call.tool}.`);
  session.record({ type: 'tool.returned', call: call.id, result });
  if (tool?.changes) at.snapshots.rest();
}

function tell(session: Session, text: string): void {
  if (session.entries.at(-1)?.type === 'model.told') throw bug('The harness replies to itself.');
  session.record({ type: 'model.told', text });
}

/**
 * A run that is cancelled has stopped, even where its work was done a moment before: nothing of it is published. How it
 * ended stays as it is where it ended badly.
 */
export function cancel(session: Session): void {
  const end = round(session.entries).findLast(
    ({ type }) => type === 'problem.met' || type === 'work.stopped',
  );
  if (!end || (end.type === 'work.stopped' && end.because === 'finished'))
    stop(session, 'cancelled', 'The run was cancelled.');
}

function stop(session: Session, because: 'limit' | 'cancelled' | 'gave-up', why: string): void {
  session.record({ type: 'work.stopped', because, why });
}

const bug = (what: string): OiError => new OiError('bug', what, 'Please report it with the session log.');
