import * as z from 'zod/mini';
import { type Files, largestContent } from '../core/sandbox.ts';
import { type HandsProcess, openHands, type Question } from './hands.ts';

/** Many small values are checked one by one: not before it is clear that there are not too many. */
const few = <T>(item: z.ZodMiniType<T>) =>
  z.pipe(z.array(z.unknown()).check(z.maxLength(100_000)), z.array(item));

const count = z.number().check(z.nonnegative());
const found = z.object({
  path: z.string(),
  kind: z.enum(['file', 'folder', 'link', 'other']),
  bytes: count,
});
const line = z.object({ path: z.string(), number: count, text: z.string(), match: z.boolean() });

const content = z.object({ content: z.string(), bytes: count });
const finding = z.object({ found: few(found), more: z.boolean() });
const globbed = z.object({ found: few(found), total: count });
const matched = z.object({
  files: few(z.object({ path: z.string(), matches: count })),
  total: count,
  matches: count,
});
const lines = z.object({ lines: few(line), more: z.boolean() });

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
  const look = <T>(op: keyof Files, args: readonly unknown[], shape: z.ZodMiniType<T>): Question<T> => ({
    op,
    args,
    shape,
    longest: op === 'read' ? withContent : withoutContent,
    changes: false,
  });
  const change = <T>(op: keyof Files, args: readonly unknown[], shape: z.ZodMiniType<T>): Question<T> => ({
    ...look(op, args, shape),
    changes: true,
  });
  return {
    async read(path, range) {
      const answer = await hands.ask(look('read', [path, range ?? {}], content));
      if (!answer.ok) return answer;
      const { bytes } = answer.value;
      return { ok: true, value: { content: Buffer.from(answer.value.content, 'base64'), bytes } };
    },
    async write(path, bytes, as) {
      if (bytes.length > largestContent) {
        return { ok: false, why: `${path} would have ${bytes.length} bytes; ${largestContent} at most.` };
      }
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
      return hands.ask(
        change('write', [path, text, as ?? 'replace'], z.object({ existed: z.boolean(), bytes: z.number() })),
      );
    },
    remove: (path) => hands.ask(change('remove', [path], z.null())),
    rename: (from, to) => hands.ask(change('rename', [from, to], z.null())),
    list: (path, range) => hands.ask(look('list', [path, range], finding)),
    glob: (pattern, range) => hands.ask(look('glob', [pattern, range], globbed)),
    grep: (pattern, range) => hands.ask(look('grep', [pattern, range], lines)),
    matches: (pattern, range) => hands.ask(look('matches', [pattern, range], matched)),
    close: hands.close,
  };
}
