import { readYaml } from '../../text/yaml.ts';
import { javascript } from './syntax.ts';
import { views } from './views.ts';

/** JSON, also with comments and trailing commas; undefined where it is none. The value is untrusted. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return relaxed(text);
  }
}

function relaxed(text: string): unknown {
  const { spoken, code } = views(text, javascript);
  const commas = [...code.matchAll(/,(?=\s*[\]}])/g)].map(({ index }) => index);
  let json = '';
  let at = 0;
  for (const comma of commas) {
    json += spoken.slice(at, comma);
    at = comma + 1;
  }
  try {
    return JSON.parse(json + spoken.slice(at));
  } catch {
    return undefined;
  }
}

/** Beyond this the library's time grows with the square: settings written by people stay far below. */
const mostAliases = 50;

/** One document of YAML; undefined where it is none or too much. The value is untrusted. */
export function parseYaml(text: string): unknown {
  if ((text.match(/[*]\w/g)?.length ?? 0) > mostAliases) return undefined;
  const { document, errors } = readYaml(text, { uniqueKeys: false });
  if (errors.length > 0) return undefined;
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

export type Leaf = string | number | boolean | null;

const mostLeaves = 5000;
const deepest = 24;

/** The values of a tree of data by their path, e.g. `rules.no-console.0`; what is too much or too deep is left out. */
export function leavesOf(data: unknown): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const visit = (value: unknown, path: string, depth: number): void => {
    if (leaves.size >= mostLeaves || depth > deepest) return;
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value))
        visit(inner, path === '' ? key : `${path}.${key}`, depth + 1);
    } else if (value === null || ['string', 'number', 'boolean'].includes(typeof value))
      leaves.set(path, value as Leaf);
  };
  visit(data, '', 0);
  return leaves;
}
