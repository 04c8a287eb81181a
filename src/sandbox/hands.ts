import type { Readable, Writable } from 'node:stream';
import type { Attempt } from '../core/sandbox.ts';
import type { Answers, Op } from './answers.ts';

/** The process of src/hands as it runs inside the sandbox. `kill` takes effect at once and may be called twice. */
export type HandsProcess = { stdin: Writable; stdout: Readable; kill(): void };

export type Question<O extends Op> = {
  op: O;
  args: readonly unknown[];
  /** Bytes that an answer may have. */
  longest: number;
  /** Whether it may have changed something when no answer comes, so that it cannot simply be asked again. */
  changes: boolean;
};

type Heard = { kind: 'line'; line: string } | { kind: 'late' | 'ended' | 'unreadable' | 'closed' };

/**
 * Asks one question after the other. The process is launched when it is needed; one that is late, ends or answers
 * nonsense is killed and replaced. Always answers within the deadline, or twice that where it asks a second time.
 */
export function openHands(how: { launch(): HandsProcess; deadlineMilliseconds: number }) {
  let conversation: Conversation | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  let closed = false;
  let asked = 0;
  /** Loaded while the process starts: before there is one, nothing is read. */
  let reading: Promise<typeof import('./answers.ts')> | null = null;

  return { ask, close };

  function ask<O extends Op>(question: Question<O>): Promise<Attempt<Answers[O]>> {
    const answer = queue.then(async () => {
      const { attempt, heard } = await exchange(question);
      return heard === 'ended' && !question.changes ? (await exchange(question)).attempt : attempt;
    });
    queue = answer.catch(() => undefined);
    return answer;
  }

  function load(): Promise<typeof import('./answers.ts')> {
    reading ??= import('./answers.ts');
    return reading;
  }

  function close(): void {
    closed = true;
    conversation?.end({ kind: 'closed' });
  }

  async function exchange<O extends Op>(
    question: Question<O>,
  ): Promise<{ attempt: Attempt<Answers[O]>; heard: Heard['kind'] }> {
    const id = ++asked;
    const heard = closed ? { kind: 'closed' as const } : await hear(id, question);
    if (heard.kind === 'line') {
      const attempt = (await load()).readAnswer(heard.line, id, question.op);
      if (attempt !== null) return { attempt, heard: 'line' };
      conversation?.end({ kind: 'unreadable' });
    }
    const kind = heard.kind === 'line' ? 'unreadable' : heard.kind;
    return {
      attempt: { ok: false, why: whyNot(kind, question.changes, how.deadlineMilliseconds) },
      heard: kind,
    };
  }

  function hear(id: number, { op, args, longest }: Question<Op>): Promise<Heard> {
    void load();
    if (conversation === null || conversation.over()) conversation = converse(how.launch());
    return conversation.say(JSON.stringify({ id, op, args }), longest, how.deadlineMilliseconds);
  }
}

function whyNot(kind: Exclude<Heard['kind'], 'line'>, changes: boolean, milliseconds: number): string {
  const doubt = changes ? ' It may have been done all the same: look before you try again.' : '';
  if (kind === 'closed') return 'The sandbox is closed.';
  if (kind === 'ended') return `The process that works on files ended before it answered.${doubt}`;
  if (kind === 'unreadable')
    return `The process that works on files gave an answer that makes no sense.${doubt}`;
  const advice = changes ? doubt : ' Ask for less, such as a narrower path or a simpler pattern.';
  return `It was given up after ${milliseconds / 1000} seconds.${advice}`;
}

type Conversation = ReturnType<typeof converse>;

function converse(child: HandsProcess) {
  let listener: ((heard: Heard) => void) | null = null;
  let pieces: Buffer[] = [];
  let room = 0;
  let over = false;

  child.stdout.on('data', receive);
  for (const event of ['end', 'close', 'error']) child.stdout.on(event, () => end({ kind: 'ended' }));
  child.stdin.on('error', () => end({ kind: 'ended' }));

  return { say, end, over: () => over };

  function say(line: string, longest: number, milliseconds: number): Promise<Heard> {
    const { promise, resolve } = Promise.withResolvers<Heard>();
    const timer = setTimeout(() => end({ kind: 'late' }), milliseconds);
    listener = (heard) => {
      clearTimeout(timer);
      listener = null;
      resolve(heard);
    };
    pieces = [];
    room = longest;
    child.stdin.write(`${line}\n`);
    return promise;
  }

  /** One line for one question: whatever else it says is nonsense. */
  function receive(chunk: Buffer): void {
    const newline = chunk.indexOf(10);
    room -= chunk.length;
    if (listener === null || room < 0 || (newline !== -1 && newline !== chunk.length - 1)) {
      end({ kind: 'unreadable' });
      return;
    }
    pieces.push(chunk);
    if (newline !== -1) listener({ kind: 'line', line: Buffer.concat(pieces).toString('utf8') });
  }

  function end(why: Heard): void {
    if (over) return;
    over = true;
    pieces = [];
    child.kill();
    child.stdin.destroy();
    child.stdout.destroy();
    listener?.(why);
  }
}
