import * as z from 'zod/mini';
import { flag, maybe, path, tool, whole } from './args.ts';
import { refused } from './refused.ts';

const most = 1000;

/**
 * `{pattern, path?, folders?, top?, skip?, limit?, ignored?}` → `{found: [{path, kind, bytes}], total, more}`, newest first, 100
 * unless told. A pattern without `/` is for names at any depth, with `top` for those in the folder itself.
 */
export const glob = tool({
  name: 'glob',
  changes: false,
  args: z.object({
    pattern: path,
    path: maybe(path),
    folders: maybe(flag),
    top: maybe(flag),
    skip: maybe(whole(z.gte(0))),
    limit: maybe(whole(z.gte(1))),
    ignored: maybe(flag),
  }),
  async run(args, { sandbox }) {
    const { pattern, path = '.', folders = false, top = false } = args;
    const { skip = 0, limit = 100, ignored = false } = args;
    const how = { path, folders, skip, limit: Math.min(limit, most), ignored };
    const sought = top && !pattern.includes('/') ? `./${pattern}` : pattern;
    const globbed = await sandbox.files.glob(sought, how);
    if (!globbed.ok) return refused(globbed, path, sandbox);
    const { found, total } = globbed.value;
    return { ok: true, fields: { found, total, more: total > skip + found.length } };
  },
});
