/** The longest body that GitHub takes, in characters. */
export const bodyLimit = 65_536;

/**
 * A body with the hidden mark of an effect's key before it, by which the next run finds it again. Keys are ours: made of
 * branch names and numbers. It stands first so that cutting a long body cannot lose it.
 */
export const marked = (key: string, body: string): string =>
  `<!-- oi:${key} -->\n${body}`.slice(0, bodyLimit).replace(/[\uD800-\uDBFF]$/, '');

/** The key of a marked body, else null. Anybody can write a mark: it counts as ours only with the author's identity. */
export const markOf = (body: string): string | null => /^\s*<!-- oi:([^\s<>]+) -->/.exec(body)?.[1] ?? null;
