import Mustache from 'mustache';

/** What a template asks for in vain, and its offset: a name that is not there, or one that is no text but has these parts. */
export type Amiss = { name: string; at: number } & (
  | { parts: readonly string[] }
  | { known: readonly string[] }
);

/** Kind, name, start, end, and what stands inside a section. */
type Token = readonly [kind: string, name: string, at: number, end: number, inner?: readonly Token[]];
/** From the outermost to the innermost, as sections open them. */
type Views = readonly object[];

/**
 * The names of a template that are not among these fields, or would be written as `[object Object]`. Every list needs an item
 * and every object its keys, or what is in a section for it cannot be known. The template must not be broken.
 */
export function amissIn(template: string, fields: object): Amiss[] {
  return inTokens(Mustache.parse(template) as readonly Token[], [fields]);
}

/** Whether fields have this path, or might: what is null may have anything in it. */
export const isAmong = (fields: object, path: string): boolean => lookUp(path, [fields]) !== null;

function inTokens(tokens: readonly Token[], views: Views): Amiss[] {
  return tokens.flatMap(([kind, name, at, , inner = []]): Amiss[] => {
    if (kind === 'text' || kind === '!' || kind === '>') return [];
    const found = lookUp(name, views);
    if (!found) return [{ name, at, known: views.flatMap(Object.keys) }];
    const { value } = found;
    if (kind === '#' || kind === '^') return inTokens(inner, kind === '#' ? within(value, views) : views);
    const [item] = Array.isArray(value) ? value : [value];
    return isObject(item) ? [{ name, at, parts: Object.keys(item) }] : [];
  });
}

function within(value: unknown, views: Views): Views {
  const [item] = Array.isArray(value) ? value : [value];
  if (isObject(item)) return [...views, item];
  return Array.isArray(value) ? [...views, { '.': item }] : views;
}

/** As Mustache finds it: in the innermost view that has all of the path. What is null may have anything in it. */
function lookUp(name: string, views: Views): { value: unknown } | null {
  if (name === '.') return { value: (views.at(-1) as { '.'?: unknown })['.'] };
  for (const view of views.toReversed()) {
    let at: { value: unknown } | null = { value: view };
    for (const part of name.split('.')) {
      if (at?.value === null) break;
      at =
        isObject(at?.value) && part in at.value
          ? { value: (at.value as { [key: string]: unknown })[part] }
          : null;
    }
    if (at) return at;
  }
  return null;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
