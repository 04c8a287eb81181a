import type { Output } from '../../core/sandbox.ts';

/** Characters at each end of a text that is too long to be handed on whole. */
const half = 8192;

/** A text as an output: both ends where it is long. Nothing keeps the rest. */
export function bothEnds(text: string): Output {
  if (text.length <= 2 * half) return { head: text, omitted: 0, tail: '', file: null };
  const head = text.slice(0, half).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(-half).replace(/^[\udc00-\udfff]/, '');
  const between = text.slice(head.length, text.length - tail.length);
  return {
    head,
    omitted: between.length,
    tail,
    file: null,
    omittedLines: between.split('\n').length - 1,
    omittedBytes: Buffer.byteLength(between),
  };
}
