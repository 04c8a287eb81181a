import * as z from 'zod/mini';
import { failure } from '../core/tool.ts';
import { path, text, tool, whole } from './args.ts';
import { splice as splicing } from './editing/splicing.ts';
import { readWhole, writeWhole } from './editing/whole.ts';

/**
 * `{path, start, end, text}` → `{path, start, removed, added}`: the text in the place of lines `start` to `end`, counted
 * from 1. An `end` of `start - 1` takes nothing away, an empty text puts nothing there.
 */
export const splice = tool({
  name: 'splice',
  changes: true,
  args: z.object({ path, start: whole(z.gte(1)), end: whole(z.gte(0)), text }),
  async run({ path, start, end, text }, { sandbox: { files } }) {
    const file = await readWhole(files, path);
    if (!file.ok) return failure(file.why);
    const spliced = splicing(file.value, { start, end, text }, path);
    if (!spliced.ok) return failure(spliced.why);
    const { bytes, ...counts } = spliced.value;
    const written = await writeWhole(files, path, bytes);
    return written.ok ? { ok: true, fields: { path, start, ...counts } } : failure(written.why);
  },
});
