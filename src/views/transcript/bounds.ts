import { type Content, html } from './html.ts';
import { count, number } from './words.ts';

/** How much of each thing is shown: characters of a text, members of a list. */
export type Bounds = { characters: number; items: number };

export const usual: Bounds = { characters: 20_000, items: 200 };
/** For an entry that would still be too long for a page. */
export const narrow: Bounds = { characters: 300, items: 10 };

/** A text with a hole in its middle where it is too long: how something begins and how it ends tell most. */
export function clip(text: string, characters: number): Content {
  if (text.length <= characters) return text;
  const head = whole(text.slice(0, Math.ceil(characters * 0.6)));
  const tail = text.slice(text.length - Math.floor(characters * 0.4)).replace(/^[\udc00-\udfff]/, '');
  return [head, hole(text.length - head.length - tail.length), tail];
}

export const hole = (characters: number): Content =>
  html`\n<b class="hole">${count(characters, 'character')} left out</b>\n`;

/** Half a character at the end says nothing. */
const whole = (text: string): string => text.replace(/[\ud800-\udbff]$/, '');

/** The first members of a list; `rest` says how many there are besides. */
export function some<T>(
  list: readonly T[],
  items: number,
  show: (item: T, index: number) => Content,
  rest: (words: string) => Content = (words) => html`<p class="note">${words}</p>`,
): Content {
  const shown = list.slice(0, items).map(show);
  const left = list.length - shown.length;
  return left > 0 ? [shown, rest(`and ${number(left)} more`)] : shown;
}
