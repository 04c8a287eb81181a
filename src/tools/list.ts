import * as z from 'zod/mini';
import { flag, maybe, path, tool, whole } from './args.ts';
import { refused } from './refused.ts';

/** `{path?, depth?, ignored?, hidden?}` → `{path, found: [{path, name, kind, bytes}], more}`, sorted by path, 500 at most. */
export const list = tool({
  name: 'list',
  changes: false,
  args: z.object({
    path: maybe(path),
    depth: maybe(whole(z.gte(1))),
    ignored: maybe(flag),
    hidden: maybe(flag),
  }),
  async run({ path = '.', depth = 1, ignored = false, hidden = true }, { sandbox }) {
    const listed = await sandbox.files.list(path, { depth, ignored, hidden, limit: 500 });
    if (!listed.ok) return refused(listed, path, sandbox);
    const found = listed.value.found.map((one) => ({
      ...one,
      name: one.path.slice(one.path.lastIndexOf('/') + 1),
    }));
    return { ok: true, fields: { path, found, more: listed.value.more } };
  },
});
