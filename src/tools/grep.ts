import * as z from 'zod/mini';
import { failure } from '../core/tool.ts';
import { flag, maybe, path, text, tool, whole } from './args.ts';

const most = 1000;
const widest = 20;

/**
 * `{pattern, path?, glob?, ignore_case?, context?, limit?, ignored?}` → `{lines: [{path, number, text, match}], matches,
 * more}`. `pattern` is a JavaScript regular expression, `glob` chooses files, `limit` (100) counts matches.
 */
export const grep = tool({
  name: 'grep',
  changes: false,
  args: z.object({
    pattern: text.check(z.minLength(1)),
    path: maybe(path),
    glob: maybe(path),
    ignore_case: maybe(flag),
    context: maybe(whole(z.gte(0))),
    limit: maybe(whole(z.gte(1))),
    ignored: maybe(flag),
  }),
  async run(args, { sandbox }) {
    const { pattern, path = '.', glob = null, ignore_case = false } = args;
    const { context = 0, limit = 100, ignored = false } = args;
    const how = {
      path,
      glob,
      ignoreCase: ignore_case,
      context: Math.min(context, widest),
      limit: Math.min(limit, most),
      ignored,
    };
    const searched = await sandbox.files.grep(pattern, how);
    if (!searched.ok) return failure(searched.why);
    const { lines, more } = searched.value;
    return { ok: true, fields: { lines, matches: lines.filter(({ match }) => match).length, more } };
  },
});
