import * as z from 'zod/mini';
import type { Attempt, Files, Sandbox } from '../core/sandbox.ts';
import { failure, type ToolResult } from '../core/tool.ts';
import { flag, maybe, path, tool, whole } from './args.ts';
import { type Excerpt, lineCounter, type Room } from './reading/line-counter.ts';
import { refused } from './refused.ts';
import { versioning } from './version.ts';

const usual = 2000;
/** Characters of an answer and of one line in it, unless it is said otherwise, and at most. */
const usualRoom: Room = { text: 50_000, line: 2000 };
const mostCharacters = 100_000;
const mostLines = 100_000;
/** Bytes: of one look, of a file whose lines are counted to its end, of what is looked through at all. */
const piece = 1024 * 1024;
const countable = 16 * piece;
const most = 64 * piece;

/**
 * `{path, start?, end?, count?, chars?, line_chars?, split?, tell_version?}` → `{path, text, start, lines, total, newline, more,
 * cut, wide?}`. Lines are counted from 1, a negative `start` from the end. `end` is the last one that is wanted. `text` is without its last newline, and `newline` says whether the
 * file ends with one; it and `total` are null for a large file that was not read to its end. `cut` counts the lines that
 * were too long, and `wide` says which. Binary files are refused.
 * `split`: the end of a file's last line begins one more line, an empty one, as it does where a text is split at its line ends.
 * `tell_version`: the answer has a `version`, a name of the file's bytes, null where `total` is.
 */
export const read = tool({
  name: 'read',
  changes: false,
  args: z.object({
    path,
    start: maybe(whole()),
    end: maybe(whole(z.gte(1))),
    count: maybe(whole(z.gte(1))),
    chars: maybe(whole(z.gte(1))),
    line_chars: maybe(whole(z.gte(1))),
    split: maybe(flag),
    tell_version: maybe(flag),
  }),
  async run(args, { sandbox }) {
    const { path, start = 1, end, chars, line_chars, split = false, tell_version = false } = args;
    if (end !== undefined && (start < 0 || end < start))
      return failure(`Line ${end} comes before line ${start}: give the first line first.`, {
        fault: 'reversed',
      });
    const count = end === undefined ? (args.count ?? usual) : end - Math.max(1, start) + 1;
    const room = {
      text: Math.min(chars ?? usualRoom.text, mostCharacters),
      line: Math.min(line_chars ?? usualRoom.line, mostCharacters),
    };
    const wanted = { path, count: Math.min(count, mostLines), room, split, versioned: tell_version };
    if (start >= 0) return excerpt(sandbox, { ...wanted, start: Math.max(1, start) });
    const all = await scan(sandbox.files, { ...wanted, start: 1, count: 1, versioned: false }, most);
    if (!all.ok) return refused(all, path, sandbox);
    const { seen, whole } = all.value;
    if (!whole) return failure(`${path} is too large to be read from its end: use a command such as tail.`);
    return excerpt(sandbox, { ...wanted, start: Math.max(1, seen + 1 + start) });
  },
});

type Wanted = {
  path: string;
  start: number;
  count: number;
  room: Room;
  split: boolean;
  versioned: boolean;
};

async function excerpt(sandbox: Sandbox, wanted: Wanted): Promise<ToolResult> {
  const { path, start } = wanted;
  const scanned = await scan(sandbox.files, wanted, countable);
  if (!scanned.ok) return refused(scanned, path, sandbox);
  const { text, lines, cut, wide, seen, more, whole, version } = scanned.value;
  if (lines === 0 && !whole)
    return failure(`Line ${start} of ${path} is too far into it: use a command such as sed.`);
  if (lines === 0 && start > 1) {
    const why = `${path} has ${seen} lines, so there is no line ${start}.`;
    return failure(why, { fault: 'behind', path, total: seen, newline: scanned.value.newline });
  }
  const total = whole ? seen : null;
  const newline = whole ? scanned.value.newline : null;
  const read = { path, text, start, lines, total, newline, more: more || !whole, cut };
  const fields = cut > 0 ? { ...read, wide: wide.join(', ') } : read;
  return { ok: true, fields: version === undefined ? fields : { ...fields, version } };
}

/** Goes through a file until it has what is wanted and, up to `counted` bytes, to the end for the number of lines. */
async function scan(
  files: Files,
  { path, start, count, room, split, versioned }: Wanted,
  counted: number,
): Promise<Attempt<Excerpt & { whole: boolean; version?: string | null }>> {
  const counter = lineCounter(start, count, room, split);
  const version = versioned ? versioning() : null;
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
    version?.take(content);
    at += content.length;
    whole = at >= bytes || content.length === 0;
    if (!whole && (at >= most || (counter.satisfied() && bytes > counted))) {
      return { ok: true, value: { ...counter.end(), whole: false, ...(version && { version: null }) } };
    }
  }
  return { ok: true, value: { ...counter.end(), whole: true, ...(version && { version: version.name() }) } };
}
