/** Values by name, e.g. `{ github: { token, event: { label } } }`. */
export type Contexts = Readonly<Record<string, unknown>>;
type Value = string | boolean;

/**
 * Replaces `${{ github.token }}` and its like by their values. Known are names, texts, `==`, `!=`, `&&`, `||`, brackets and
 * `contains`, because our examples and defaults need no more; anything else throws, so that nothing is quietly wrong.
 * Source: https://docs.github.com/actions/reference/workflows-and-actions/expressions.
 */
export const evaluate = (text: string, contexts: Contexts): string =>
  text.replace(/\$\{\{(.*?)\}\}/gs, (_, inner: string) => String(calculate(inner, contexts)));

/** Whether an `if:` lets a job run; there the braces may be left out. */
export const holds = (condition: string, contexts: Contexts): boolean =>
  Boolean(calculate(condition.replace(/^\s*\$\{\{(.*)\}\}\s*$/s, '$1'), contexts));

function calculate(expression: string, contexts: Contexts): Value {
  const fail = (): never => {
    throw new Error(`this runner cannot evaluate \${{${expression}}}`);
  };
  const tokens = expression.match(/\s+|'(?:[^']|'')*'|[\w.-]+|&&|\|\||[=!]=|[(),]|./gs) ?? [];
  const left = tokens.filter((token) => token.trim() !== '');
  const takes = (token: string): boolean => left[0] === token && left.shift() !== undefined;

  const either = (): Value => {
    let value = both();
    while (takes('||')) value = pick(value, both(), Boolean(value));
    return value;
  };
  const both = (): Value => {
    let value = compared();
    while (takes('&&')) value = pick(value, compared(), !value);
    return value;
  };
  const compared = (): Value => {
    const value = single();
    if (takes('==')) return same(value, single());
    return takes('!=') ? !same(value, single()) : value;
  };
  const single = (): Value => {
    const token = left.shift() ?? fail();
    if (token === '(') return closed(either());
    if (token === 'contains' && takes('(')) {
      const text = either();
      if (!takes(',')) fail();
      return lower(text).includes(lower(closed(either())));
    }
    if (/^'.*'$/s.test(token)) return token.slice(1, -1).replaceAll("''", "'");
    return /^[a-z_][\w-]*(?:\.[\w-]+)+$/i.test(token) ? lookUp(token, contexts) : fail();
  };
  const closed = (value: Value): Value => (takes(')') ? value : fail());

  const value = either();
  return left.length === 0 ? value : fail();
}

const pick = (first: Value, second: Value, takesFirst: boolean): Value => (takesFirst ? first : second);
const lower = (value: Value): string => String(value).toLowerCase();
const same = (one: Value, other: Value): boolean => lower(one) === lower(other);

function lookUp(path: string, contexts: Contexts): Value {
  let value: unknown = contexts;
  for (const name of path.split('.'))
    value = Object.hasOwn(Object(value), name) ? Object(value)[name] : undefined;
  return typeof value === 'boolean' ? value : String(value ?? '');
}
