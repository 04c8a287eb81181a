import Mustache from 'mustache';

/**
 * Fills a Mustache template. Nothing is escaped: what comes out is read by a model or written into Markdown, never
 * HTML. Values are put in as they are; one that looks like a placeholder stays as it is.
 */
export const fill = (template: string, fields: object): string =>
  Mustache.render(template, fields, {}, { escape: String });

/** A name that a template asks for, and its offset; `file` for `{{> file.md}}`. */
export type Placeholder = { kind: 'value' | 'file'; name: string; at: number };

/** Every name in a template, or what is wrong with it and where. */
export function placeholders(template: string): Placeholder[] | { broken: string; at: number } {
  try {
    return inTokens(Mustache.parse(template));
  } catch (error) {
    const [, broken = 'This is no template', at = '0'] =
      /^(.*) at (\d+)$/.exec((error as Error).message) ?? [];
    return { broken, at: Number(at) };
  }
}

function inTokens(tokens: readonly unknown[]): Placeholder[] {
  return (
    tokens as readonly [kind: string, name: string, at: number, end: number, inner?: unknown][]
  ).flatMap(([kind, name, at, , inner]) => [
    ...(kind === 'text' || name === '.'
      ? []
      : [{ kind: kind === '>' ? 'file' : 'value', name, at } as const]),
    ...(Array.isArray(inner) ? inTokens(inner) : []),
  ]);
}
