/**
 * The files an action appends to. A line is `NAME=value`, or `NAME<<DELIMITER`, lines, and `DELIMITER` alone. Whoever can
 * write the delimiter into a value can write further names, hence random ones.
 * Source: https://docs.github.com/actions/reference/workflow-commands-for-github-actions and the runner's FileCommandManager.
 */
export function parseFileCommand(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').replace(/\r$/, '');
    if (line === '') continue;
    const equals = line.indexOf('=');
    const heredoc = line.indexOf('<<');
    if (equals < 0 && heredoc < 0) throw new Error(`Invalid format '${line}'`);
    if (heredoc >= 0 && (equals < 0 || heredoc < equals)) {
      const { value, end } = readHeredoc(lines, at + 1, line.slice(heredoc + 2));
      found[line.slice(0, heredoc)] = value;
      at = end;
    } else {
      found[line.slice(0, equals)] = line.slice(equals + 1);
    }
  }
  return found;
}

function readHeredoc(lines: readonly string[], start: number, delimiter: string) {
  const end = lines.findIndex((line, at) => at >= start && line.replace(/\r$/, '') === delimiter);
  if (end < 0) throw new Error(`Invalid value. Matching delimiter not found '${delimiter}'`);
  return { value: lines.slice(start, end).join('\n'), end };
}

/** Larger summaries are not shown at all. */
export const summaryBytes = 1024 * 1024;
