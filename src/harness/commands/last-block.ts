import { withPlainEnds } from '../line-ends.ts';

/** A fenced block: the text in it, and the words of the answer that it was read from. */
export type Block = { text: string; quote: string };

/**
 * The last fenced block of an answer that lies in no other one, or null where none is closed. A fence with a word behind it
 * opens a block; a bare one closes what is open, else it opens. This is SWE-agent's `thought_action` parser.
 */
export function lastBlock(answer: string): Block | null {
  const open: { start: number; inner: number }[] = [];
  let block: Block | null = null;
  for (const { 0: fence, 1: label = '', index } of answer.matchAll(
    /^```(\S*)[ \t]*(?:\r?\n|$(?![\s\S]))/gm,
  )) {
    const end = index + fence.length;
    if (label !== '' || open.length === 0) {
      open.push({ start: index, inner: end });
      continue;
    }
    const opened = open.pop();
    if (!opened || open.length > 0) continue;
    const quote = answer.slice(opened.start, end).replace(/\n$/, '');
    block = { text: withPlainEnds(quote, answer.slice(opened.inner, index)), quote };
  }
  return block;
}
