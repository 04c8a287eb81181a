import { html } from '../html.ts';
import { block, code } from '../place.ts';
import { count, dotted } from '../words.ts';
import { fieldsOf, numberOf, objectsOf, type Show, textOf } from './shown.ts';

export const read: Show = ({ args }, result, at) => {
  const { text, start, lines, total } = fieldsOf(result);
  const [from, shown, all] = [numberOf(start), numberOf(lines), numberOf(total)];
  return {
    title: html`Read ${code(textOf(args['path']))}`,
    state: from === null || shown === null ? null : range(from, shown, all),
    body: block('Text', textOf(text), at),
  };
};

const range = (from: number, lines: number, total: number | null): string =>
  lines === 0
    ? 'an empty file'
    : `lines ${from} to ${from + lines - 1}${total === null ? '' : ` of ${total}`}`;

export const list: Show = ({ args }, result, at) => ({
  title: html`Listed ${code(textOf(args['path']) || '.')}`,
  ...found(result, at),
});

export const glob: Show = ({ args }, result, at) => ({
  title: html`Looked for files ${code(textOf(args['pattern']))}`,
  ...found(result, at),
});

/** Folders end in a slash, as they do in a shell. */
function found(...[result, at]: [Parameters<Show>[1], Parameters<Show>[2]]) {
  const { found, more } = fieldsOf(result);
  const paths = objectsOf(found).map(
    ({ path, kind }) => `${textOf(path)}${kind === 'folder' ? '/' : kind === 'link' ? '@' : ''}`,
  );
  const state = result?.ok
    ? dotted(count(paths.length, 'name'), more === true ? 'there are more' : null)
    : null;
  return { state, body: block('Names', paths.join('\n'), at) };
}

export const grep: Show = ({ args }, result, at) => {
  const { lines, matches, more } = fieldsOf(result);
  const hits = numberOf(matches);
  const words = objectsOf(lines).map(
    ({ path, number, text, match }) =>
      `${textOf(path)}:${textOf(number)}${match === false ? '-' : ':'}${textOf(text)}`,
  );
  return {
    title: html`Searched ${code(textOf(args['path']) || '.')} for ${code(textOf(args['pattern']))}`,
    state:
      hits === null ? null : dotted(count(hits, 'match', 'matches'), more === true ? 'there are more' : null),
    body: block('Lines', words.join('\n'), at),
  };
};
