import type { Usage } from '../../core/model.ts';

export const number = (value: number): string => value.toLocaleString('en-US');

/** `1 line`, `2,345 lines`. */
export const count = (value: number, one: string, several = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : several}`;

/** `0.2 s`, `3 min 4 s`, `1 h 2 min`; a time that nobody knows is not told. */
export function duration(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return '';
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** `2026-01-31 12:00 UTC` for a time as the log has it. */
export function moment(at: string): string {
  const time = Date.parse(at);
  if (!Number.isFinite(time)) return 'at an unknown time';
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export const price = (usd: number): string => `$${usd.toFixed(4)}`;

/** `9,537 tokens in (1,024 cached), 120 out · $0.0012`; without a price where none is known. */
export function paid({ input, cached, output, usd, listed, partly }: Usage): string {
  const least = partly ? 'at least ' : '';
  const known = cached > 0 ? ` (${number(cached)} cached)` : '';
  return dotted(
    `${count(input, 'token')} in${known}, ${least}${number(output)} out`,
    usd === null ? null : `${least}${price(usd)}${listed ? ' at list price' : ''}`,
  );
}

/** The parts that there are, in one line. */
export const dotted = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ');

/** Without blank lines and spaces around it. What else is not seen stays: it is made visible. */
export function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && blank.has(text.charAt(start))) start++;
  while (start < end && blank.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
const blank = new Set([' ', '\t', '\n', '\r']);

/** The lines of a text; a newline at its end begins no line. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
