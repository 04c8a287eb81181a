// cspell:ignore labelledby
import { type Entry, only } from '../../core/session.ts';
import { askerOf } from '../../core/task.ts';
import { usual } from './bounds.ts';
import { costs, rows } from './costs.ts';
import { head } from './head.ts';
import { bare, type Content, type Html, html } from './html.ts';
import { type Piece, pieces } from './pieces.ts';
import type { Place } from './place.ts';
import { policy, style } from './style.ts';
import { survey } from './survey.ts';
import { duration } from './words.ts';

export type TranscriptOptions = {
  title: string;
  /** The text of stored bytes by their name, null where they are not at hand; left out, none is shown. */
  blob?: (name: string) => string | null;
};

/**
 * A session as one HTML page for people: it needs no other file, runs no script, and asks for nothing. Give it the whole
 * log: what a rewind took back is shown as such. Its length is bounded, however long the log is.
 */
export function transcript(log: readonly Entry[], { title, blob = () => null }: TranscriptOptions): string {
  const known = survey(log);
  const at: Place = { ...known, blob, bounds: usual };
  const spent = rows(log, known);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ markup: policy }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${bare(title.slice(0, 300))}</title>
<style>${{ markup: style }}</style>
</head>
<body>
${head(title, log, spent, at)}
<main>${sittings(log, pieces(log, at), at)}
${spent.length > 0 ? costs(spent) : null}</main>
<footer><p>Made from the session’s log. What models, commands and strangers wrote is shown as text; nobody checked it.</p></footer>
</body>
</html>
`;
  return page.markup;
}

/** Neighbours that agree about something, together. */
function runs<T>(list: readonly T[], agree: (one: T, other: T) => boolean): T[][] {
  const grouped: T[][] = [];
  for (const item of list) {
    const run = grouped.at(-1);
    const before = run?.at(-1);
    if (run && before !== undefined && agree(before, item)) run.push(item);
    else grouped.push([item]);
  }
  return grouped;
}

function sittings(log: readonly Entry[], all: readonly Piece[], at: Place): Content {
  const several = only(log, 'sitting.opened').length > 1;
  return runs(all, (one, other) => one.chapter.sitting === other.chapter.sitting).map((run) => {
    const { sitting } = run[0]?.chapter ?? { sitting: 0 };
    const body = chapters(run, log, at);
    if (sitting === 0) return body;
    const name = `Request${several ? ` ${sitting}` : ''} ${askedBy(log, sitting)}`;
    return html`<section aria-labelledby="request-${sitting}"><h2 id="request-${sitting}">${name}</h2>
${body}</section>`;
  });
}

function askedBy(log: readonly Entry[], sitting: number): string {
  const opened = only(log, 'sitting.opened').find((entry) => entry.sitting === sitting);
  const origin = opened?.plan.task.origin;
  if (!origin || origin.kind === 'terminal') return 'at a terminal';
  const asker = askerOf(origin);
  const by = asker ? `by ${asker.login.slice(0, 300)}` : 'by a deleted account';
  if (origin.kind === 'workflow') return `${asker ? `${by}, ` : ''}through the workflow ${origin.workflow}`;
  const subject = `${origin.subject.kind === 'pull' ? 'pull request' : 'issue'} #${origin.subject.number}`;
  return origin.kind === 'label' ? `${by} with a label on ${subject}` : `${by} in ${subject}`;
}

function chapters(run: readonly Piece[], log: readonly Entry[], at: Place): Content {
  return runs(
    run,
    ({ chapter: one }, { chapter: other }) => one.part === other.part && one.turn === other.turn,
  ).map((chapter) => {
    const shown = runs(chapter, (one, other) => one.gone === other.gone).map(told);
    const { part, turn, sitting } = chapter[0]?.chapter ?? { part: 'before', turn: 0, sitting: 0 };
    if (part === 'before') return shown;
    if (part === 'after') return html`<section class="turn"><h3>How it ended</h3>${shown}</section>`;
    return html`<article class="turn"><h3>Turn ${turn}${elapsed(log, at, sitting, turn)}</h3>
${shown}</article>`;
  });
}

/** What a rewind took back is set apart: it was done and paid for, and nothing came of it. */
function told(run: readonly Piece[]): Html {
  const shown = run.map((piece) => piece.shown);
  return run[0]?.gone
    ? html`<div class="gone"><p class="note">Taken back later:</p>${shown}</div>`
    : html`${shown}`;
}

function elapsed(log: readonly Entry[], at: Place, sitting: number, turn: number): Html | null {
  const index = at.chapters.findIndex((chapter) => chapter.sitting === sitting && chapter.turn === turn);
  const seq = log[index]?.seq;
  const time = seq === undefined ? '' : duration(at.since.get(seq) ?? Number.NaN);
  return time === '' ? null : html` <small>after ${time}</small>`;
}
