import * as z from 'zod/mini';
import { failure } from '../core/tool.ts';
import { flag, maybe, path, tool, whole } from './args.ts';

const most = 1000;

/** `{pattern, path?, limit?, ignored?}` → `{found: [{path, kind, bytes}], more}`, newest first, 100 unless told. */
export const glob = tool({
  name: 'glob',
  changes: false,
  args: z.object({
    pattern: path,
    path: maybe(path),
    limit: maybe(whole(z.gte(1))),
    ignored: maybe(flag),
  }),
  async run({ pattern, path = '.', limit = 100, ignored = false }, { sandbox }) {
    const globbed = await sandbox.files.glob(pattern, { path, limit: Math.min(limit, most), ignored });
    return globbed.ok ? { ok: true, fields: globbed.value } : failure(globbed.why);
  },
});
