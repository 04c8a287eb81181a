import type { Blobs } from '../core/change.ts';
import { OiError } from '../core/errors.ts';
import type { Sandbox } from '../core/sandbox.ts';
import { type Entry, type EntryOf, last } from '../core/session.ts';
import type { Sources } from './sources.ts';

type Files = EntryOf<'context.gathered'>['files'];

/** Outside the workspace, so that it is no part of a change; a sandbox's own folder, gone with it. */
const folder = '/tmp/oi-context';

/** Keeps what is for files beside the log. What holds a live secret is kept nowhere and left out. */
export async function keepFiles(files: Sources['files'], blobs: Blobs): Promise<Files> {
  const kept = await Promise.all(
    files.map(async ({ name, title, sources }) => {
      const bytes = await blobs.put(Buffer.from(`${JSON.stringify(sources, null, 1)}\n`));
      return bytes === null ? [] : [{ path: `${folder}/${name}`, bytes, title }];
    }),
  );
  return kept.flat();
}

/** Writes the files of the last gathering into the sandbox. Costs nothing where there are none. Throws `sandbox.lost`. */
export async function layFiles(
  entries: readonly Entry[],
  at: { sandbox: Promise<Sandbox>; blobs: Blobs },
): Promise<void> {
  for (const { path, bytes } of last(entries, 'context.gathered')?.files ?? []) {
    const written = await (await at.sandbox).files.write(path, await at.blobs.get(bytes));
    if (!written.ok) {
      const happened = `The context files could not be written into the sandbox: ${written.why}`;
      throw new OiError('sandbox.lost', happened, 'Run it again.');
    }
  }
}
