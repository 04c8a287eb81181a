import type { BlockedData } from '../data.ts';

/** Whether a block is not to be run: by the words that it begins with, or by being nothing but a word. */
export function isBlocked({ begins, alone }: BlockedData, block: string): boolean {
  const text = block.trim();
  return alone.includes(text) || begins.some((words) => text === words || /^\s/.test(behind(words, text)));
}

/** What follows these words, '' where the text does not begin with them. */
const behind = (words: string, text: string): string =>
  text.startsWith(words) ? text.slice(words.length) : '';
