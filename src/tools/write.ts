import * as z from 'zod/mini';
import { maybe, path, text, tool } from './args.ts';
import { readWhole } from './editing/whole.ts';
import { refused } from './refused.ts';
import { outdated, versionOf } from './version.ts';

/**
 * `{path, text, how?: replace | append | create, seen?}` → `{path, bytes, existed, size}`: `bytes` were written, to a file that was
 * there before or not and has `size` bytes now. Missing folders are made. `create` fails where something is already. `seen`: the version of the file
 * that the change is meant for, as an earlier answer told it, empty where none did. Another one is not changed, and a file
 * that was not there is made; then the answer has a `version`, too.
 */
export const write = tool({
  name: 'write',
  changes: true,
  args: z.object({ path, text, how: maybe(z.enum(['replace', 'append', 'create'])), seen: maybe(text) }),
  async run({ path, text, how = 'replace', seen }, { sandbox }) {
    const content = Buffer.from(text);
    const before = seen === undefined ? null : await readWhole(sandbox.files, path);
    if (before && !before.ok && before.fault !== 'missing') return refused(before, path, sandbox);
    const old = before?.ok ? outdated(path, Buffer.from(before.value, 'latin1'), seen ?? '') : null;
    if (old) return old;
    const written = await sandbox.files.write(path, content, how);
    if (!written.ok) return refused(written, path, sandbox);
    const { existed, bytes: size } = written.value;
    const fields = { path, bytes: content.length, existed, size };
    return { ok: true, fields: before ? { ...fields, version: versionOf(content) } : fields };
  },
});
