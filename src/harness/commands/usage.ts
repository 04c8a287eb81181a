/** A word of a usage: what it has to look like, and the parameters that it fills. */
type Part = { pattern: RegExp; names: readonly string[]; optional: boolean };
/** `--name` and the words behind it, which may stand anywhere among the others. */
type Option = { name: string; values: readonly Part[]; optional: boolean };

/**
 * How a command is written: its name, then words. `<name>` fills the parameter of that name, with other letters around it
 * or not, e.g. `edit <first>:<last>`; `[<name>]` may be left out; any other word has to be there as it is. Words that
 * begin with `--` come last: each is an option, which may stand anywhere, with the words behind it up to the next; one in
 * brackets, e.g. `[--range <first> <last>]`, may be left out.
 */
function usageOf(usage: string): { words: readonly Part[]; options: readonly Option[] } {
  const words: Part[] = [];
  const options: (Option & { values: Part[] })[] = [];
  let open: Part[] | null = null;
  for (const token of usage.match(/\[[^\]]*\]|\S+/g) ?? []) {
    const optional = /^\[.*\]$/.test(token);
    const [first = '', ...more] = (optional ? token.slice(1, -1) : token).split(/\s+/);
    if (first.startsWith('--')) {
      const values = more.map((word) => partOf(word, false));
      options.push({ name: first, values, optional });
      open = optional ? null : values;
    } else if (open) open.push(partOf(first, false));
    else words.push(partOf(first, optional));
  }
  return { words, options };
}

function partOf(word: string, optional: boolean): Part {
  const names = [...word.matchAll(placeholder)].map(([, name = '']) => name);
  const pattern = word
    .split(placeholder)
    .map((text, index) => (index % 2 === 0 ? text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : '([\\s\\S]*?)'))
    .join('');
  return { pattern: new RegExp(`^${pattern}$`), names, optional };
}

const placeholder = /<(\w+)>/g;

/** The parameters that a usage fills. */
export function namesIn(usage: string): string[] {
  const { words, options } = usageOf(usage);
  return [...words, ...options.flatMap(({ values }) => values)].flatMap(({ names }) => names);
}

type Filled = { [name: string]: string };

/** What the words fill, by the names of parameters, or null where they are not written as the usage says. */
export function matchUsage(usage: string, words: readonly string[]): Filled | null {
  const wanted = usageOf(usage);
  const given = withoutOptions(wanted.options, words);
  if (!given) return null;
  const plain = fill(wanted.words, given.rest);
  return plain && { ...plain, ...given.filled };
}

/** What the options fill, and the words that are none of theirs. */
function withoutOptions(
  options: readonly Option[],
  words: readonly string[],
): { filled: Filled; rest: string[] } | null {
  const filled: Filled = {};
  const rest: string[] = [];
  const seen = new Set<Option>();
  for (let at = 0; at < words.length; at++) {
    const [name = '', joined] = splitOnce(words[at] ?? '');
    const option = options.find((one) => one.name === name);
    if (!option) {
      rest.push(words[at] ?? '');
      continue;
    }
    const values = joined === undefined ? words.slice(at + 1, at + 1 + option.values.length) : [joined];
    if (values.length !== option.values.length) return null;
    const found = fill(option.values, values);
    if (!found) return null;
    Object.assign(filled, found);
    seen.add(option);
    if (joined === undefined) at += values.length;
  }
  return options.every((option) => option.optional || seen.has(option)) ? { filled, rest } : null;
}

/** A command as a usage has it; null where a value that it needs is missing. */
export function writeUsage(usage: string, values: { readonly [name: string]: string }): string | null {
  const words: string[] = [];
  for (const token of usage.match(/\[[^\]]*\]|\S+/g) ?? []) {
    const optional = /^\[.*\]$/.test(token);
    const names = [...token.matchAll(placeholder)].map(([, name = '']) => name);
    const isKnown = names.every((name) => values[name] !== undefined);
    if (!isKnown && !optional) return null;
    if (!isKnown) continue;
    const parts = (optional ? token.slice(1, -1) : token).split(/\s+/);
    words.push(...parts.map((part) => quoted(part.replace(placeholder, (_, name) => values[name] ?? ''))));
  }
  return words.join(' ');
}

const quoted = (word: string): string =>
  /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** `--name=value` as two words. */
function splitOnce(word: string): [string, string?] {
  const at = word.startsWith('--') ? word.indexOf('=') : -1;
  return at === -1 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

function fill(parts: readonly Part[], words: readonly string[]): Filled | null {
  if (words.length > parts.length) return null;
  const filled: Filled = {};
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
