import { calmTitle, calmTyped, calmWords, commandLine } from './calm-words.ts';
import { codeSpans } from './code-spans.ts';
import { cutText } from './cut.ts';
import { stripInvisible } from './invisible.ts';
import { paragraphs } from './paragraphs.ts';

/**
 * Markdown that a model or a stranger had a hand in, so that publishing it causes nothing: no mention, no command to us
 * or to another bot, no closing keyword, no reference to another issue, no link, no image, no HTML. Nor does it where a
 * forge makes a commit's message of it, in which backticks protect nothing. What it leaves open is closed, so it can
 * stand before other text.
 */
export function neutral(markdown: string): string {
  const { pieces, open } = withoutHtml(paragraphs(stripInvisible(markdown).text));
  const calm = pieces.map(({ kind, text }) =>
    kind === 'code'
      ? text.replace(/^(?=\/[a-z][\w-]*(?:\s|$))/gim, ' ')
      : words(text, calmWords)
          .replace(commandLine, '$1\\/')
          .replace(/^ (?=`)| $/g, ''),
  );
  return calmTyped([...calm, ...(open ? [open] : [])].join('\n'));
}

/** The first line of a text as a title or a commit's subject: plain words, not Markdown, at most `limit` characters. */
export function oneLine(text: string, limit: number): string {
  const line = stripInvisible(text).text.trim().split('\n')[0] ?? '';
  const words = calmTitle(cutText(line, 10 * limit))
    .replace(/\s+/g, ' ')
    .trim();
  return words.length <= limit ? words : `${cutText(words, limit - 1).trimEnd()}…`;
}

/** Markdown in a block quote that nothing in it can leave: whatever it looks like, it is somebody's words. CommonMark 0.31.2, 5.1. */
export const quoted = (markdown: string): string =>
  markdown
    .split(/\r\n?|\n/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');

/** Text in a fence that nothing in it can close. */
export function fenced(text: string, language: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

type Read = ReturnType<typeof paragraphs>;

/** With `<` spelled so that no tag begins. What was read as HTML may be words or code after that: until it is stable. */
function withoutHtml(first: Read): Read {
  let read = first;
  for (let turn = 0; turn < 4; turn++) {
    const calm = read.pieces.map(({ kind, text }) => (kind === 'code' ? text : words(text, withoutTags)));
    if (calm.every((text, index) => text === read.pieces[index]?.text)) return read;
    read = paragraphs(calm.join('\n'));
  }
  return paragraphs(withoutTags(read.pieces.map(({ text }) => text).join('\n')));
}

const withoutTags = (text: string): string => text.replace(/<(?=[a-z/!?])/gi, '&lt;');

/** A paragraph with its words changed, and its code as it is. */
function words(paragraph: string, change: (words: string) => string): string {
  let out = '';
  let from = 0;
  for (const { start, end } of codeSpans(paragraph)) {
    out += change(paragraph.slice(from, start)) + paragraph.slice(start, end);
    from = end;
  }
  return out + change(paragraph.slice(from));
}
