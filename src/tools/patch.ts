import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Attempt, Files, Sandbox } from '../core/sandbox.ts';
import { failure, type ToolResult } from '../core/tool.ts';
import { text, tool } from './args.ts';
import { parsePatch, type Section } from './editing/patch-format.ts';
import { patched } from './editing/patching.ts';
import { performAll, type Step } from './editing/steps.ts';
import { inBytes, readWhole } from './editing/whole.ts';
import { refused } from './refused.ts';

/**
 * `{patch}` → `{files: [{op, path}]}`: a patch envelope (see `editing/patch-format.ts`), and each file that it added (A),
 * modified or moved (M: the new path) or deleted (D). All files are changed or none.
 */
export const patch = tool({
  name: 'patch',
  changes: true,
  args: z.object({ patch: text }),
  async run({ patch }, { sandbox }) {
    const { files, folder } = sandbox;
    const sections = parsePatch(patch);
    if (!sections.ok) return failure(`${sections.why} Nothing was changed.`);
    const steps = await plan(sections.value, files, folder);
    if (!steps.ok) return unplanned(steps, sandbox);
    const done = await performAll(steps.value, files);
    if (!done.ok) return refused(done, done.path, sandbox);
    return { ok: true, fields: { files: sections.value.map(report) } };
  },
});

type Planned = { ok: true; value: Step[] } | (Attempt<never> & { ok: false; path: string; lines?: string });

/** Before anything was done. `lines`: those of an update that are not in the file. */
function unplanned({ lines, ...why }: Planned & { ok: false }, { folder }: Sandbox): ToolResult {
  const told = { ...why, why: `${why.why} Nothing was changed.` };
  if (lines === undefined) return refused(told, why.path, { folder });
  const absolute = resolve(folder, why.path);
  return failure(told.why, { fault: 'absent', path: why.path, absolute, lines });
}

function report(section: Section): { op: string; path: string } {
  if (section.op === 'add') return { op: 'A', path: section.path };
  if (section.op === 'delete') return { op: 'D', path: section.path };
  return { op: 'M', path: section.to ?? section.path };
}

/** What to do on the disk, worked out in memory first: a later section sees what an earlier one made. */
async function plan(sections: readonly Section[], files: Files, folder: string): Promise<Planned> {
  const known = new Map<string, Attempt<string>>();
  const steps: Step[] = [];
  for (const section of sections) {
    const planned = await planOne(section, read, keep);
    if (!planned.ok) return planned;
    steps.push(...planned.value);
  }
  return { ok: true, value: steps };

  async function read(path: string): Promise<Attempt<string>> {
    const place = resolve(folder, path);
    const content = known.get(place) ?? (await readWhole(files, path));
    known.set(place, content);
    return content;
  }
  function keep(path: string, bytes: string | null): void {
    const gone = { ok: false as const, why: `${path} does not exist.`, fault: 'missing' as const };
    known.set(resolve(folder, path), bytes === null ? gone : { ok: true, value: bytes });
  }
}

async function planOne(
  section: Section,
  read: (path: string) => Promise<Attempt<string>>,
  keep: (path: string, bytes: string | null) => void,
): Promise<Planned> {
  const { path } = section;
  const file = await read(path);
  if (section.op === 'add') {
    const bytes = inBytes(section.lines.map((line) => `${line}\n`).join(''));
    keep(path, bytes);
    return { ok: true, value: [{ do: 'write', path, bytes, before: file.ok ? file.value : null }] };
  }
  if (!file.ok) {
    const missing = section.op === 'update' && file.fault === 'missing';
    return { ok: false, why: file.why, path, ...(missing && { fault: 'missing' }) };
  }
  const before = file.value;
  keep(path, null);
  if (section.op === 'delete') return { ok: true, value: [{ do: 'remove', path, before }] };
  const bytes = patched(before, section.hunks, path);
  if (!bytes.ok) return { ...bytes, path };
  const { to } = section;
  if (to === null) {
    keep(path, bytes.value);
    return { ok: true, value: [{ do: 'write', path, bytes: bytes.value, before }] };
  }
  const there = await read(to);
  keep(to, bytes.value);
  return {
    ok: true,
    value: [
      { do: 'rename', path, to, before: there.ok ? there.value : null },
      { do: 'write', path: to, bytes: bytes.value, before },
    ],
  };
}
