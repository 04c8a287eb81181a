import { type Files, largestContent } from '../core/sandbox.ts';
import type { Op } from './answers.ts';
import { type HandsProcess, openHands, type Question } from './hands.ts';

/** Bytes of an answer: base64 takes a third more. */
const withContent = largestContent * 1.5;
const withoutContent = 4 * 1024 * 1024;

/**
 * File work by the hands inside the sandbox. `launch` starts them, at the first call and whenever they are gone; it may
 * throw, and then so does the call. Every other trouble is an answer.
 */
export function openFiles(how: {
  launch(): HandsProcess;
  deadlineMilliseconds: number;
}): Files & { close(): void } {
  const hands = openHands(how);
  const look = <O extends Op>(op: O, ...args: readonly unknown[]): Question<O> => ({
    op,
    args,
    longest: op === 'read' ? withContent : withoutContent,
    changes: false,
  });
  const change = <O extends Op>(op: O, ...args: readonly unknown[]): Question<O> => ({
    ...look(op, ...args),
    changes: true,
  });
  return {
    async read(path, range) {
      const answer = await hands.ask(look('read', path, range ?? {}));
      if (!answer.ok) return answer;
      const { bytes } = answer.value;
      return { ok: true, value: { content: Buffer.from(answer.value.content, 'base64'), bytes } };
    },
    async write(path, bytes, as) {
      if (bytes.length > largestContent) {
        return { ok: false, why: `${path} would have ${bytes.length} bytes; ${largestContent} at most.` };
      }
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
      return hands.ask(change('write', path, text, as ?? 'replace'));
    },
    remove: (path) => hands.ask(change('remove', path)),
    rename: (from, to) => hands.ask(change('rename', from, to)),
    list: (path, range) => hands.ask(look('list', path, range)),
    glob: (pattern, range) => hands.ask(look('glob', pattern, range)),
    grep: (pattern, range) => hands.ask(look('grep', pattern, range)),
    matches: (pattern, range) => hands.ask(look('matches', pattern, range)),
    close: hands.close,
  };
}
