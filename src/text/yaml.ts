import { type Document, type ErrorCode, Lexer, LineCounter, parseDocument } from 'yaml';

/** One document. `errors` are in the order of the text, without a full stop where the library has none. */
export type Yaml = { document: Document; lines: LineCounter; errors: readonly YamlError[] };
/** `offset` is that of its first character. */
export type YamlError = { code: ErrorCode; offset: number; text: string };

/**
 * The tokens that a text may have (https://yaml.org/spec/1.2.2/: indicators, scalars, spaces, line breaks). The longest harness of
 * ours has 5,000. With this limit 64 kB of anything that repeats are read, or refused, in less than 100 ms.
 */
const mostTokens = 10_000;

/** Reads YAML that may be anybody's: in bounded time, and without an exception. */
export function readYaml(text: string, options: { uniqueKeys?: boolean } = {}): Yaml {
  const lines = new LineCounter();
  const end = endOfTokens(text);
  if (end !== null) {
    const offset = Math.max(0, end - 1);
    lines.addNewLine(0);
    for (const { index } of text.slice(0, offset).matchAll(/\n/g)) lines.addNewLine(index + 1);
    const tooLong = `There are more than ${mostTokens} words and signs`;
    return {
      document: parseDocument(''),
      lines,
      errors: [{ code: 'RESOURCE_EXHAUSTION', offset, text: tooLong }],
    };
  }
  const document = withoutStacks(() =>
    parseDocument(text, { ...options, lineCounter: lines, prettyErrors: false, logLevel: 'error' }),
  );
  const errors = document.errors.map(({ code, message, pos }) => ({
    code,
    offset: pos[0],
    text: code === 'RESOURCE_EXHAUSTION' ? 'It is nested too deep' : message,
  }));
  return { document, lines, errors };
}

/** Where a text has more tokens than it may have; null for one that has not. */
function endOfTokens(text: string): number | null {
  let [tokens, at] = [0, 0];
  for (const token of new Lexer().lex(text)) {
    at += token.length;
    if (++tokens > mostTokens) return Math.min(at, text.length);
  }
  return null;
}

/** The library makes an error for each mistake, thousands of them in the worst text, and a stack takes longer than all the rest. */
function withoutStacks<T>(work: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
