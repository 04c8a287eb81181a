import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import type { Row } from './rows.ts';

const page = new URL('../../docs/performance.md', import.meta.url);
const [begin, end] = ['<!-- npm run bench -- --write: begin -->', '<!-- end -->'];

/** Markdown: the machine, how calm it was, the table and what is missed. `load` is that of the minute before. */
export function report(rows: readonly Row[], how: { load: number; runs: number; inCalm: number }): string {
  const missed = rows.filter(({ met }) => met === false);
  return [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Linux ${release()}, Node ${process.versions.node}.`,
    `${how.inCalm} of ${how.runs} timed runs began in calm; the load before was ${how.load.toFixed(1)}.`,
    '',
    ...tableOf(rows),
    '',
    missed.length === 0 ? 'Every goal is met.' : 'Missed:',
    ...(missed.length === 0 ? [] : ['']),
    ...missed.map(({ what, ours, figure, goal }) => `- ${what}: ${figure || ours}, goal ${goal}`),
  ].join('\n');
}

/** Puts the report between its marks in docs/performance.md. */
export function writeReport(text: string): void {
  const [before, rest = ''] = readFileSync(page, 'utf8').split(begin);
  const after = rest.split(end)[1];
  if (after === undefined) throw new Error(`docs/performance.md has no part between ${begin} and ${end}.`);
  writeFileSync(page, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}

const tableOf = (rows: readonly Row[]): string[] => [
  '| what | floor | ours | ratio | goal |  |',
  '| --- | --- | --- | --- | --- | --- |',
  ...rows.map(({ what, floor, ours, figure, goal, met }) => {
    const state = met === null ? '' : met ? 'met' : '**missed**';
    return `| ${[what, floor, ours, figure, goal, state].join(' | ')} |`;
  }),
];
