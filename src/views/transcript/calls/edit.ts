import { type Content, html } from '../html.ts';
import { code } from '../place.ts';
import { count } from '../words.ts';
import { changed, type DiffLine, diff, diffOf } from './diff.ts';
import { fieldsOf, numberOf, objectsOf, type Show, textOf } from './shown.ts';

/** A file written whole: what it held before is not in the log. */
export const write: Show = ({ args }, result, at) => {
  const existed = fieldsOf(result)['existed'];
  const how = textOf(args['how']);
  const before = existed === true ? (how === 'append' ? 'added to its end' : 'replaced whole') : null;
  return {
    title: edited('Wrote', textOf(args['path'])),
    state: before ?? (existed === false ? 'new file' : null),
    body: diff(changed('', textOf(args['text'])), at),
  };
};

export const replace: Show = ({ args }, result, at) => {
  const replaced = numberOf(fieldsOf(result)['replaced']);
  const lines = objectsOf(args['edits']).flatMap((edit, index): DiffLine[] => [
    ...(index > 0 ? [{ sign: '@', text: '' } as const] : []),
    ...changed(textOf(edit['old']), textOf(edit['new'])),
  ]);
  return {
    title: edited('Edited', textOf(args['path'])),
    state: replaced === null ? null : count(replaced, 'place'),
    body: diff(lines, at),
  };
};

/** Lines by their numbers: what stood there before is not in the log. */
export const splice: Show = ({ args }, result, at) => {
  const removed = numberOf(fieldsOf(result)['removed']);
  return {
    title: edited('Edited', textOf(args['path'])),
    state: removed === null ? null : `in the place of ${count(removed, 'line')}`,
    body: diff(changed('', textOf(args['text'])), at),
  };
};

export const patch: Show = ({ args }, result, at) => {
  const files = objectsOf(fieldsOf(result)['files']);
  const first = textOf(files[0]?.['path']);
  return {
    title: files.length === 1 ? edited('Patched', first) : 'Patched files',
    state: files.length === 0 ? null : count(files.length, 'file'),
    body: diff(diffOf(textOf(args['patch'])), at),
  };
};

const edited = (what: string, path: string): Content => html`${what} ${code(path)}`;
