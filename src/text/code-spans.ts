/** Offsets; the backticks belong to the span. */
export type Span = { start: number; end: number };

/**
 * The code spans of a paragraph, told only where they are certain: within one line, up to the first line that leaves a
 * run of backticks open, and neither around a bar, which would end a table's cell, nor where a backtick may be part of
 * a tag or of a link's target.
 */
export function codeSpans(paragraph: string): Span[] {
  if (!paragraph.includes('`')) return [];
  const spans: Span[] = [];
  let offset = 0;
  let inTag = false;
  for (const line of paragraph.split('\n')) {
    const found = spansOfLine(line, inTag);
    for (const { start, end } of found.spans) spans.push({ start: offset + start, end: offset + end });
    if (!found.certain) break;
    inTag = found.inTag;
    offset += line.length + 1;
  }
  return spans;
}

const linkTarget =
  /\]\([ ]*(?:<[^<>`\n]*>|[^\s()<>`]*(?:\([^\s()`]*\)[^\s()`]*)*)(?:[ ]+(?:"[^"`]*"|'[^'`]*'|\([^()`]*\)))?[ ]*\)|\]\[[^[\]`]*\]/y;

/** `certain` is false when the next line may begin inside a span. */
function spansOfLine(line: string, beganInTag: boolean): { spans: Span[]; certain: boolean; inTag: boolean } {
  const spans: Span[] = [];
  const closers = runsByLength(line);
  const token = /\\.|`+|<(?=[a-z/!?])|>|\](?=[([])/gis;
  let inTag = beganInTag;
  let doubt = false;
  let certain = true;
  for (let found = token.exec(line); found; found = token.exec(line)) {
    const { 0: text, index: start } = found;
    if (text === '<' || text === '>') inTag = text === '<';
    if (text === ']') {
      linkTarget.lastIndex = start;
      if (linkTarget.test(line)) token.lastIndex = linkTarget.lastIndex;
      else doubt = true;
    }
    if (!text.startsWith('`')) continue;
    const end = closerAfter(closers.get(text.length), start) + text.length;
    if (inTag || doubt || (end > start && line.slice(start, end).includes('|')))
      return { spans, certain: false, inTag };
    if (end < start) certain = false;
    else {
      spans.push({ start, end });
      token.lastIndex = end;
    }
  }
  return { spans, certain, inTag };
}

type Runs = { indices: number[]; next: number };

/** The next run after a place; what lies before it is never asked for again. */
function closerAfter(runs: Runs | undefined, start: number): number {
  if (!runs) return Number.NEGATIVE_INFINITY;
  while ((runs.indices[runs.next] ?? Number.POSITIVE_INFINITY) <= start) runs.next++;
  return runs.indices[runs.next] ?? Number.NEGATIVE_INFINITY;
}

function runsByLength(line: string): Map<number, Runs> {
  const byLength = new Map<number, Runs>();
  for (const { 0: run, index } of line.matchAll(/`+/g)) {
    const runs = byLength.get(run.length) ?? { indices: [], next: 0 };
    runs.indices.push(index);
    byLength.set(run.length, runs);
  }
  return byLength;
}
