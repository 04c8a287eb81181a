import { type Description, loadDescription, type Operation } from './load-description.ts';

export type Found = {
  operation: Operation;
  method: string;
  template: string;
  values: Record<string, string>;
};

type Entry = { operation: Operation; method: string; template: string; names: string[]; pattern: RegExp };

let table: Entry[] | null = null;

/** The operation that a method and a path below the API's root name; the most literal template wins. */
export function findOperation(method: string, path: string): Found | null {
  table ??= buildTable(loadDescription());
  for (const { pattern, names, ...entry } of table) {
    if (entry.method !== method) continue;
    const match = pattern.exec(path);
    if (!match) continue;
    const values = names.map((name, index) => [name, decodeSafely(match[index + 1] ?? '')]);
    return { ...entry, values: Object.fromEntries(values) };
  }
  return null;
}

export function hasOperation(id: string): boolean {
  table ??= buildTable(loadDescription());
  return table.some((entry) => entry.operation.operationId === id);
}

/** Path parameters that may hold slashes. */
const deep = new Set(['path', 'ref', 'basehead', 'branch', 'dir']);

function buildTable(description: Description): Entry[] {
  const entries: (Entry & { literals: number; depth: number })[] = [];
  for (const [template, methods] of Object.entries(description.paths)) {
    // `{base}...{head}` is the same address as `{basehead}`.
    if (template.includes('...')) continue;
    const { names, pattern } = patternOf(template);
    const literals = template.split('/').filter((part) => part && !part.startsWith('{')).length;
    const depth = names.filter((name) => deep.has(name)).length;
    for (const [method, operation] of Object.entries(methods))
      entries.push({
        operation,
        method: method.toUpperCase(),
        template,
        names,
        pattern,
        literals,
        depth,
      });
  }
  return entries.sort((one, other) => one.depth - other.depth || other.literals - one.literals);
}

function patternOf(template: string): { names: string[]; pattern: RegExp } {
  const names: string[] = [];
  const literal = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const source = literal.replace(/\/?\{([^}]+)\}/g, (whole, name: string) => {
    names.push(name);
    // Without a path, `contents` is the root folder.
    if (name === 'path') return '(?:/(.*))?';
    return (whole.startsWith('/') ? '/' : '') + (deep.has(name) ? '(.+)' : '([^/]+)');
  });
  return { names, pattern: new RegExp(`^${source}$`) };
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
