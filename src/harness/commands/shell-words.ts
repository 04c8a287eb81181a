/**
 * The words of a line as a shell splits them: by blanks, but for those in quotes or behind a backslash. Nothing is expanded.
 * Null where a quote is not closed.
 */
export function shellWords(line: string): string[] | null {
  const words: string[] = [];
  const piece = /\s*((?:[^\s'"\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")+)|\s+$/y;
  while (piece.lastIndex < line.length) {
    const found = piece.exec(line);
    if (!found) return null;
    if (found[1] !== undefined) words.push(unquoted(found[1]));
  }
  return words;
}

/** In double quotes a backslash stands for itself unless it is before what would mean something there. */
const unquoted = (word: string): string =>
  word.replace(
    /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g,
    (_, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? '',
  );
