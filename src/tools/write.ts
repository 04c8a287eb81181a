import * as z from 'zod/mini';
import { failure } from '../core/tool.ts';
import { maybe, path, text, tool } from './args.ts';

/**
 * `{path, text, how?: replace | append | create}` → `{path, bytes, existed}`: `bytes` were written, to a file that was
 * there before or not. Missing folders are made. `create` fails where something is already.
 */
export const write = tool({
  name: 'write',
  changes: true,
  args: z.object({ path, text, how: maybe(z.enum(['replace', 'append', 'create'])) }),
  async run({ path, text, how = 'replace' }, { sandbox }) {
    const content = Buffer.from(text);
    const written = await sandbox.files.write(path, content, how);
    if (!written.ok) return failure(written.why);
    return { ok: true, fields: { path, bytes: content.length, existed: written.value.existed } };
  },
});
