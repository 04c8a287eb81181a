import { codeSpans, type Span } from './code-spans.ts';
import { paragraphs } from './paragraphs.ts';

type Stripped = { text: string; removed: number };

/**
 * Takes out of Markdown what its reader never sees: HTML comments, tags and their attributes, link definitions, the
 * text behind images, link titles. Code stays as it is, unless all is to be read as words. A comment that its block leaves
 * open hides what follows, since the browser that gets the page knows no blocks. `removed` counts characters. Linear.
 */
export function stripHiddenMarkup(markdown: string, keepCode = true): Stripped {
  if (!/[<![]/.test(markdown)) return { text: markdown, removed: 0 };
  const footnotes = footnotesInUse(markdown);
  let inComment = false;
  const parts = paragraphs(markdown).pieces.map(({ kind, text }): Stripped => {
    if (inComment && kind !== 'blank') {
      const end = kind === 'html' ? text.indexOf('-->') : -1;
      if (end < 0) return { text: '', removed: text.length };
      inComment = false;
      const rest = stripHtml(text.slice(end + 3));
      return { text: rest.text, removed: rest.removed + end + 3 };
    }
    if (kind === 'blank' || (kind === 'code' && keepCode)) return { text, removed: 0 };
    if (kind === 'html') {
      inComment = text.lastIndexOf('<!--') > text.lastIndexOf('-->');
      return stripHtml(text);
    }
    return strip(text, keepCode ? codeSpans(text) : [], (words, at) => cutText(words, at, footnotes));
  });
  return {
    text: parts.map(({ text }) => text).join('\n'),
    removed: parts.reduce((sum, { removed }) => sum + removed, 0),
  };
}

function stripHtml(html: string): Stripped {
  const tags = /^[\s\d.)*+-]{0,20}>/.test(html) ? quotedTag : htmlTag;
  return strip(html, [], (text, at) => cutHtml(text, at, tags));
}

/** What to take out at a place of the text, and what to put there. */
type Cut = { end: number; instead: string };

function strip(
  text: string,
  spans: readonly Span[],
  cutAt: (text: string, at: number) => Cut | null,
): Stripped {
  let span = 0;
  let out = '';
  let from = 0;
  let removed = 0;
  for (const { index: at } of text.matchAll(/[<!\][]/g)) {
    while ((spans[span]?.end ?? Number.POSITIVE_INFINITY) <= at) span++;
    if (at < from || (spans[span]?.start ?? Number.POSITIVE_INFINITY) <= at) continue;
    const cut = cutAt(text, at);
    if (!cut) continue;
    out += text.slice(from, at) + cut.instead;
    removed += cut.end - at - cut.instead.trim().length;
    from = cut.end;
  }
  return { text: out + text.slice(from), removed };
}

const definition =
  /\[(?:[^[\]\\]|\\.){1,999}\]:\s*(?:<[^<>\n]{0,2000}>|[^\s<][^\s]{0,2000})(?:\s+(?:"[^"]{0,2000}"|'[^']{0,2000}'|\([^()]{0,2000}\)))?[ \t]*(?=\n|$)/suy;
/** One that nothing refers to is not shown. It goes on until the next, or to the end of its paragraph. */
const footnote = /\[\^([^\]\s]{1,100})\]:(?:(?!\n\[\^).)*/suy;
const image =
  /!\[(?:[^[\]\\]|\\.|\[[^[\]]{0,200}\]){0,1000}\](?:\((?:[^()\n]|\([^()\n]{0,200}\)){0,2000}\)|\[[^[\]]{0,999}\])?/suy;
const linkTitle =
  /\]\(\s{0,9}(<[^<>\n]{0,2000}>|[^\s()<>]{0,2000})\s{1,9}(?:"[^"]{0,2000}"|'[^']{0,2000}'|\([^()]{0,2000}\))\s{0,9}\)/uy;
const tag =
  /<(?:\/[a-z][a-z0-9-]*\s*|[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?)>/iy;
/** A tag without an end is shown as it is typed, but so that no one reads it as a sentence. */
const brokenTag = /<[a-z][a-z0-9-]*\s[^<>\n]{0,2000}=[^<>\n]*/iy;

function cutText(text: string, at: number, footnotes: ReadonlySet<string>): Cut | null {
  if (text[at] === '[') {
    if (!startsLine(text, at)) return null;
    const note = matchAt(footnote, text, at);
    if (note) return footnotes.has(note[1] ?? '') ? null : cutMatch(footnote, text, at, '');
    return cutMatch(definition, text, at, '');
  }
  if (text[at] === '!') return text[at + 1] === '[' ? cutMatch(image, text, at, '(image)') : null;
  if (text[at] === ']') {
    const target = matchAt(linkTitle, text, at)?.[1];
    return target === undefined ? null : cutMatch(linkTitle, text, at, `](${target})`);
  }
  return (
    cutDeclaration(text, at) ??
    (text[at] === '<' ? (cutMatch(tag, text, at, ' ') ?? cutMatch(brokenTag, text, at, ' ')) : null)
  );
}

/** As a browser reads it: a quote counts behind an equals sign, and until it is closed nothing ends the tag. */
const htmlTag = /<\/?[a-z](?:=\s*"[^"]*"|=\s*'[^']*'|=(?!\s*["'])|[^=>])*>/iy;
/** The same where each line begins with the mark of a quote. */
const quotedTag =
  /<\/?[a-z](?:=\s*"[^"]*"|=\s*'[^']*'|=(?!\s*["'])|\n(?:[ \t]{0,9}>)+|\n(?![ \t]{0,9}>)|[^=>\n])*>/iy;

/** Inside HTML blocks a browser reads the tags, and it takes anything for an attribute. What has no end goes to the end. */
function cutHtml(text: string, at: number, tags: RegExp): Cut | null {
  const declaration = cutDeclaration(text, at);
  if (declaration || !/^<\/?[a-z]/i.test(text.slice(at, at + 3))) return declaration;
  const whole = matchAt(tags, text, at)?.[0].length ?? text.length;
  // Should the tag be none, a comment that begins in it is one.
  const comment = text.slice(at, at + whole).indexOf('<!--');
  return { end: at + (comment < 0 ? whole : comment), instead: ' ' };
}

/** A whole comment in HTML, and the beginning of one in older readers: on its own line the longer reading is taken. */
const emptyComment = /<!---?>/y;

const declarations = [
  { opens: '<!--', closes: '-->' },
  { opens: '<?', closes: '?>' },
  { opens: '<![CDATA[', closes: ']]>' },
  { opens: '<!', closes: '>' },
];

/** Comments and their kin; what has no end goes to the end. */
function cutDeclaration(text: string, at: number): Cut | null {
  const kind = declarations.find(({ opens }) => text.startsWith(opens, at));
  if (!kind || (kind.opens === '<!' && !/[a-z]/i.test(text[at + 2] ?? ''))) return null;
  const end = text.indexOf(kind.closes, at + kind.opens.length);
  const whole = matchAt(emptyComment, text, at);
  if (whole && (end < 0 || text.slice(at, end).includes('\n')))
    return { end: at + whole[0].length, instead: ' ' };
  return { end: end < 0 ? text.length : end + kind.closes.length, instead: ' ' };
}

const footnotesInUse = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/\[\^([^\]\s]{1,100})\](?!:)/g)].map(([, label = '']) => label));

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function cutMatch(pattern: RegExp, text: string, at: number, instead: string): Cut | null {
  const match = matchAt(pattern, text, at);
  return match && { end: at + match[0].length, instead };
}

/** Whether nothing but spaces and the marks of quotes and lists stands before it on its line. */
function startsLine(text: string, at: number): boolean {
  const near = text.slice(Math.max(0, at - 40), at);
  const before = near.slice(near.lastIndexOf('\n') + 1);
  return before === '' || (before.length < 40 && /^(?:[\s>]|[-*+]\s|\d{1,9}[.)]\s)+$/.test(before));
}
