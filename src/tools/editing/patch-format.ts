import type { Attempt } from '../../core/sandbox.ts';
import { hasCrlf } from './whole.ts';

/**
 * The patch envelope of Codex's `apply_patch` (openai/codex, codex-rs/apply-patch), read a little more kindly: what
 * stands around the envelope (a shell heredoc, a fence) is passed over, so are blank lines between sections, line
 * numbers after `@@` and diff's remark on a missing newline; several `@@` lines narrow a place down one by one; a file
 * may be moved without a change.
 */
export type Section =
  | { op: 'add'; path: string; lines: string[] }
  | { op: 'delete'; path: string }
  | { op: 'update'; path: string; to: string | null; hunks: Hunk[] };

/** `contexts`: lines to look for first, one after the other. `atEnd`: the lines are the last of the file. */
export type Hunk = { contexts: string[]; lines: { sign: ' ' | '+' | '-'; text: string }[]; atEnd: boolean };

const headers = { add: '*** Add File:', delete: '*** Delete File:', update: '*** Update File:' } as const;
const moveTo = '*** Move to:';
const endOfFile = '*** End of File';

export function parsePatch(patch: string): Attempt<Section[]> {
  const lines = patch.split(hasCrlf(patch) ? '\r\n' : '\n');
  const begin = lines.findIndex((line) => line.trim() === '*** Begin Patch');
  const end = lines.findLastIndex((line) => line.trim() === '*** End Patch');
  if (begin === -1) return { ok: false, why: 'The patch lacks its first line, "*** Begin Patch".' };
  if (end < begin) return { ok: false, why: 'The patch lacks its last line, "*** End Patch".' };
  const cursor = { lines, at: begin + 1, end };
  const sections: Section[] = [];
  while (cursor.at < end) {
    if (here(cursor).trim() === '') {
      cursor.at++;
      continue;
    }
    const section = sectionAt(cursor);
    if (!section.ok) return section;
    sections.push(section.value);
  }
  if (sections.length === 0) return { ok: false, why: 'The patch changes no file.' };
  return { ok: true, value: sections };
}

type Cursor = { readonly lines: readonly string[]; at: number; readonly end: number };

const here = (cursor: Cursor): string => cursor.lines[cursor.at] ?? '';
const wrong = (cursor: Cursor, what: string) => ({
  ok: false as const,
  why: `Line ${cursor.at + 1} of the patch ${what}, but is ${JSON.stringify(here(cursor).slice(0, 200))}.`,
});

function sectionAt(cursor: Cursor): Attempt<Section> {
  const header = here(cursor).trim();
  for (const op of ['add', 'delete', 'update'] as const) {
    if (!header.startsWith(headers[op])) continue;
    const path = header.slice(headers[op].length).trim();
    if (path === '' || path.includes('\0')) return wrong(cursor, 'must name a file');
    cursor.at++;
    if (op === 'delete') return { ok: true, value: { op, path } };
    return op === 'add' ? addedAt(cursor, path) : updatedAt(cursor, path);
  }
  return wrong(
    cursor,
    'must begin a section with "*** Add File: ", "*** Delete File: " or "*** Update File: "',
  );
}

function addedAt(cursor: Cursor, path: string): Attempt<Section> {
  const lines: string[] = [];
  let blank = 0;
  for (; cursor.at < cursor.end && !here(cursor).startsWith('***'); cursor.at++) {
    const line = here(cursor);
    if (line.trim() === '') blank++;
    else if (!line.startsWith('+')) return wrong(cursor, `adds to ${path} and must begin with "+"`);
    else {
      // An empty line between others is one that lacks its sign.
      while (blank > 0 && blank--) lines.push('');
      lines.push(line.slice(1));
    }
  }
  return { ok: true, value: { op: 'add', path, lines } };
}

function updatedAt(cursor: Cursor, path: string): Attempt<Section> {
  let to: string | null = null;
  if (here(cursor).trim().startsWith(moveTo)) {
    to = here(cursor).trim().slice(moveTo.length).trim();
    if (to === '' || to.includes('\0')) return wrong(cursor, 'must name a file');
    cursor.at++;
  }
  const hunks: Hunk[] = [];
  while (cursor.at < cursor.end && !here(cursor).startsWith('***')) {
    if (here(cursor).trim() === '') {
      cursor.at++;
      continue;
    }
    const hunk = hunkAt(cursor, path);
    if (!hunk.ok) return hunk;
    hunks.push(hunk.value);
  }
  if (hunks.length === 0 && to === null) return wrong(cursor, `must bring a change for ${path}`);
  return { ok: true, value: { op: 'update', path, to, hunks } };
}

function hunkAt(cursor: Cursor, path: string): Attempt<Hunk> {
  const hunk: Hunk = { contexts: [], lines: [], atEnd: false };
  for (; here(cursor).startsWith('@@') && cursor.at < cursor.end; cursor.at++) {
    const context = here(cursor)
      .slice(2)
      .replace(/^ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/, '');
    if (context.trim() !== '') hunk.contexts.push(context.replace(/^ /, ''));
  }
  for (; cursor.at < cursor.end; cursor.at++) {
    const line = here(cursor);
    if (line.startsWith('@@')) break;
    if (line.trimEnd() === endOfFile) hunk.atEnd = true;
    if (line.startsWith('***')) break;
    const sign = line.charAt(0);
    if (line === '') hunk.lines.push({ sign: ' ', text: '' });
    else if (sign === ' ' || sign === '+' || sign === '-') hunk.lines.push({ sign, text: line.slice(1) });
    else if (sign !== '\\') return wrong(cursor, `changes ${path} and must begin with " ", "+" or "-"`);
  }
  if (hunk.lines.length === 0) return wrong(cursor, `must bring lines for ${path}`);
  if (hunk.atEnd) cursor.at++;
  return { ok: true, value: hunk };
}
