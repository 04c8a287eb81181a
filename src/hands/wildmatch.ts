/**
 * A pattern of gitignore(5) as a regular expression over a path with `/`, or null when it can match nothing. Behaves as
 * git's own matcher does, quirks included; only `?` and `[…]` stand for a character here and for a byte there.
 */
export function wildmatch(pattern: string): RegExp | null {
  let source = '';
  for (let at = 0; at < pattern.length; ) {
    const piece = pieceAt(pattern, at);
    if (piece === null) return null;
    source += piece.source;
    at = piece.end;
  }
  return new RegExp(`^${source}$`, 's');
}

/** One character, in a set or outside. */
const literal = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

type Piece = { source: string; end: number };

function pieceAt(pattern: string, at: number): Piece | null {
  const char = pattern.charAt(at);
  if (char === '?') return { source: '[^/]', end: at + 1 };
  if (char === '*') return starsAt(pattern, at);
  if (char === '[') return bracketAt(pattern, at);
  if (char !== '\\') return { source: literal(char), end: at + 1 };
  if (at + 1 === pattern.length) return null;
  return { source: literal(pattern.charAt(at + 1)), end: at + 2 };
}

/** Two stars or more cross folders only where they are a whole name. */
function starsAt(pattern: string, at: number): Piece {
  let end = at + 1;
  while (pattern.charAt(end) === '*') end++;
  const opens = at === 0 || pattern.charAt(at - 1) === '/';
  if (end - at === 1 || !opens) return { source: '[^/]*', end };
  if (pattern.charAt(end) === '/') return { source: '(?:.*/)?', end: end + 1 };
  const closes = end === pattern.length || pattern.startsWith('\\/', end);
  return { source: closes ? '.*' : '[^/]*', end };
}

const classes: { readonly [name: string]: string } = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '\\x21-\\x7e',
  lower: 'a-z',
  print: '\\x20-\\x7e',
  punct: '\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e',
  space: ' \\t-\\r',
  upper: 'A-Z',
  xdigit: '0-9a-fA-F',
};

/** `[…]`: ranges, named classes, escapes; a `]` that comes first stands for itself; never matches a slash. */
function bracketAt(pattern: string, start: number): Piece | null {
  let at = start + 1;
  const negated = pattern.charAt(at) === '!' || pattern.charAt(at) === '^';
  if (negated) at++;
  let set = '';
  let from: string | null = null;
  for (let first = true; first || pattern.charAt(at) !== ']'; first = false) {
    const named = /^\[:([^\]]*):\]/.exec(pattern.slice(at));
    if (named) {
      const members = classes[named[1] ?? ''];
      if (members === undefined) return null;
      set += members;
      from = null;
      at += named[0].length;
      continue;
    }
    const ranges: boolean =
      pattern.charAt(at) === '-' && from !== null && !['', ']'].includes(pattern.charAt(at + 1));
    if (ranges) at++;
    if (pattern.charAt(at) === '\\') at++;
    const char = pattern.charAt(at++);
    if (char === '') return null;
    if (!ranges) set += literal(char);
    else if (from !== null && from <= char) set += `${literal(from)}-${literal(char)}`;
    from = ranges ? null : char;
  }
  return { source: `(?!/)[${negated ? '^' : ''}${set}]`, end: at + 1 };
}
