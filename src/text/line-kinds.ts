/** How a line of Markdown is read: as words, as code that is shown as it stands, or as raw HTML. */
export type LineKind = 'text' | 'code' | 'html';

type Fence = { mark: string; length: number };
/** A block quote, or a list item with the width that its further lines are indented by. */
type Container = 'quote' | number;

/** What the lines so far leave open. */
type State = {
  containers: Container[];
  fence: Fence | null;
  /** What ends the HTML block, where there is one. */
  html: RegExp | null;
  paragraph: boolean;
  /** False after anything that could be read in two ways. */
  certain: boolean;
};

/**
 * The block structure of CommonMark 0.31 as far as it tells code from words, in linear time. `code` is said only where
 * it is certain. `open` is the line that closes the fence which the text leaves open, or null.
 */
export function lineKinds(lines: readonly string[]): { kinds: LineKind[]; open: string | null } {
  const state: State = { containers: [], fence: null, html: null, paragraph: false, certain: true };
  const kinds = lines.map((line) => readLine(withoutTabs(line), state));
  const { fence, containers } = state;
  return { kinds, open: fence && containers.length === 0 ? fence.mark.repeat(fence.length) : null };
}

/** Tabs lead to the next multiple of four columns. */
const withoutTabs = (line: string): string =>
  !line.includes('\t')
    ? line
    : line.split('\t').reduce((before, part) => `${before}${' '.repeat(4 - (before.length % 4))}${part}`);

function readLine(line: string, state: State): LineKind {
  const { rest, depth } = enter(line, state.containers);
  if (depth < state.containers.length) {
    if (state.fence) state.certain = false;
    state.containers.length = depth;
    state.fence = null;
    state.html = null;
  }
  const code = state.certain ? 'code' : 'text';
  if (state.fence) {
    if (closes(rest, state.fence)) state.fence = null;
    return code;
  }
  if (state.html) {
    if (state.html === blank && opensFence(rest)) state.certain = false;
    if (state.html.test(rest)) state.html = null;
    return 'html';
  }
  return blank.test(rest) ? endParagraph(state) : beginBlock(rest, state);
}

function endParagraph(state: State): LineKind {
  state.paragraph = false;
  return 'text';
}

function beginBlock(line: string, state: State): LineKind {
  let rest = line;
  for (let opened = open(rest, state.paragraph); opened; opened = open(rest, state.paragraph)) {
    if (state.containers.length === deepest) {
      state.certain = false;
      return 'text';
    }
    state.containers.push(opened.container);
    state.paragraph = false;
    rest = opened.rest;
  }
  const code = state.certain ? 'code' : 'text';
  if (/^ {4}/.test(rest) && !state.paragraph) return code;
  state.fence = opensFence(rest);
  const html = opensHtml(rest);
  state.html = html === null || (html !== blank && html.test(rest)) ? null : html;
  state.paragraph = !state.fence && html === null && !/^ {0,3}#{1,6}(?: |$)/.test(rest);
  return state.fence ? code : html ? 'html' : 'text';
}

/** Nobody nests deeper but to keep a parser busy: what lies there is read as words, and so is all that follows. */
const deepest = 32;

const blank = /^\s*$/;

/** What is left of a line inside the containers that it goes on with, and how many those are. */
function enter(line: string, containers: readonly Container[]): { rest: string; depth: number } {
  let rest = line;
  let depth = 0;
  for (const container of containers) {
    const inside = goesOn(rest, container);
    if (inside === null) break;
    rest = inside;
    depth++;
  }
  return { rest, depth };
}

function goesOn(rest: string, container: Container): string | null {
  if (container === 'quote') return /^ {0,3}> ?(.*)$/s.exec(rest)?.[1] ?? null;
  if (blank.test(rest)) return '';
  return rest.slice(0, container).trim() === '' && rest.length > container ? rest.slice(container) : null;
}

function open(rest: string, paragraph: boolean): { container: Container; rest: string } | null {
  const quote = /^ {0,3}> ?(.*)$/s.exec(rest);
  if (quote) return { container: 'quote', rest: quote[1] ?? '' };
  const [, marker = '', number = '', gap = '', inside = ''] =
    /^( {0,3}(?:[-*+]|(\d{1,9})[.)]))( +|$)(.*)$/s.exec(rest) ?? [];
  if (marker === '' || (paragraph && (inside === '' || (number !== '' && Number(number) !== 1)))) return null;
  const space = gap.length > 4 || inside === '' ? 1 : gap.length;
  return { container: marker.length + space, rest: gap.slice(space) + inside };
}

function opensFence(rest: string): Fence | null {
  const [, run = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(rest) ?? [];
  const mark = run[0] ?? '';
  return mark === '' || (mark === '`' && info.includes('`')) ? null : { mark, length: run.length };
}

function closes(rest: string, fence: Fence): boolean {
  const run = /^ {0,3}(`{3,}|~{3,}) *$/.exec(rest)?.[1] ?? '';
  return run[0] === fence.mark && run.length >= fence.length;
}

/** What ends the HTML block that a line begins. Any tag at the start of a line is taken for one that ends at a blank line. */
function opensHtml(rest: string): RegExp | null {
  const html = /^ {0,3}(<.*)$/s.exec(rest)?.[1] ?? '';
  if (html.startsWith('<!--')) return /-->/;
  if (html.startsWith('<?')) return /\?>/;
  if (html.startsWith('<![CDATA[')) return /\]\]>/;
  if (/^<![a-z]/i.test(html)) return />/;
  if (/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i.test(html)) return /<\/(?:script|pre|style|textarea)>/i;
  return /^<\/?[a-z][a-z0-9-]*(?:[\s/>]|$)/i.test(html) ? blank : null;
}
