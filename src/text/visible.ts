import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { beforeMailTail } from './mail.ts';

/** Stands where something was cut out of a line, so that what stood on both sides of it does not become one word. */
export const cutMark = '\ufffc';

/** What lies behind is not read: instructions are short, and the parser takes quadratic time for purpose-made text. */
const longest = 6000;
const most = { '\n': 300, '<': 200, '[': 200 };

/**
 * What its author says in a Markdown comment, line by line in the source's own words: without block quotes, fenced and
 * indented code, HTML with its comments, what `<details>` folds away, link targets, images, and the tail of an e-mail
 * reply. Inline code stays, with its backticks. Lines without a word are left out.
 */
export function visibleLines(markdown: string): string[] {
  const source = withoutAbsurdNesting(head(markdown.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')));
  // Emphasis is of no interest here, and costs most of that time.
  const tree = fromMarkdown(source, { extensions: [{ disable: { null: ['attention'] } }] });
  const lines = cut(source, hiddenRanges(tree)).split('\n');
  return beforeMailTail(lines).filter((line) => !/^[\s>*+\-=_#\ufffc]*$|^\s*\d+[.)]\s*$/.test(line));
}

/** A visible line as words for a prompt. */
export const withoutMarks = (line: string): string =>
  line.replace(/(?<=\w)\ufffc+(?=\w)/g, ' ').replaceAll(cutMark, '');

/** Offsets into the source; `block` ranges are whole lines but for what a list puts before them. */
type Range = { start: number; end: number; block: boolean };

type Walk = { ranges: Range[]; folds: number };

const invisible = new Set<Nodes['type']>([
  'blockquote',
  'code',
  'definition',
  'html',
  'image',
  'imageReference',
]);

function hiddenRanges(tree: Nodes): Range[] {
  const walk: Walk = { ranges: [], folds: 0 };
  look(tree, 'root', walk);
  return walk.ranges;
}

function look(node: Nodes, parent: Nodes['type'], walk: Walk): void {
  if (node.type === 'html') walk.folds = Math.max(0, walk.folds + foldsOpened(node.value));
  const children = 'children' in node ? node.children : [];
  const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
  if (invisible.has(node.type) || (walk.folds > 0 && children.length === 0)) {
    walk.ranges.push({ start, end, block: parent === 'root' || parent === 'listItem' });
    return;
  }
  const link = node.type === 'link' || node.type === 'linkReference';
  const first = children[0]?.position?.start.offset ?? end;
  if (link) walk.ranges.push({ start, end: first, block: false });
  for (const child of children) look(child, node.type, walk);
  if (link) walk.ranges.push({ start: children.at(-1)?.position?.end.offset ?? end, end, block: false });
}

/** How many `<details>` a piece of HTML opens and leaves open; negative when it closes some. */
function foldsOpened(html: string): number {
  if (html.startsWith('<!--')) return 0;
  return (html.match(/<details\b/gi)?.length ?? 0) - (html.match(/<\/details\b/gi)?.length ?? 0);
}

/** Ranges come in the order of the source and do not overlap. */
function cut(source: string, ranges: readonly Range[]): string {
  let text = '';
  let from = 0;
  for (const { start, end, block } of ranges) {
    if (end > start) text += source.slice(from, start) + (block ? '' : cutMark);
    from = end;
  }
  return text + source.slice(from);
}

/** What is read of a long comment: whole paragraphs where there are several, and no comment that lost its end. */
function head(source: string): string {
  const room = Math.min(
    longest,
    ...Object.entries(most).map(([sign, count]) => endOfRoom(source, sign, count)),
  );
  if (source.length <= room) return source;
  const paragraphs = source.lastIndexOf('\n\n', room);
  const read = source.slice(0, paragraphs > 0 ? paragraphs : room);
  const open = read.lastIndexOf('<!--');
  return open > read.lastIndexOf('-->') ? read.slice(0, open) : read;
}

/** Where there are too many of a sign, or the end. */
function endOfRoom(source: string, sign: string, most: number): number {
  let at = -1;
  for (let passed = 0; passed < most; passed++) {
    at = source.indexOf(sign, at + 1);
    if (at < 0) return source.length;
  }
  return at;
}

/** Nobody quotes a quote twenty times on one line but to keep a parser busy. */
function withoutAbsurdNesting(source: string): string {
  const absurd = source.search(/^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){21}/m);
  return absurd < 0 ? source : source.slice(0, absurd);
}
