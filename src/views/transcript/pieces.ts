import type { Entry } from '../../core/session.ts';
import { narrow } from './bounds.ts';
import { render } from './entries/index.ts';
import { type Html, html } from './html.ts';
import type { Place } from './place.ts';
import type { Chapter } from './survey.ts';
import { count } from './words.ts';

/** What is shown of one entry, with its chapter; `gone` is what a rewind took back. */
export type Piece = { chapter: Chapter; gone: boolean; shown: Html };

/** Bytes of all pieces together, of one, and what the frame of one may add. */
const mostBytes = 2_000_000;
const mostOfOne = 250_000;
const frame = 400;

const bytesOf = ({ markup }: Html): number => Buffer.byteLength(markup);

/** Every entry of a log; of one that is too long for a page the beginning and, longer, the end. */
export function pieces(log: readonly Entry[], at: Place): Piece[] {
  const all = log.flatMap((entry, index): (Piece & { bytes: number })[] => {
    const chapter = at.chapters[index];
    const shown = chapter && bounded(entry, at);
    return shown && shown.markup !== ''
      ? [{ chapter, gone: at.gone.has(entry.seq), shown, bytes: bytesOf(shown) + frame }]
      : [];
  });
  if (all.reduce((sum, { bytes }) => sum + bytes, 0) <= mostBytes) return all;
  const head = fitting(all, mostBytes / 4);
  const tail = fitting(all.toReversed(), (mostBytes * 3) / 4);
  const chapter = all[head]?.chapter;
  const hole = html`<p class="alert">${count(all.length - head - tail, 'step')} left out here: the page would be too long. The session’s log has them.</p>`;
  return [
    ...all.slice(0, head),
    ...(chapter ? [{ chapter, gone: false, shown: hole }] : []),
    ...all.slice(all.length - tail),
  ];
}

/** How many of them have room. */
function fitting(list: readonly { bytes: number }[], room: number): number {
  let used = 0;
  for (const [index, { bytes }] of list.entries()) {
    used += bytes;
    if (used > room) return index;
  }
  return list.length;
}

function bounded(entry: Entry, at: Place): Html {
  const usual = html`${render(entry, at)}`;
  if (bytesOf(usual) <= mostOfOne) return usual;
  const shown = html`${render(entry, { ...at, bounds: narrow })}`;
  return bytesOf(shown) <= mostOfOne ? shown : html`<p class="note">This step is too long to be shown.</p>`;
}
