import type { Attempt, Files, Line } from '../core/sandbox.ts';
import { matching } from './matching.ts';
import { search } from './searching.ts';

/** Line by line, file after file as the walk meets them; stops where there is more than may be told. */
export function grep(
  root: string,
  pattern: string,
  how: Parameters<Files['grep']>[1],
): Attempt<{ lines: Line[]; more: boolean }> {
  const { found, file } = matching(how);
  const searched = search(root, pattern, how, (expression, path) =>
    found.more ? null : file(expression, path),
  );
  return searched.ok ? { ok: true, value: found } : searched;
}
