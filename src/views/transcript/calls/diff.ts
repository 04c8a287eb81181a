import { type Bounds, clip } from '../bounds.ts';
import { type Content, html } from '../html.ts';
import { fold, type Place } from '../place.ts';
import { count, linesOf } from '../words.ts';

/** `@` begins another place, `*` another file. */
export type DiffLine = { sign: '+' | '-' | ' ' | '@' | '*'; text: string };

/** One text for another, with the lines that both begin and end with around what changed. */
export function changed(before: string, after: string): DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const shared = Math.min(old.length, now.length);
  let head = 0;
  while (head < shared && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shared - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const signed = (sign: '+' | '-' | ' ', lines: readonly string[]): DiffLine[] =>
    lines.map((text) => ({ sign, text }));
  return [
    ...signed(' ', old.slice(0, head)),
    ...signed('-', old.slice(head, old.length - tail)),
    ...signed('+', now.slice(head, now.length - tail)),
    ...signed(' ', old.slice(old.length - tail)),
  ];
}

/** A patch, however broken, line by line. Its envelope is left out. */
export const diffOf = (patch: string): DiffLine[] =>
  linesOf(patch)
    .filter((line) => !/^\*\*\* (?:Begin|End) Patch\s*$/.test(line))
    .map((line) => {
      if (/^\*\*\* /.test(line)) return { sign: '*', text: line.slice(4) };
      if (line.startsWith('@@')) return { sign: '@', text: line.slice(2).trim() };
      const sign = line.charAt(0);
      if (sign === '+' || sign === '-') return { sign, text: line.slice(1) };
      return { sign: ' ', text: line.replace(/^ /, '') };
    });

/** More lines than these are folded away. */
const openLines = 30;

/** Added and removed lines carry their sign in the text, for eyes and ears that colours do not reach. */
export function diff(lines: readonly DiffLine[], at: Place): Content {
  if (lines.length === 0) return null;
  const { shown, characters } = fitting(lines, at.bounds);
  const rest = lines.length - shown.length;
  const pre = html`<pre class="diff">${shown.map((line) => row(line, at))}${
    rest > 0 ? html`<b class="hole">${count(rest, 'line')} left out</b>` : null
  }</pre>`;
  if (lines.length <= openLines && characters <= openLines * 100) return pre;
  const signed = (wanted: DiffLine['sign']): number => lines.filter(({ sign }) => sign === wanted).length;
  return fold(`${count(signed('+'), 'line')} added, ${count(signed('-'), 'line')} removed`, pre);
}

function fitting(lines: readonly DiffLine[], { characters: room, items }: Bounds) {
  let characters = 0;
  const shown: DiffLine[] = [];
  for (const line of lines.slice(0, items * 5)) {
    if (characters > room) break;
    characters += line.text.length + 1;
    shown.push(line);
  }
  return { shown, characters };
}

function row({ sign, text }: DiffLine, at: Place): Content {
  const words = clip(text, at.bounds.characters);
  if (sign === '+') return html`<ins>+${words}</ins>`;
  if (sign === '-') return html`<del>-${words}</del>`;
  if (sign === ' ') return html`<span> ${words}</span>`;
  return html`<b>${sign === '@' ? '… ' : ''}${words}</b>`;
}
