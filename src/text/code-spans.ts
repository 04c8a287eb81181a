/**
 * Where code spans lie, told only where it is certain: within one line, up to the first line that leaves a run of
 * backticks open, and not around a bar, which would end a table's cell.
 */
export function codeSpans(text: string): { covers(at: number): boolean } {
  const starts: number[] = [];
  const ends: number[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    const { spans, open } = spansOfLine(line);
    for (const { start, end } of spans) {
      starts.push(offset + start);
      ends.push(offset + end);
    }
    if (open) break;
    offset += line.length + 1;
  }
  let next = 0;
  return {
    covers(at) {
      while (next < ends.length && (ends[next] ?? 0) <= at) next++;
      return (starts[next] ?? Number.POSITIVE_INFINITY) <= at;
    },
  };
}

function spansOfLine(line: string): { spans: { start: number; end: number }[]; open: boolean } {
  const spans: { start: number; end: number }[] = [];
  const runs = [...line.matchAll(/`+/g)].map(({ 0: run, index }) => ({ length: run.length, index }));
  const lastOfLength = new Map(runs.map(({ length, index }) => [length, index]));
  let open = false;
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at];
    if (!run) break;
    const escaped = /(?<!\\)(?:\\\\)*\\$/.test(line.slice(Math.max(0, run.index - 64), run.index)) ? 1 : 0;
    const length = run.length - escaped;
    if (length === 0) continue;
    if ((lastOfLength.get(length) ?? -1) <= run.index) {
      open = true;
      continue;
    }
    let close = at + 1;
    while (runs[close]?.length !== length) close++;
    const end = (runs[close]?.index ?? 0) + length;
    if (line.slice(run.index, end).includes('|')) return { spans, open: true };
    spans.push({ start: run.index + escaped, end });
    at = close;
  }
  return { spans, open };
}
