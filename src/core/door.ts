/** A place in a text, its end not counted, and what stands there, as the end of a sentence that does not repeat it. */
export type Found = { start: number; end: number; kind: string };

/**
 * What every text passes on its way to people: the forge, the job's summary and log, what is kept for them as a page. The
 * other door, to disk and to the next prompt, knows exact live secrets alone.
 */
export type Door = {
  /**
   * The text with `***` for each secret in it; where that would leave some of one behind, a sentence in its place. In a `page`
   * of HTML the tags stay.
   */
  hide(text: string, as?: 'page'): Promise<string>;
  /** The secrets in a text, in order. */
  find(text: string): Promise<readonly Found[]>;
};
