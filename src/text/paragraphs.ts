import { type LineKind, lineKinds } from './line-kinds.ts';

export type Paragraph = { kind: LineKind | 'blank'; text: string };

/**
 * Markdown in pieces that join with `\n` to what it was: neighbouring lines of one kind, words parted at blank lines,
 * because no comment, tag or code span in a line of text goes beyond one. `open` closes the fence left open, or is null.
 */
export function paragraphs(markdown: string): { pieces: Paragraph[]; open: string | null } {
  const lines = markdown.split('\n');
  const { kinds, open } = lineKinds(lines);
  const groups: { kind: Paragraph['kind']; lines: string[] }[] = [];
  lines.forEach((line, at) => {
    const kind = kinds[at] === 'text' && line.trim() === '' ? 'blank' : (kinds[at] ?? 'text');
    const group = groups.at(-1);
    if (group?.kind === kind) group.lines.push(line);
    else groups.push({ kind, lines: [line] });
  });
  return { pieces: groups.map(({ kind, lines }) => ({ kind, text: lines.join('\n') })), open };
}
