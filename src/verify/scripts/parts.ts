import { isDeepStrictEqual } from 'node:util';
import { sectionsOf } from '../../text/sections.ts';
import type { FileChange } from '../files.ts';
import { parseJson } from '../source/data.ts';
import { textOf } from '../source/decode.ts';
import type { Behind } from './trail.ts';

/** Whether a change to a file that holds many things touches the part that stands behind a command; null where it holds one. */
export function touchesPart({ path, before, after }: FileChange, behind: Behind): boolean | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const differs = (part: (text: string) => unknown): boolean =>
    !isDeepStrictEqual(part(textOf(before) ?? ''), part(textOf(after) ?? ''));
  if (name === 'package.json' || name === 'composer.json') return differs((text) => ofPackage(text, behind));
  if (/^deno\.jsonc?$/.test(name)) return differs(ofDeno);
  if (['pyproject.toml', 'setup.cfg', 'tox.ini', 'Cargo.toml'].includes(name)) {
    return differs((text) => ofSections(text, behind));
  }
  return null;
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function ofPackage(text: string, { scripts, keys }: Behind): unknown {
  const data = objectOf(parseJson(text));
  const all = objectOf(data['scripts']);
  return [[...scripts].map((name) => all[name]), [...keys].map((key) => data[key])];
}

function ofDeno(text: string): unknown {
  const data = objectOf(parseJson(text));
  return ['tasks', 'test', 'lint', 'imports', 'compilerOptions'].map((key) => data[key]);
}

/** A new version of the project itself is no other check. */
function ofSections(text: string, { sections }: Behind): unknown {
  const matters = [...sectionsOf(text)].filter(([heading]) => sections.some((known) => known.test(heading)));
  return matters.map(([heading, lines]) => [
    heading,
    lines.filter((line) => !/^\s*(?:version\s*=|#|;)/.test(line)),
  ]);
}
