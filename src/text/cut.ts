import { lineKinds } from './line-kinds.ts';

/** At most `limit` UTF-16 units of a text, never half a character. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const whole = Math.max(0, limit);
  return text.slice(0, /[\ud800-\udbff]/.test(text[whole - 1] ?? '') ? whole - 1 : whole);
}

/**
 * At most `limit` characters of Markdown that still render as what they are: a fence, a fold or a comment that the cut
 * leaves open is closed, and a tag that it halves is left out. `note` says that something is missing.
 */
export function cutMarkdown(markdown: string, limit: number, note = '\n\n*The rest is cut off.*'): string {
  if (markdown.length <= limit) return markdown;
  for (let room = limit - note.length; room > 0; ) {
    const kept = withoutHalves(cutText(markdown, room));
    const whole = kept + closing(kept) + note;
    if (whole.length <= limit) return whole;
    room -= whole.length - limit;
  }
  return cutText(markdown, limit);
}

function withoutHalves(markdown: string): string {
  const comment = markdown.lastIndexOf('<!--');
  if (comment > markdown.lastIndexOf('-->')) return markdown.slice(0, comment);
  const tag = /<[/a-z!-][^<>\n]{0,200}$/i.exec(markdown);
  return withoutHalfCode(tag ? markdown.slice(0, tag.index) : markdown);
}

/** What stood in code on the last line must not become words. */
function withoutHalfCode(markdown: string): string {
  const line = markdown.slice(markdown.lastIndexOf('\n') + 1);
  if (/^[\s>]{0,20}(?:```|~~~)/.test(line) || (line.split('`').length - 1) % 2 === 0) return markdown;
  return markdown.slice(0, markdown.lastIndexOf('`'));
}

/** What closes whatever the text leaves open. */
function closing(markdown: string): string {
  const lines = markdown.split('\n');
  const { kinds, open } = lineKinds(lines);
  const shown = lines.filter((_, index) => kinds[index] !== 'code').join('\n');
  const folds = (shown.match(/<details\b/gi)?.length ?? 0) - (shown.match(/<\/details\b/gi)?.length ?? 0);
  return (open ? `\n${open}` : '') + '\n\n</details>'.repeat(Math.max(0, folds));
}
