// cspell:ignore bunx
/**
 * The simple commands of some shell, each as its words without quotes: enough to see what runs, not to run it.
 * Variables stay as they are written; a command in quotes behind `sh -c` is one word.
 */
export function commandsIn(line: string): string[][] {
  const commands: string[][] = [[]];
  const token =
    /[^\S\n]*(?:(\|\||&&|[;|&\n(){}])|((?:"(?:\\[\s\S]|[^"\\])*"|'[^']*'|\\[\s\S]|[^\s;|&(){}"'\\])+)|(["'\\]))/gy;
  for (const [, separator, word] of line.slice(0, longest).replaceAll('\\\n', ' ').matchAll(token)) {
    if (separator !== undefined) commands.push([]);
    else if (word !== undefined) commands.at(-1)?.push(unquoted(word));
  }
  return commands.filter((words) => words.length > 0);
}

const longest = 10_000;

const unquoted = (word: string): string =>
  word.replace(
    /"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'|\\([\s\S])/g,
    (_, double?: string, single?: string, plain?: string) =>
      double === undefined ? (single ?? plain ?? '') : double.replace(/\\(["\\$`])/g, '$1'),
  );

const assignment = /^\w+=/;
/** Words of the shell and programs that run the command behind them; some have a word of their own first. */
const wrappers: readonly (readonly string[])[] = [
  ['if'],
  ['then'],
  ['elif'],
  ['else'],
  ['while'],
  ['until'],
  ['do'],
  ['!'],
  ['env'],
  ['time'],
  ['nice'],
  ['exec'],
  ['command'],
  ['timeout'],
  ['xargs'],
  ['xvfb-run'],
  ['cross-env'],
  ['dotenv'],
  ['npx'],
  ['bunx'],
  ['pnpx'],
  ['pnpm', 'exec'],
  ['yarn', 'exec'],
  ['npm', 'exec'],
  ['uv', 'run'],
  ['poetry', 'run'],
  ['pipenv', 'run'],
  ['pdm', 'run'],
  ['hatch', 'run'],
  ['rye', 'run'],
  ['bundle', 'exec'],
  ['coverage', 'run'],
  ['c8'],
  ['nyc'],
];

/** The command without what merely runs it: variables, `npx`, `uv run --offline`, `timeout 10`. */
export function unwrapped(words: readonly string[]): readonly string[] {
  let rest = words;
  for (;;) {
    const plain = rest.slice(rest.findIndex((word) => !assignment.test(word)));
    const wrapper = wrappers.find((names) => names.every((name, index) => plain[index] === name));
    if (!wrapper) return plain.every((word) => assignment.test(word)) ? [] : plain;
    const behind = plain.slice(wrapper.length);
    const start = behind.findIndex((word) => !/^-|^[\d.]+[smh]?$/.test(word));
    if (start === -1) return plain;
    // What measures coverage has settings of its own; a module behind it is run as `python -m`.
    rest = wrapper[0] === 'coverage' && behind.includes('-m') ? ['python', ...behind] : behind.slice(start);
  }
}
