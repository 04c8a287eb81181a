import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '../core/session.ts';
import { last } from '../core/session.ts';
import type { Showing } from './showing.ts';

/**
 * Writes the session as a page beside its log, `transcript.html`, and answers where. It stays on the runner: whether others
 * may see it is for the workflow to say, e.g. by uploading it. Null where there was nothing to write down.
 */
export async function writeTranscript(
  log: readonly Entry[],
  session: string | null,
  showing: Showing,
): Promise<string | null> {
  if (!session || log.length === 0) return null;
  const { transcript } = await import('../views/transcript/transcript.ts');
  const file = join(session, 'transcript.html');
  const title = last(log, 'sitting.opened')?.plan.session ?? 'Session';
  const blob = (name: string): string | null => textOf(join(session, '../blobs', name));
  await showing.page(file, transcript(log, { title, blob }));
  return file;
}

const textOf = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null);
