import * as z from 'zod/mini';
import type { Attempt, Files } from '../core/sandbox.ts';
import { failure, type ToolResult } from '../core/tool.ts';
import { maybe, path, tool, whole } from './args.ts';
import { type Excerpt, lineCounter } from './reading/line-counter.ts';

const usual = 2000;
/** Bytes: of one look, of a file whose lines are counted to its end, of what is looked through at all. */
const piece = 1024 * 1024;
const countable = 16 * piece;
const most = 64 * piece;

/**
 * `{path, start?, count?}` → `{path, text, start, lines, total, more, cut}`. Lines are counted from 1, a negative `start`
 * from the end. `text` is without its last newline; `total` is null for a large file that was not read to its end; `cut`
 * counts the lines that were too long. Binary files are refused.
 */
export const read = tool({
  name: 'read',
  changes: false,
  args: z.object({ path, start: maybe(whole()), count: maybe(whole(z.gte(1))) }),
  async run({ path, start = 1, count = usual }, { sandbox: { files } }) {
    if (start >= 0) return excerpt(files, path, Math.max(1, start), count);
    const all = await scan(files, path, 1, 1, most);
    if (!all.ok) return failure(all.why);
    const { seen, whole } = all.value;
    if (!whole) return failure(`${path} is too large to be read from its end: use a command such as tail.`);
    return excerpt(files, path, Math.max(1, seen + 1 + start), count);
  },
});

async function excerpt(files: Files, path: string, start: number, count: number): Promise<ToolResult> {
  const scanned = await scan(files, path, start, Math.min(count, usual), countable);
  if (!scanned.ok) return failure(scanned.why);
  const { text, lines, cut, seen, more, whole } = scanned.value;
  if (lines === 0 && !whole)
    return failure(`Line ${start} of ${path} is too far into it: use a command such as sed.`);
  if (lines === 0 && start > 1) return failure(`${path} has ${seen} lines, so there is no line ${start}.`);
  const total = whole ? seen : null;
  return { ok: true, fields: { path, text, start, lines, total, more: more || !whole, cut } };
}

/** Goes through a file until it has what is wanted and, up to `counted` bytes, to the end for the number of lines. */
async function scan(
  files: Files,
  path: string,
  start: number,
  count: number,
  counted: number,
): Promise<Attempt<Excerpt & { whole: boolean }>> {
  const counter = lineCounter(start, count);
  let at = 0;
  for (let whole = false; !whole; ) {
    const got = await files.read(path, { start: at, limit: piece });
    if (!got.ok) return got;
    const content = Buffer.from(got.value.content);
    const { bytes } = got.value;
    if (at === 0 && content.subarray(0, 8000).includes(0)) {
      return { ok: false, why: `${path} is a binary file of ${bytes} bytes.` };
    }
    counter.take(content);
    at += content.length;
    whole = at >= bytes || content.length === 0;
    if (!whole && (at >= most || (counter.satisfied() && bytes > counted))) {
      return { ok: true, value: { ...counter.end(), whole: false } };
    }
  }
  return { ok: true, value: { ...counter.end(), whole: true } };
}
