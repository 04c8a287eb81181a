import { lstatSync, mkdirSync, renameSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Attempt } from '../core/sandbox.ts';
import { absolute } from './places.ts';

/** Removes a file or a link itself, never a folder. */
export function remove(root: string, path: string): Attempt<null> {
  const place = absolute(root, path);
  if (lstatSync(place).isDirectory()) return { ok: false, why: `${path} is a folder, not a file.` };
  unlinkSync(place);
  return { ok: true, value: null };
}

/** Moves a file; what was at the new place is replaced, unless it is a folder. */
export function rename(root: string, from: string, to: string): Attempt<null> {
  const place = absolute(root, from);
  const target = absolute(root, to);
  if (lstatSync(place).isDirectory()) return { ok: false, why: `${from} is a folder, not a file.` };
  if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory()) {
    return { ok: false, why: `${to} is a folder, so nothing can be moved to it.` };
  }
  mkdirSync(dirname(target), { recursive: true });
  renameSync(place, target);
  return { ok: true, value: null };
}
