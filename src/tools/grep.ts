import * as z from 'zod/mini';
import type { Line } from '../core/sandbox.ts';
import type { ToolResult } from '../core/tool.ts';
import { flag, maybe, path, text, tool, whole } from './args.ts';
import { refused } from './refused.ts';

const most = 1000;
const widest = 20;

/**
 * `{pattern, path?, glob?, ignore_case?, show?, context?, before?, after?, skip?, limit?, ignored?}` → with `show: lines`, `{lines:
 * [{path, number, text, match, gap?}], matches, more}`, else `{files: [{path, matches}], total, matches, more}`. `pattern` is a
 * JavaScript regular expression, `glob` chooses files; `skip` and `limit` (100) count matches, or files where those are shown.
 */
export const grep = tool({
  name: 'grep',
  changes: false,
  args: z.object({
    pattern: text.check(z.minLength(1)),
    path: maybe(path),
    glob: maybe(path),
    ignore_case: maybe(flag),
    show: maybe(z.enum(['lines', 'files', 'counts'])),
    context: maybe(whole(z.gte(0))),
    before: maybe(whole(z.gte(0))),
    after: maybe(whole(z.gte(0))),
    skip: maybe(whole(z.gte(0))),
    limit: maybe(whole(z.gte(1))),
    ignored: maybe(flag),
  }),
  async run(args, { sandbox }): Promise<ToolResult> {
    const { files } = sandbox;
    const { pattern, path = '.', glob = null, ignore_case: ignoreCase = false, ignored = false } = args;
    const { show = 'lines', context = 0, before = context, after = context, skip = 0, limit = 100 } = args;
    const how = { path, glob, ignoreCase, ignored, skip, limit: Math.min(limit, most) };
    if (show === 'lines') {
      const around = { before: Math.min(before, widest), after: Math.min(after, widest) };
      const searched = await files.grep(pattern, { ...how, ...around });
      if (!searched.ok) return refused(searched, path, sandbox);
      const { lines, more } = searched.value;
      const matches = lines.filter(({ match }) => match).length;
      return { ok: true, fields: { lines: before + after > 0 ? lines.map(gapped) : lines, matches, more } };
    }
    const searched = await files.matches(pattern, { ...how, once: show === 'files' });
    if (!searched.ok) return refused(searched, path, sandbox);
    const { total } = searched.value;
    return { ok: true, fields: { ...searched.value, more: total > skip + searched.value.files.length } };
  },
});

/** Marks a line that does not follow the one before it. */
function gapped(line: Line, index: number, lines: readonly Line[]): Line & { gap?: true } {
  const last = lines[index - 1];
  if (!last || (last.path === line.path && last.number + 1 === line.number)) return line;
  return { ...line, gap: true };
}
