import { lstatSync } from 'node:fs';
import type { Attempt, Files, Found } from '../core/sandbox.ts';
import { absolute, noFolder, shown } from './places.ts';
import { type Met, walk } from './walk.ts';

/** Characters of all paths together. */
const mostCharacters = 512 * 1024;

export function list(
  root: string,
  path: string,
  how: Parameters<Files['list']>[1],
): Attempt<{ found: Found[]; more: boolean }> {
  const folder = absolute(root, path);
  const refusal = noFolder(folder, path);
  if (refusal) return refusal;
  const found: Found[] = [];
  let characters = 0;
  for (const met of walk(folder, root, how)) {
    const full = found.length === how.limit || characters > mostCharacters;
    if (full) return { ok: true, value: { found, more: true } };
    const one = asFound(root, met);
    found.push(one);
    characters += one.path.length;
  }
  return { ok: true, value: { found, more: false } };
}

function asFound(root: string, { place, kind }: Met): Found {
  const bytes = kind === 'folder' ? 0 : (lstatSync(place, { throwIfNoEntry: false })?.size ?? 0);
  return { path: shown(root, place), kind, bytes };
}
