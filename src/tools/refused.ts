import { resolve } from 'node:path';
import type { Attempt, Sandbox } from '../core/sandbox.ts';
import { failure, type ToolResult } from '../core/tool.ts';

/** Why a file could not be read or written, or a folder listed. Where that is the path’s fault, `fault` says so, for harnesses that have words of their own for it. */
export function refused(
  { why, fault }: Attempt<unknown> & { ok: false },
  path: string,
  { folder }: Pick<Sandbox, 'folder'>,
): ToolResult {
  return failure(why, fault ? { fault, path, absolute: resolve(folder, path), folder } : {});
}
