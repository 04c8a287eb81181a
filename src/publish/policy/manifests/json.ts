/** Data of a manifest that is JSON: anybody's. */
export type Entry = Readonly<Record<string, unknown>>;

export const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null;

export const textsIn = (value: unknown): [string, string][] =>
  isEntry(value)
    ? Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    : [];

/** All texts in a tree of data, however deep it is. */
export function leaves(value: unknown): string[] {
  const found: string[] = [];
  const waiting = [value];
  for (let at = 0; at < waiting.length; at++) {
    const one = waiting[at];
    if (typeof one === 'string') found.push(one);
    else if (isEntry(one)) for (const inner of Object.values(one)) waiting.push(inner);
  }
  return found;
}

/** Null for what is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
}
