import type { Entry, EntryOf } from '../../core/session.ts';
import { type Bounds, clip } from './bounds.ts';
import { type Content, type Html, html } from './html.ts';
import type { Survey } from './survey.ts';
import { count, linesOf, trimmed } from './words.ts';

/** Where an entry is shown: the log around it, the stored bytes as text, and how much room there is. */
export type Place = Survey & { blob(name: string): string | null; bounds: Bounds };

/** Shows one kind of entry. All of it is untrusted: `html` makes text of it. */
export type Renderer<T extends Entry['type']> = (entry: EntryOf<T>, at: Place) => Content;

/** Something to unfold. */
export const fold = (title: Content, body: Content): Html =>
  html`<details><summary>${title}</summary>${body}</details>`;

/** More lines than these are folded away. */
const openLines = 12;

/** Text as it stands, long text behind its size. `name` says what it is, e.g. `Output`. */
export function block(name: string, text: string, at: Place): Content {
  if (trimmed(text) === '') return null;
  const pre = html`<pre>${clip(text, at.bounds.characters)}</pre>`;
  const lines = linesOf(text).length;
  if (lines <= openLines && text.length <= openLines * 100) return pre;
  return fold(`${name}, ${size(text, lines)}`, pre);
}

export const size = (text: string, lines = linesOf(text).length): string =>
  lines > 1 ? count(lines, 'line') : count(text.length, 'character');

/** Prose of a model or a person. */
export const prose = (text: string, at: Place): Content =>
  trimmed(text) === '' ? null : html`<div class="prose">${clip(trimmed(text), at.bounds.characters)}</div>`;

/** Names and what they stand for; pairs without a value are left out. */
export function pairs(list: readonly (readonly [name: string, value: Content])[], at: Place): Html {
  const shown = list.filter(([, value]) => value !== null && value !== '');
  return html`<dl>${shown.map(
    ([name, value]) =>
      html`<div><dt>${name}</dt><dd>${typeof value === 'string' ? clip(value, at.bounds.characters) : value}</dd></div>`,
  )}</dl>`;
}

export const code = (text: string): Html => html`<code>${clip(text, 300)}</code>`;

export const note = (...content: readonly Content[]): Html => html`<p class="note">${content}</p>`;
