import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { Json } from '../../core/json.ts';
import type { Opening } from '../data.ts';

/** One harness.yml as text with positions. `file` is its path as messages name it. */
export type Source = {
  id: string;
  file: string;
  data: Json;
  problems: readonly Spot[];
  find(path: Path): Found;
};
export type Path = readonly PropertyKey[];
/** Where a named file was found, and what it says. */
export type NamedFile = { file: string; text: string };

/** Something at a place: lines and columns count from 1. */
export type Spot = { file: string; line: number; column: number; text: string };
/** The place of the deepest part of a path that the file has; `depth` is how many of its steps that are. */
type Found = { line: number; column: number; depth: number };

export function readSource(id: string, file: string, text: string): Source {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const find = (path: Path): Found => {
    let node: Node | null = document.contents;
    let offset = 0;
    for (const [depth, key] of path.entries()) {
      if (isAlias(node)) node = node.resolve(document) ?? null;
      const next = child(node, key);
      if (!next) return { ...place(offset), depth };
      offset = next.offset;
      node = next.node;
    }
    return { ...place(offset), depth: path.length };
  };
  const deep = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  const problems = (deep ? [deep] : document.errors).map(({ message, pos }) => ({
    file,
    ...place(pos[0]),
    text: deep ? 'It is nested too deep.' : message,
  }));
  const data = problems.length > 0 ? null : toData(document);
  if (data === undefined)
    problems.push({ file, line: 1, column: 1, text: 'It refers to itself, or to its parts too often.' });
  return { id, file, data: data ?? null, problems, find };
}

/** Undefined for what its aliases would blow up. */
function toData(document: Document): Json | undefined {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

function child(node: Node | null, key: PropertyKey): { node: Node | null; offset: number } | null {
  if (isSeq<Node>(node)) {
    const item = node.items[Number(key)];
    return item ? { node: item, offset: item.range?.[0] ?? 0 } : null;
  }
  if (!isMap<Node, Node | null>(node)) return null;
  const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
  return pair ? { node: pair.value, offset: pair.key.range?.[0] ?? 0 } : null;
}

/** The file that an entry of `opening` names. */
export const fileOf = (opening: Opening): string => (typeof opening === 'string' ? opening : opening.answer);
