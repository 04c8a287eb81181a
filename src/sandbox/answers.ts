import * as z from 'zod/mini';
import type { Attempt } from '../core/sandbox.ts';

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

/** What the hands answer to each question. */
const shapes = {
  read: z.object({ content: z.string(), bytes: count }),
  write: z.object({ existed: z.boolean(), bytes: z.number() }),
  remove: z.null(),
  rename: z.null(),
  list: z.object({ found: few(found), more: z.boolean() }),
  glob: z.object({ found: few(found), total: count }),
  grep: z.object({ lines: few(line), more: z.boolean() }),
  matches: z.object({
    files: few(z.object({ path: z.string(), matches: count })),
    total: count,
    matches: count,
  }),
};
type Shapes = typeof shapes;

/** A question that the hands know. */
export type Op = keyof Shapes;
/** The value of an answer to it. */
export type Answers = { [O in Op]: z.infer<Shapes[O]> };
const shapeOf: { [O in Op]: z.ZodMiniType<Answers[O]> } = shapes;

const envelope = z.union([
  z.object({ id: z.number(), ok: z.literal(true), value: z.unknown() }),
  z.object({
    id: z.number(),
    ok: z.literal(false),
    why: z.string().check(z.maxLength(10_000)),
    fault: z.optional(z.enum(['missing', 'folder', 'exists'])),
  }),
]);

/** Reads the answer to a question, of a process that may be an attacker's; null: it makes no sense. */
export function readAnswer<O extends Op>(line: string, id: number, op: O): Attempt<Answers[O]> | null {
  const answer = z.safeParse(envelope, parse(line));
  if (!answer.success || answer.data.id !== id) return null;
  if (!answer.data.ok) {
    const { why, fault } = answer.data;
    return { ok: false, why, ...(fault && { fault }) };
  }
  const value = z.safeParse(shapeOf[op], answer.data.value);
  return value.success ? { ok: true, value: value.data } : null;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
