const literal = /\s*\(?\s*(["'`])((?:\\[^\n]|(?!\1)[^\\\n])*)\1/y;

/** The string that stands at a place of the text, or the word there. `end` is where it ends. Untrusted. */
export function titleAt(text: string, from: number): { title: string; end: number } {
  literal.lastIndex = from;
  const found = literal.exec(text);
  if (found) return { title: collapse(found[2] ?? ''), end: from + found[0].length };
  const rest = text.slice(from, from + 120);
  const words = /^[^,\n]*/.exec(rest)?.[0] ?? '';
  return { title: collapse(words), end: from + words.length };
}

export const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();
