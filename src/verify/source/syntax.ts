/** One way to write a comment or a string. */
export type Form = {
  is: 'comment' | 'string';
  /** Source of a regular expression. */
  open: string;
  /** What ends it; null where `open` matches the whole of it. */
  close: string | ((opening: string) => string) | null;
  /** Whether a backslash takes the next character's meaning away. */
  escapes?: true;
  /** Whether it may go over the end of a line; where not, the line ends it. */
  lines?: true;
  nests?: true;
  /** Whether `${` opens code in it, as in JavaScript's templates. */
  holes?: true;
};

/** How a language writes comments and strings: as much as is needed to tell code from words. */
export type Syntax = { forms: readonly Form[]; opener: string };

function syntax(...forms: Form[]): Syntax {
  return { forms, opener: forms.map(({ open }, index) => `(?<f${index}>${open})`).join('|') };
}

const comment = (open: string, close: string | null = null): Form => ({
  is: 'comment',
  open,
  close,
  lines: true,
});
const string = (open: string, close = open): Form => ({ is: 'string', open, close, escapes: true });
const long = (open: string, close = open): Form => ({ ...string(open, close), lines: true });
const whole = (open: string): Form => ({ is: 'string', open, close: null });

const slashes = comment('\\/\\/[^\\n]*');
const stars = comment('\\/\\*', '*/');
const hash = comment('(?<![^\\s;(){}\\[\\],])#[^\\n]*');
const character = whole("(?<!\\w)'(?:\\\\[^\\n]{1,10}?|[^\\\\'\\n]{1,2})'");

/** A slash begins a regular expression where no value stands before it. */
const beforeRegExp =
  '(?<=(?:^|[=(,:;!&|?{}\\[+*%~^<>-]|\\b(?:return|typeof|case|in|of|delete|void|throw|else|do|await|yield))\\s{0,99})';
const regExp = whole(
  `(?=\\/[^*/])${beforeRegExp}\\/(?:[^\\\\/\\[\\n]|\\\\[^\\n]|\\[(?:[^\\]\\\\\\n]|\\\\[^\\n]){0,200}\\]){1,500}\\/[a-z]{0,9}`,
);
const template: Form = { ...long('`'), holes: true };

export const javascript = syntax(slashes, stars, string('"'), string("'"), template, regExp);
export const python = syntax(comment('#[^\\n]*'), long('"""'), long("'''"), string('"'), string("'"));
export const go = syntax(
  slashes,
  stars,
  string('"'),
  { is: 'string', open: '`', close: '`', lines: true },
  character,
);
export const rust = syntax(
  slashes,
  { ...stars, nests: true },
  {
    is: 'string',
    open: '\\bb?r#*"',
    close: (opening) => `"${opening.replace(/[^#]/g, '')}`,
    lines: true,
  },
  long('"'),
  character,
);
/** Java, Kotlin, C#, C, C++, Swift, Dart, Scala and their like. */
export const braces = syntax(slashes, stars, long('"""'), string('"'), character, string("(?<!\\w)'", "'"));
export const php = syntax(slashes, comment('#(?!\\[)[^\\n]*'), stars, long('"'), long("'"));
/** Ruby and Elixir; their heredocs are taken for code. */
export const ruby = syntax(
  comment('^=begin\\b', '\n=end'),
  hash,
  long('"""'),
  string('"'),
  string("(?<!\\w)'", "'"),
);
/** Shell, Make, YAML, TOML, INI. */
export const hashes = syntax(hash, string('"'), string("(?<!\\w)'", "'"));
export const semicolons = syntax(comment('^[ \\t]*[#;][^\\n]*'));
