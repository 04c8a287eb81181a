import { knownBots, knownOrders } from './known-bots.ts';

/** Breaks a word that a forge or a bot would act on; readers do not see it. */
const gap = '\u200b';

/** A command of any bot: `/merge` as the first word of a line, whatever list or quote it stands in. */
export const commandLine = /^((?:[^\S\n]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)\/(?=[a-z])/gim;

/**
 * A stretch of Markdown's words without code, calmed: addresses stand in code, and nothing is left that becomes code, a
 * link, an image or a definition by what surrounds it. A link's text says nothing about where it leads, so its address
 * is shown.
 */
export function calmWords(words: string): string {
  if (!/[\\`[\]!&@#:]|www\.|GH-/i.test(words)) return words;
  const plain = words
    .replace(/\\.|`/gs, (mark) => (mark === '`' ? '\\`' : mark))
    .replace(link, '$1 ($2)')
    .replace(/\](?=\()/g, '] ')
    .replace(/\](?=:)/g, ']\\')
    .replace(/!\[/g, '!\\[');
  let out = '';
  let from = 0;
  for (const { 0: found, index } of plain.matchAll(address)) {
    const end = index + withoutTail(found);
    out += calmText(plain.slice(from, index)) + asCode(plain, index, end);
    from = end;
  }
  return out + calmText(plain.slice(from));
}

/** What acts in code, too, calmed: bots read a text as it was typed, and so do tools that read a commit's message made of it. */
export function calmTyped(text: string): string {
  return text
    .replace(skipsChecks, `$&${gap}`)
    .replace(trailer, `$&${gap}`)
    .replace(closes, `$&${gap}`)
    .replace(knownBots, `@${gap}`)
    .replace(knownOrders, `$&${gap}`);
}

/** A title, or a commit's subject: no Markdown, so nothing is spelled as code. */
export const calmTitle = (title: string): string =>
  calmTyped(references(title.replace(wholeSkip, '')).replace(/:\/\/(?=\S)/g, `://${gap}`));

/** `[text](address "title")` on one line, without code in it. */
const link =
  /!?\[([^[\]\n]{0,500})\]\([ \t]{0,9}([^\s()]{0,2000})(?:[ \t]{1,9}(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))?[ \t]{0,9}\)/g;

/** What GitHub makes a link of by itself. A bar ends a table's cell. GFM 0.29, "Autolinks (extension)". */
const address = /(?:(?:https?|ftp):\/\/|www\.)(?:(?!&lt;)[^\s<>`|])+/gi;

/** The length of an address without what ends the sentence around it. */
function withoutTail(found: string): number {
  let end = found.length;
  while (
    end > 0 &&
    (found.includes('(') ? '?!.,:;*_~\'"]\\' : '?!.,:;*_~\'"])\\').includes(found.charAt(end - 1))
  )
    end--;
  return end;
}

/** In backticks that meet no others, and that no backslash takes for a sign. */
function asCode(text: string, start: number, end: number): string {
  let slashes = 0;
  while (text[start - 1 - slashes] === '\\') slashes++;
  const before = slashes % 2 === 1 ? '\\' : start === 0 || text[start - 1] === '`' ? ' ' : '';
  const after = end === text.length || text[end] === '`' ? ' ' : '';
  return `${before}\`${referencesIn(text.slice(start, end))}\`${after}`;
}

/** GitHub looks for mentions and references in what it has rendered, so that an entity would do as well. */
const calmText = (text: string): string =>
  references(text.replace(/&(?!(?:lt|gt|amp|quot);)(?=#?\w{1,32};)/gi, '&amp;'));

/** Mentions of people and teams, and references to issues in their spellings. GitHub Docs, "Autolinked references". */
const references = (text: string): string =>
  referencesIn(
    text
      .replace(/(?<![a-z\d])@(?=[a-z\d])/gi, `@${gap}`)
      .replace(/#(?=\d)/g, `#${gap}`)
      .replace(/GH-(?=\d)/gi, `$&${gap}`),
  );

const referencesIn = (address: string): string =>
  address.replace(/\/(?:issues|pull|discussions)\/(?=\d)/gi, `$&${gap}`);

/** `[skip ci]` and its kin keep checks from running: GitHub Docs, "Skipping workflow runs". Others spell it alike. */
const skipsChecks = /\[(?:(?:skip|no)(?=[ _-]\w{1,20}\])|\w{1,20}(?=[ _-]skip\]))/gi;
const wholeSkip = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]/gi;

/** Trailers by which somebody is credited, checks are skipped or a version is chosen. */
const trailer =
  /^[ \t>*+-]{0,20}(?:[a-z]{1,20}(?:-[a-z]{1,20}){0,3}-by|skip-checks|release-as|change-id)(?=\s{0,9}:)/gim;

/** GitHub Docs, "Linking a pull request to an issue". */
const closes =
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?=:?\s{1,9}(?:[\w.-]{0,100}\/?[\w.-]{0,100}#\d|gh-\d|https?:\/\/\S))/gi;
