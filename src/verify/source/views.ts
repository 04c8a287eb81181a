import type { Form, Syntax } from './syntax.ts';

/** The same text three times, each as long as the original, so that an offset means the same place in all. */
export type Views = {
  text: string;
  /** Without comments and without what strings hold. A string over several lines is one line here. */
  code: string;
  /** Without comments. */
  spoken: string;
  /** Nothing but comments. */
  comments: string;
};

/** One pass over the text, in linear time. A form that is never closed goes to the end of its line or of the file. */
export function views(text: string, syntax: Syntax): Views {
  const opener = new RegExp(syntax.opener, 'gm');
  const code: string[] = [];
  const spoken: string[] = [];
  const comments: string[] = [];
  let at = 0;
  const pass = (until: number): void => {
    const plain = text.slice(at, until);
    code.push(plain);
    spoken.push(plain);
    comments.push(blank(plain));
    at = until;
  };
  for (let found = opener.exec(text); found; found = opener.exec(text)) {
    const form = formOf(found, syntax);
    pass(found.index);
    const inside = opener.lastIndex;
    const { end, close } = endOf(text, inside, form, found[0]);
    const whole = text.slice(found.index, end);
    if (form.is === 'comment') {
      code.push(blank(whole));
      spoken.push(blank(whole));
      comments.push(whole);
    } else {
      code.push(hollow(text, found.index, form.close === null ? found.index + 1 : inside, end, close));
      spoken.push(whole);
      comments.push(blank(whole));
    }
    at = end;
    opener.lastIndex = end;
  }
  pass(text.length);
  return { text, code: code.join(''), spoken: spoken.join(''), comments: comments.join('') };
}

export const plain = (text: string): Views => ({ text, code: text, spoken: text, comments: '' });

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** A string of which only the marks around it are left. */
const hollow = (text: string, start: number, inside: number, end: number, close: number): string =>
  text.slice(start, inside) +
  text
    .slice(inside, Math.max(inside, end - close))
    .replace(/[^\n]/g, ' ')
    .replaceAll('\n', '\v') +
  text.slice(Math.max(inside, end - close), end);

function formOf(found: RegExpExecArray, { forms }: Syntax): Form {
  const form = forms.find((_, index) => found.groups?.[`f${index}`] !== undefined);
  if (!form) throw new Error('A form opened that is none of the syntax.');
  return form;
}

/** Where it ends, and how long the mark is that closes it. */
function endOf(text: string, from: number, form: Form, opening: string): { end: number; close: number } {
  if (form.close === null) return { end: from, close: Math.min(1, opening.length - 1) };
  if (form.holes) return templateEnd(text, from);
  const close = typeof form.close === 'string' ? form.close : form.close(opening);
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (form.escapes && text[at] === '\\') at++;
    else if (text.startsWith(close, at)) {
      depth--;
      at += close.length - 1;
      if (depth === 0) return { end: at + 1, close: close.length };
    } else if (form.nests && text.startsWith(opening, at)) depth++;
    else if (!form.lines && text[at] === '\n') return { end: at, close: 0 };
  }
  return { end: text.length, close: 0 };
}

/** Templates hold code that holds templates: `open` has a number for each, the braces open in its code. */
function templateEnd(text: string, from: number): { end: number; close: number } {
  const open: (number | null)[] = [null];
  for (let at = from; at < text.length; at++) {
    const braces = open.at(-1) ?? null;
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '`') {
      if (braces === null) open.pop();
      else open.push(null);
      if (open.length === 0) return { end: at + 1, close: 1 };
    } else if (braces === null) {
      if (character === '$' && text[at + 1] === '{') {
        open.push(0);
        at++;
      }
    } else if (character === '{') open[open.length - 1] = braces + 1;
    else if (character === '}') {
      if (braces === 0) open.pop();
      else open[open.length - 1] = braces - 1;
    }
  }
  return { end: text.length, close: 0 };
}
