import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { beforeMailTail } from './mail.ts';

/** Stands where something was cut out of a line, so that what stood on both sides of it does not become one word. */
export const cutMark = '\ufffc';

/** What lies behind is not read: instructions are short, and the parser takes quadratic time for purpose-made text. */
const longest = 16_384;

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

const blocks = new Set<Nodes['type']>(['blockquote', 'code', 'definition', 'html']);

function hiddenRanges(tree: Nodes): Range[] {
  const ranges: Range[] = [];
  let folds = 0;
  const hide = (start: number | undefined, end: number | undefined, block: boolean) => {
    if (start !== undefined && end !== undefined && start < end) ranges.push({ start, end, block });
  };
  const walk = (node: Nodes, parent: Nodes): void => {
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    const inParagraph = parent.type !== 'root' && parent.type !== 'listItem';
    if (node.type === 'html') folds = Math.max(0, folds + foldsOpened(node.value));
    if (blocks.has(node.type) || (folds > 0 && !('children' in node))) return hide(start, end, !inParagraph);
    if (node.type === 'image' || node.type === 'imageReference') return hide(start, end, false);
    if (!('children' in node)) return;
    if (node.type === 'link' || node.type === 'linkReference') {
      const first = node.children[0]?.position?.start.offset ?? end;
      hide(start, first, false);
      for (const child of node.children) walk(child, node);
      return hide(node.children.at(-1)?.position?.end.offset, end, false);
    }
    for (const child of node.children) walk(child, node);
  };
  walk(tree, tree);
  return ranges;
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
    text += source.slice(from, start) + (block ? '' : cutMark);
    from = end;
  }
  return text + source.slice(from);
}

/** What is read of a long comment: whole paragraphs where there are several, and no comment that lost its end. */
function head(source: string): string {
  if (source.length <= longest) return source;
  const paragraphs = source.lastIndexOf('\n\n', longest);
  const read = source.slice(0, paragraphs > 0 ? paragraphs : longest);
  const open = read.lastIndexOf('<!--');
  return open > read.lastIndexOf('-->') ? read.slice(0, open) : read;
}

/** Nobody quotes a quote twenty times on one line but to keep a parser busy. */
function withoutAbsurdNesting(source: string): string {
  const absurd = source.search(/^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){21}/m);
  return absurd < 0 ? source : source.slice(0, absurd);
}
