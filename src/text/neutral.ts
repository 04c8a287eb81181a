import { codeSpans } from './code-spans.ts';
import { cutText } from './cut.ts';
import { stripInvisible } from './invisible.ts';
import { paragraphs } from './paragraphs.ts';

/** Breaks a word that a forge would act on; readers do not see it. */
const gap = '\u200b';

/**
 * Markdown that a model or a stranger had a hand in, so that publishing it causes nothing: no mention, no command to us
 * or to another bot, no closing keyword, no reference to another issue, no image, no HTML. Code stays as it is, because
 * nothing in it acts. What it leaves open is closed, so it can stand before other text.
 */
export function neutral(markdown: string): string {
  const { pieces, open } = paragraphs(withoutHtml(stripInvisible(markdown).text));
  const calm = pieces
    .map(({ kind, text }) =>
      kind === 'code' ? text : outsideCode(text, calmWords).replace(commandLine, '$1\\/'),
    )
    .join('\n');
  return open ? `${calm}\n${open}` : calm;
}

/** The first line of a text as a title or a commit's subject: plain words, not Markdown, at most `limit` characters. */
export function oneLine(text: string, limit: number): string {
  const line = calmWords(stripInvisible(text).text.trim().split('\n')[0] ?? '').replace(skipsChecks, '');
  const words = line.replace(/\s+/g, ' ').trim();
  return words.length <= limit ? words : `${cutText(words, limit - 1).trimEnd()}…`;
}

/** Text in a fence that nothing in it can close. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** `[skip ci]` and its kin keep checks from running: GitHub Docs, "Skipping workflow runs". */
const skipsChecks = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]/gi;
/** A command of any bot: `/merge` as the first word of a line, whatever list or quote it stands in. */
const commandLine = /^((?:[\s>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)\/(?=[a-z])/gim;

/** Mentions, issue references in their four spellings, and images. */
function calmWords(text: string): string {
  return text
    .replace(/(?<![\w.])@(?=[a-z\d])/gi, `@${gap}`)
    .replace(/#(?=\d)/g, `#${gap}`)
    .replace(/\bGH-(?=\d)/gi, (word) => `${word}${gap}`)
    .replace(/\/(?:issues|pull|discussions)\/(?=\d)/gi, (path) => `${path}${gap}`)
    .replace(/!\[/g, '!\\[');
}

/** With `<` spelled so that no tag begins. What was read as HTML may be words or code after that: until it is stable. */
function withoutHtml(markdown: string): string {
  let calm = markdown;
  for (let turn = 0; turn < 4; turn++) {
    const next = paragraphs(calm)
      .pieces.map(({ kind, text }) => (kind === 'code' ? text : outsideCode(text, withoutTags)))
      .join('\n');
    if (next === calm) return calm;
    calm = next;
  }
  return withoutTags(calm);
}

const withoutTags = (text: string): string => text.replace(/<(?=[a-z/!?])/gi, '&lt;');

function outsideCode(text: string, change: (words: string) => string): string {
  let out = '';
  let from = 0;
  for (const { start, end } of codeSpans(text)) {
    out += change(text.slice(from, start)) + text.slice(start, end);
    from = end;
  }
  return out + change(text.slice(from));
}
