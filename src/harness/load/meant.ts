import { nearest } from '../../text/nearest.ts';

/** The end of a sentence about a wrong word: the nearest right one, or all of them. */
export function meant(word: string, right: readonly string[]): string {
  const near = nearest(word, right)[0];
  if (near) return `; did you mean \`${near}\`?`;
  return right.length > 0 ? `, but ${right.map((key) => `\`${key}\``).join(', ')}.` : '.';
}
