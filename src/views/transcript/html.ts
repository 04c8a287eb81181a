import { seen } from './seen.ts';

/** Markup of ours. Only `html` and its kin make it; whatever else stands in a page is text and escaped. */
export type Html = { readonly markup: string };
export type Content = Html | string | number | null | readonly Content[];

/**
 * Markup with content in it: strings come out as text, in which nothing acts and everything is seen. An attribute takes
 * nothing but our own words and numbers.
 */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return { markup: parts.map((part, index) => part + markupOf(contents[index] ?? null)).join('') };
}

/** Text where no element can stand, as in `<title>`. */
export const bare = (text: string): Html => ({ markup: escaped(seen(text).join('')) });

function markupOf(content: Content): string {
  if (content === null) return '';
  if (typeof content === 'string') return inText(content);
  if (typeof content === 'number') return String(content);
  return 'markup' in content ? content.markup : content.map(markupOf).join('');
}

/** `seen` answers by turns what stood there and what stands for something unseen; `<i>` sets the latter apart. */
const inText = (text: string): string =>
  seen(text)
    .map((piece, index) => (index % 2 === 0 ? escaped(piece) : `<i>${escaped(piece)}</i>`))
    .join('');

const names: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => names[character] ?? '');
