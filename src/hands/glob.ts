import { lstatSync, statSync } from 'node:fs';
import type { Attempt, Files, Found } from '../core/sandbox.ts';
import { matcher, startOf } from './patterns.ts';
import { absolute, noFolder, shown } from './places.ts';
import { type Met, walk } from './walk.ts';

type Dated = Found & { at: number };

/** Files and links, and folders where they are asked for; newest first. */
export function glob(
  root: string,
  pattern: string,
  how: Parameters<Files['glob']>[1],
): Attempt<{ found: Found[]; total: number }> {
  const asked = absolute(root, how.path);
  const refusal = noFolder(asked, how.path);
  if (refusal) return refusal;
  const start = startOf(pattern);
  const folder = absolute(asked, start.folder);
  const exists = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!exists) return { ok: true, value: { found: [], total: 0 } };

  const fits = matcher(start.rest, start.byName);
  const all: Dated[] = [];
  const kept = how.skip + how.limit;
  let total = 0;
  for (const met of walk(folder, root, { depth: start.depth, ignored: how.ignored })) {
    if (
      (met.kind === 'folder' && !how.folders) ||
      !fits(met.place.slice(folder === '/' ? 1 : folder.length + 1))
    )
      continue;
    total++;
    all.push(dated(root, met));
    if (all.length > 10 * kept + 1000) keepNewest(all, kept); // memory stays flat however many match
  }
  keepNewest(all, kept);
  const found = all.slice(how.skip).map(({ at: _, ...found }) => found);
  return { ok: true, value: { found, total } };
}

function dated(root: string, { place, kind }: Met): Dated {
  const stats = lstatSync(place, { throwIfNoEntry: false });
  return { path: shown(root, place), kind, bytes: stats?.size ?? 0, at: stats?.mtimeMs ?? 0 };
}

function keepNewest(all: Dated[], limit: number): void {
  all.sort((one, other) => other.at - one.at || (one.path < other.path ? -1 : 1));
  all.splice(limit);
}
