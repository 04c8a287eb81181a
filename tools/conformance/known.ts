import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Recording } from './recording.ts';

const tests = join(import.meta.dirname, '../../__tests__/harnesses');
export const recordedFolder = join(tests, 'recorded');

/** All recordings, by the harness of ours that is described from each. */
export const recordings = (): Map<string, Recording> =>
  new Map(
    readdirSync(recordedFolder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(recordedFolder, file), 'utf8')) as Recording)
      .map((recording) => [recording.harness, recording]),
  );

/** Where a harness of ours differs from its original, and why: rows to reasons. */
export function differencesOf(harness: string): Map<string, string> {
  const file = join(tests, 'differences', `${harness}.yml`);
  if (!existsSync(file)) return new Map();
  const listed = parse(readFileSync(file, 'utf8')) as readonly { reason: string; rows: readonly string[] }[];
  return new Map(listed.flatMap(({ reason, rows }) => rows.map((row) => [row, reason.trim()] as const)));
}

/** Harnesses that come along. */
export const harnessIds = (): string[] =>
  readdirSync(join(import.meta.dirname, '../../harnesses'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
