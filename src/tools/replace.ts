import * as z from 'zod/mini';
import type { Sandbox } from '../core/sandbox.ts';
import { failure, type ToolResult } from '../core/tool.ts';
import { flag, list, maybe, path, text, tool } from './args.ts';
import { excerptOf } from './editing/excerpt.ts';
import { replaceAll } from './editing/replacing.ts';
import { replaceInOrder } from './editing/replacing-in-order.ts';
import { inBytes, readWhole, writeWhole } from './editing/whole.ts';
import { refused } from './refused.ts';
import { outdated, versionOf } from './version.ts';

const edit = z.object({ old: text, new: text, all: maybe(flag) });

/**
 * `{path, edits: [{old, new, all?}], fuzzy?, seen?, in_order?}` → `{path, replaced, excerpt: {start, lines, total, text}, first, last, made?}`:
 * how often something was replaced, the lines that are others now (`excerpt.ts`), and those that hold the first new text. `old` is found byte for byte, and once unless `all`;
 * with `fuzzy`, one that is not there is found in spite of blanks at the ends of lines and typographic quotes and dashes.
 * A single edit whose `old` is empty makes a file where there is none; then `made` is true. `seen`: as for write. `in_order`: they
 * are made one after the other, each at the first place, and what is not found is passed over; then there is no `first`, `last`.
 */
export const replace = tool({
  name: 'replace',
  changes: true,
  args: z.object({
    path,
    edits: list(edit, 1),
    fuzzy: maybe(flag),
    seen: maybe(text),
    in_order: maybe(flag),
  }),
  async run({ path, edits, fuzzy = false, seen, in_order = false }, { sandbox }) {
    const { files } = sandbox;
    const file = await readWhole(files, path);
    if (!file.ok && file.fault === 'missing' && !in_order && edits.length === 1 && edits[0]?.old === '')
      return make(path, edits[0].new, seen !== undefined, sandbox);
    if (!file.ok) return refused(file, path, sandbox);
    const old = seen === undefined ? null : outdated(path, Buffer.from(file.value, 'latin1'), seen);
    if (old) return old;
    const wanted = edits.map((edit) => ({ ...edit, all: edit.all ?? false }));
    const replaced = in_order
      ? replaceInOrder(file.value, wanted, path)
      : replaceAll(file.value, wanted, path, fuzzy);
    if (!replaced.ok) return failure(replaced.why, { path, ...replaced.fields });
    const { bytes, ...rest } = replaced.value;
    const written = await writeWhole(files, path, bytes);
    if (!written.ok) return failure(written.why);
    const version = seen === undefined ? {} : { version: versionOf(Buffer.from(bytes, 'latin1')) };
    return { ok: true, fields: { path, ...rest, ...version } };
  },
});

async function make(path: string, text: string, tell: boolean, { files }: Sandbox): Promise<ToolResult> {
  const content = Buffer.from(text);
  const written = await files.write(path, content, 'create');
  if (!written.ok) return failure(written.why);
  const version = tell ? { version: versionOf(content) } : {};
  return {
    ok: true,
    fields: {
      path,
      replaced: 1,
      excerpt: excerptOf('', inBytes(text)),
      first: 1,
      last: text.split('\n').length,
      made: true,
      ...version,
    },
  };
}
