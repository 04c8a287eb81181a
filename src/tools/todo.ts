import * as z from 'zod/mini';
import { list, text, tool } from './args.ts';

const item = z.object({
  text: text.check(z.minLength(1)),
  status: z.enum(['pending', 'in_progress', 'done']),
});

/**
 * `{items: [{text, status}]}` → `{items, done, open}`: the whole plan anew, in counts what is done and what is not. The
 * log is its memory; an empty list clears it.
 */
export const todo = tool({
  name: 'todo',
  changes: false,
  args: z.object({ items: list(item) }),
  async run({ items }) {
    const done = items.filter(({ status }) => status === 'done').length;
    return { ok: true, fields: { items, done, open: items.length - done } };
  },
});
