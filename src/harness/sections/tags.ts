/** What stands in a tag, and where with its tags. */
export type Section = { name: string; text: string; start: number; end: number };

export const open = (name: string): string => `<${name}>`;
export const close = (name: string): string => `</${name}>`;

/** The first section of a name that is closed, or closes itself. */
export function sectionIn(content: string, name: string): Section | null {
  const start = content.indexOf(open(name));
  const inner = start + open(name).length;
  const end = start < 0 ? -1 : content.indexOf(close(name), inner);
  if (end >= 0) return { name, text: content.slice(inner, end).trim(), start, end: end + close(name).length };
  for (const place of placesOf(content, name)) {
    const [tag] = /^[^<>]*\/>/.exec(content.slice(place + 1, content.indexOf('>', place) + 1)) ?? [];
    if (tag !== undefined) return { name, text: '', start: place, end: place + 1 + tag.length };
  }
  return null;
}

/** Where tags of a name begin. */
export function placesOf(content: string, name: string): number[] {
  const places: number[] = [];
  const start = `<${name}`;
  for (let at = content.indexOf(start); at >= 0; at = content.indexOf(start, at + 1))
    if (/[\s>/]/.test(content[at + start.length] ?? '')) places.push(at);
  return places;
}

/** The names of all tags that begin, each once. */
export const tagsIn = (content: string): string[] => [
  ...new Set([...content.matchAll(/<([A-Za-z_][\w-]*)[^<>]*>/g)].map(([, name = '']) => name)),
];

/** What is left without some sections. */
export function without(content: string, sections: readonly (Section | null)[]): string {
  let rest = '';
  let at = 0;
  for (const section of sections
    .filter((each) => each !== null)
    .sort((one, other) => one.start - other.start)) {
    rest += content.slice(at, Math.max(at, section.start));
    at = Math.max(at, section.end);
  }
  return rest + content.slice(at);
}
