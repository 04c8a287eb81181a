import * as z from 'zod/mini';
import { failure } from '../core/tool.ts';
import { flag, list, maybe, path, text, tool } from './args.ts';
import { replaceAll } from './editing/replacing.ts';
import { readWhole, writeWhole } from './editing/whole.ts';
import { unread } from './unread.ts';

const edit = z.object({ old: text, new: text, all: maybe(flag) });

/**
 * `{path, edits: [{old, new, all?}], fuzzy?}` → `{path, replaced, excerpt: {start, text}}`: how often something was replaced,
 * and the lines around the first place as they are now. `old` is found byte for byte, and once unless `all`;
 * with `fuzzy`, one that is not there is found in spite of blanks at the ends of lines and typographic quotes and dashes.
 */
export const replace = tool({
  name: 'replace',
  changes: true,
  args: z.object({ path, edits: list(edit, 1), fuzzy: maybe(flag) }),
  async run({ path, edits, fuzzy = false }, { sandbox }) {
    const { files } = sandbox;
    const file = await readWhole(files, path);
    if (!file.ok) return unread(file, path, sandbox);
    const wanted = edits.map((edit) => ({ ...edit, all: edit.all ?? false }));
    const replaced = replaceAll(file.value, wanted, path, fuzzy);
    if (!replaced.ok) return failure(replaced.why, { path, ...replaced.fields });
    const { bytes, ...rest } = replaced.value;
    const written = await writeWhole(files, path, bytes);
    return written.ok ? { ok: true, fields: { path, ...rest } } : failure(written.why);
  },
});
