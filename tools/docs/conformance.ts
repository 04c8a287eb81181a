import { join } from 'node:path';
import type { WireId } from '../../src/core/model.ts';
import { bakeHarness } from '../../src/harness/bake.ts';
import { differencesOf, harnessIds, recordings } from '../conformance/known.ts';
import type { Recording } from '../conformance/recording.ts';

/** What each harness has in common with the agent that it is described from. A test holds the lists that this is made of. */
export async function conformanceTable(): Promise<string> {
  const known = recordings();
  const all = harnessIds().map(async (id) => {
    const recording = known.get(id);
    if (!recording) return [];
    const { wires } = await bakeHarness(harnesses, id);
    return [{ id, recording, wires, differences: differencesOf(id) }];
  });
  const measured = (await Promise.all(all)).flat();
  const described = harnessIds().filter((id) => !known.has(id));
  const waiting = [...known.values()].filter(({ harness }) => !harnessIds().includes(harness));
  const rows = new Set(measured.flatMap(({ recording }) => Object.keys(recording.rows)));
  const cells = (row: string): string[] => measured.map((each) => cellOf(each, row));
  return [
    ...measured.map(({ id, recording }) => `- \`${id}\`: ${nameOf(recording)}`),
    `- *described* from sources, or our own, and not recorded; what differs is in the README of each: ${list(described)}`,
    ...(waiting.length > 0 ? [`- recorded, and not yet a harness: ${waiting.map(nameOf).join(', ')}`] : []),
    '',
    `| row | ${measured.map(({ id }) => id).join(' | ')} |`,
    `|---|${measured.map(() => '---|').join('')}`,
    `| tools of the first request | ${measured.map(toolsCell).join(' | ')} |`,
    ...[...requestRows, ...rows].map((row) => `| ${row} | ${cells(row).join(' | ')} |`),
    ...measured.flatMap(({ id, differences }) => reasons(id, differences)),
  ].join('\n');
}

type MeasuredHarness = {
  id: string;
  recording: Recording;
  wires: readonly WireId[];
  differences: Map<string, string>;
};
const harnesses = join(import.meta.dirname, '../../harnesses');
const requestRows = ['request: parameters', 'request: messages', 'request: shape of results'];

const nameOf = ({ package: name, version, date }: Recording): string =>
  `${name} ${version}, recorded on ${date}`;
const list = (ids: readonly string[]): string =>
  ids.map((id) => `[\`${id}\`](../harnesses/${id})`).join(', ');

function cellOf({ recording, wires, differences }: MeasuredHarness, row: string): string {
  if (differences.has(row)) return 'differs';
  if (requestRows.includes(row)) return wires.includes(recording.wire) ? 'identical' : 'not measured';
  const turns = recording.rows[row];
  return turns && !('failed' in turns) ? 'identical' : 'not measured';
}

function toolsCell({ recording, differences }: MeasuredHarness): string {
  const names = recording.request.tools.map(({ name }) => name);
  const differ = names.filter((name) => differences.has(`tool: ${name}`)).length;
  return `${names.length - differ} of ${names.length} identical`;
}

function reasons(id: string, differences: Map<string, string>): string[] {
  if (differences.size === 0) return [];
  const byReason = Map.groupBy(differences, ([, reason]) => reason);
  return [
    '',
    `Where \`${id}\` differs:`,
    '',
    ...[...byReason].map(([reason, rows]) => `- ${rows.map(([row]) => row).join('; ')}: ${reason}`),
  ];
}
