import { stringify } from 'yaml';
import { isJsonObject } from '../../core/json.ts';
import { chainOf } from './chain.ts';
import { readHarnessFolder } from './folder.ts';
import { merge } from './merge.ts';
import type { Shelf } from './shelf.ts';

/** A harness's file with what it extends merged in, as YAML, and every file that it is made of. Throws `harness.invalid`. */
export async function showHarness(id: string, shelf: Shelf): Promise<{ yaml: string; files: string[] }> {
  const files = new Set<string>();
  const noting: Shelf = {
    ...shelf,
    async read(path) {
      const text = await shelf.read(path);
      if (text !== null) files.add(shelf.shown(path));
      return text;
    },
  };
  await readHarnessFolder(id, noting);
  const chain = await chainOf(id, shelf);
  const merged = [...chain].reverse().reduce((base, source) => merge(base, source.data), merge({}, {}));
  const { extends: _, ...rest } = isJsonObject(merged) ? merged : {};
  return { yaml: stringify(rest, { lineWidth: 120, aliasDuplicateObjects: false }), files: [...files] };
}
