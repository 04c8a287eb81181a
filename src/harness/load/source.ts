import { type Document, isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import type { Json } from '../../core/json.ts';
import { readYaml } from '../../text/yaml.ts';
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
  const { document, lines, errors } = readYaml(text);
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
  const tooMuch = errors.filter(({ code }) => code === 'RESOURCE_EXHAUSTION').slice(0, 1);
  const problems = (tooMuch.length > 0 ? tooMuch : errors).map(({ code, offset, text }) => ({
    file,
    ...place(offset),
    text: code === 'MULTIPLE_DOCS' ? secondDocument : `${text.replace(/\.$/, '')}.`,
  }));
  if (problems.length > 0) return { id, file, data: null, problems, find };
  const { data, strange } = toData(document);
  if (!strange) return { id, file, data, problems, find };
  const { line, column } = find(strange.path);
  return { id, file, data: null, problems: [{ file, line, column, text: strange.text }], find };
}

const tooDeep = 'It is nested too deep.';
const secondDocument = 'A second document begins here, and there may be only one.';

type Strange = { path: Path; text: string };

function toData(document: Document): { data: Json; strange: Strange | null } {
  try {
    const data: Json = document.toJS({ maxAliasCount: 100 });
    return { data, strange: whatIsStrange(data) };
  } catch (error) {
    if (error instanceof RangeError) return { data: null, strange: { path: [], text: tooDeep } };
    if (!(error instanceof ReferenceError)) throw error;
    return { data: null, strange: { path: [], text: 'It refers to itself, or to its parts too often.' } };
  }
}

const deepest = 100;

/** What YAML allows and no tree of data can hold: a part of itself, and a key that every object has. */
function whatIsStrange(value: Json, path: Path = []): Strange | null {
  if (path.length > deepest)
    return { path: path.slice(0, 1), text: 'It refers to itself, or is nested too deep.' };
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, key];
    const strange =
      key === '__proto__' ? { path: at, text: `\`${key}\` cannot be a key.` } : whatIsStrange(inner, at);
    if (strange) return strange;
  }
  return null;
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

/** Where in a text an offset is. */
export function lineOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
