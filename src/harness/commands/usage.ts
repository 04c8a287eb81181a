/** A word of a usage: what it has to look like, and the parameters that it fills. */
type Part = { pattern: RegExp; names: readonly string[]; optional: boolean };

/**
 * How a command is written: its name, then words. `<name>` fills the parameter of that name, with other letters around it
 * or not, e.g. `edit <first>:<last>`; `[<name>]` may be left out; any other word has to be there as it is.
 */
export function partsOf(usage: string): readonly Part[] {
  return usage
    .trim()
    .split(/\s+/)
    .map((word) => {
      const optional = /^\[.*\]$/.test(word);
      const bare = optional ? word.slice(1, -1) : word;
      const names = [...bare.matchAll(placeholder)].map(([, name = '']) => name);
      const pattern = bare
        .split(placeholder)
        .map((text, index) =>
          index % 2 === 0 ? text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : '([\\s\\S]+?)',
        )
        .join('');
      return { pattern: new RegExp(`^${pattern}$`), names, optional };
    });
}

const placeholder = /<(\w+)>/g;

/** What the words fill, by the names of parameters, or null where they are not written as the usage says. */
export function matchUsage(usage: string, words: readonly string[]): { [name: string]: string } | null {
  const parts = partsOf(usage);
  if (words.length > parts.length) return null;
  const filled: { [name: string]: string } = {};
  for (const [index, { pattern, names, optional }] of parts.entries()) {
    const word = words[index];
    if (word === undefined) {
      if (optional) continue;
      return null;
    }
    const found = pattern.exec(word);
    if (!found) return null;
    for (const [at, name] of names.entries()) filled[name] = found[at + 1] ?? '';
  }
  return filled;
}
