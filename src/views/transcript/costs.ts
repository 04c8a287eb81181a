// cspell:ignore labelledby
import type { Spent } from '../../core/model.ts';
import type { Entry } from '../../core/session.ts';
import { add, lostQuestions, none, spent, untold } from '../usage.ts';
import { type Content, type Html, html } from './html.ts';
import type { Chapter, Survey } from './survey.ts';
import { count, duration, number, price } from './words.ts';

/** What a turn took: milliseconds of the model and of the calls, and what was paid, failed attempts included. */
export type Row = {
  sitting: number;
  turn: number;
  thinking: number;
  acting: number;
  failed: number;
  usage: Spent;
};

const empty = (sitting: number, turn: number): Row => ({
  sitting,
  turn,
  thinking: 0,
  acting: 0,
  failed: 0,
  usage: none,
});

export function rows(log: readonly Entry[], { chapters, took }: Survey): Row[] {
  const rows: Row[] = [];
  const lost = lostQuestions(log);
  for (const [index, entry] of log.entries()) {
    const chapter = chapters[index];
    if (chapter?.part !== 'turn') continue;
    const milliseconds = took.get(entry.seq) ?? 0;
    const row = rowOf(chapter, rows);
    if (entry.type === 'tool.returned') row.acting += milliseconds;
    if (entry.type === 'attempt.failed') row.failed++;
    if (lost.has(entry.seq)) row.usage = add(row.usage, untold);
    if (entry.type !== 'model.replied' && entry.type !== 'attempt.failed') continue;
    row.thinking += milliseconds;
    row.usage = add(row.usage, spent(entry.type === 'model.replied' ? entry.reply.usage : entry.usage));
  }
  return rows;
}

/** The last row, or a new one where a turn begins. */
function rowOf({ sitting, turn }: Chapter, rows: Row[]): Row {
  const last = rows.at(-1);
  if (last?.sitting === sitting && last.turn === turn) return last;
  const row = empty(sitting, turn);
  rows.push(row);
  return row;
}

export const sum = (rows: readonly Row[]): Row =>
  rows.reduce(
    (all, row) => ({
      sitting: 0,
      turn: 0,
      thinking: all.thinking + row.thinking,
      acting: all.acting + row.acting,
      failed: all.failed + row.failed,
      usage: add(all.usage, row.usage),
    }),
    empty(0, 0),
  );

const mostRows = 500;

/** A table with a row for each turn and the sum of all. */
export function costs(all: readonly Row[]): Html {
  const left = all.length - mostRows;
  return html`<section aria-labelledby="costs"><h2 id="costs">Time and cost</h2>
<div class="wide" tabindex="0" role="region" aria-label="Table of time and cost"><table>
<caption>Times are as the log has them. Failed attempts were paid for, too.</caption>
<thead><tr><th scope="col">Turn</th><th scope="col">Model</th><th scope="col">Calls</th><th scope="col">Tokens in</th><th scope="col">Cached</th><th scope="col">Out</th><th scope="col">Cost</th></tr></thead>
<tbody>${all.slice(0, mostRows).map((row) => line(nameOf(row, all), row))}${
    left > 0 ? html`<tr><td colspan="7">and ${count(left, 'more turn')}</td></tr>` : null
  }</tbody>
<tfoot>${line('All', sum(all))}</tfoot></table></div></section>`;
}

function nameOf({ sitting, turn, failed }: Row, all: readonly Row[]): Content {
  const several = all.at(-1)?.sitting !== all[0]?.sitting;
  const name = several ? `${sitting}.${turn}` : `${turn}`;
  return failed > 0 ? `${name} (${count(failed, 'failed attempt')})` : name;
}

const line = (name: Content, { thinking, acting, usage }: Row): Html =>
  html`<tr><th scope="row">${name}</th><td>${duration(thinking)}</td><td>${duration(acting)}</td><td>${number(usage.input)}</td><td>${number(usage.cached)}</td><td>${number(usage.output)}</td><td>${usage.untold.prices > 0 ? '?' : price(usage.usd)}</td></tr>`;
