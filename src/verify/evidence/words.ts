import { cutText } from '../../text/cut.ts';

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

const most = 3;

/** The first few names, for the end of a sentence. They are untrusted, and cut. */
export function named(names: readonly string[]): string {
  const shown = names.slice(0, most).map((name) => `“${cutText(name, 60)}”`);
  const more = names.length > most ? `${shown.join(', ')} and ${names.length - most} more` : shown.join(', ');
  return shown.length === 0 ? '' : `: ${more}`;
}
