import type { Instructions, Source } from '../../../core/task.ts';
import { clip, some } from '../bounds.ts';
import { type Content, html } from '../html.ts';
import { code, fold, note, type Place, type Renderer, size } from '../place.ts';
import { count, dotted } from '../words.ts';

/** What the model was given, each piece folded away under what it is and who wrote it. */
export const contextGathered: Renderer<'context.gathered'> = (
  { instructions, sources, files, hidden, notes = [] },
  at,
) => {
  const { items } = at.bounds;
  return [
    instructions.length > 0 ? html`<h3>Instructions</h3>` : null,
    some(instructions, items, (file) => instruction(file, at)),
    sources.length + files.length > 0 ? html`<h3>Data</h3>` : null,
    some(sources, items, (source) => sourced(source, at)),
    some(files, items, (file) => filed(file, at)),
    notes.length > 0 ? note(clip(notes.join(' '), at.bounds.characters)) : null,
    hidden > 0 ? note(`${count(hidden, 'hidden character')} of the data were taken out.`) : null,
  ];
};

const text = (words: string, at: Place): Content => html`<pre>${clip(words, at.bounds.characters)}</pre>`;

const instruction = ({ path, text: words }: Instructions, at: Place): Content =>
  fold([code(path), html` <small>${size(words)}</small>`], text(words, at));

function sourced({ title, text: words, author, trusted }: Source, at: Place): Content {
  const who = author === null ? 'a deleted account' : `by ${author}`;
  const may = trusted ? 'may write here' : 'may not write here';
  return fold(
    [clip(title, 300), ' ', html`<small>${clip(dotted(who, may, size(words)), 300)}</small>`],
    text(words, at),
  );
}

function filed({ path, bytes, title }: { path: string; bytes: string; title: string }, at: Place): Content {
  const stored = at.blob(bytes);
  const name: Content = [clip(title, 300), ' in ', code(path)];
  if (stored === null) return html`<p class="file">${name} <small>not kept with this page</small></p>`;
  return fold([name, html` <small>${size(stored)}</small>`], text(stored, at));
}
