import * as z from 'zod/mini';
import type { Json } from '../core/json.ts';
import { list, text, tool } from './args.ts';

const item = z.object({
  text: text.check(z.minLength(1)),
  status: z.enum(['pending', 'in_progress', 'done']),
  priority: z.optional(z.enum(['high', 'medium', 'low'])),
});

/**
 * `{items: [{text, status, priority?}], before?}` → `{items, before?, done, open, pending}`: the whole plan anew, in counts what
 * is done, what is not, and what of that is not begun. The log is its memory, `before` the plan that was; an empty list clears it.
 */
export const todo = tool({
  name: 'todo',
  changes: false,
  args: z.object({ items: list(item), before: z.optional(list(item)) }),
  async run({ items, before }) {
    const count = (wanted: string) => items.filter(({ status }) => status === wanted).length;
    const done = count('done');
    const counts = { done, open: items.length - done, pending: count('pending') };
    return {
      ok: true,
      fields: { items: items as Json, ...(before && { before: before as Json }), ...counts },
    };
  },
});
