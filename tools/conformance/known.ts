import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Recording } from './recording.ts';

const tests = join(import.meta.dirname, '../../__tests__/harnesses');
export const recordedFolder = join(tests, 'recorded');

/** All recordings, by the harness of ours that is described from each; of several for one, the first has the first request. */
export function recordings(): Map<string, Recording> {
  const read = readdirSync(recordedFolder)
    .filter((file) => file.endsWith('.json'))
    .sort((one, other) => one.localeCompare(other))
    .map((file) => JSON.parse(readFileSync(join(recordedFolder, file), 'utf8')) as Recording);
  // One that is named as the harness comes first.
  const own = (one: Recording): number => (one.id === one.harness ? 0 : 1);
  const byHarness = Map.groupBy(read, ({ harness }) => harness);
  return new Map(
    [...byHarness].map(([harness, several]) => [
      harness,
      several.sort((a, b) => own(a) - own(b)).reduce(both),
    ]),
  );
}

function both(one: Recording, other: Recording): Recording {
  const more = other.request.tools.filter(
    ({ name }) => !one.request.tools.some((tool) => tool.name === name),
  );
  const request = { ...one.request, tools: [...one.request.tools, ...more] };
  return { ...one, request, rows: { ...one.rows, ...other.rows } };
}

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
