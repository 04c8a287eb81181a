import * as z from 'zod/mini';
import { failure } from '../core/tool.ts';
import { maybe, path, text, tool, whole } from './args.ts';
import { splice as splicing } from './editing/splicing.ts';
import { readWhole, writeWhole } from './editing/whole.ts';
import { refused } from './refused.ts';

/**
 * `{path, start, end?, text}` → `{path, start, removed, added, first, last}`: the text in the place of lines `start` to `end`,
 * counted from 1; `first` and `last` are its lines afterwards. Without an `end`, which is one of `start - 1`, nothing goes; an
 * empty text puts nothing there.
 */
export const splice = tool({
  name: 'splice',
  changes: true,
  args: z.object({ path, start: whole(z.gte(1)), end: maybe(whole(z.gte(0))), text }),
  async run({ path, start, end = start - 1, text }, { sandbox }) {
    const { files } = sandbox;
    const file = await readWhole(files, path);
    if (!file.ok) return refused(file, path, sandbox);
    const spliced = splicing(file.value, { start, end, text }, path);
    if (!spliced.ok) return failure(spliced.why, { path, ...spliced.fields });
    const { bytes, ...counts } = spliced.value;
    const written = await writeWhole(files, path, bytes);
    return written.ok
      ? { ok: true, fields: { path, start, ...counts, first: start, last: start + counts.added - 1 } }
      : failure(written.why);
  },
});
