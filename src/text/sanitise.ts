import { stripHiddenMarkup } from './hidden-markup.ts';
import { stripInvisible } from './invisible.ts';

/**
 * Somebody's Markdown as data for a prompt: only what a person sees who reads it on the forge. `hidden` counts the
 * characters that were taken out. The result is a fixed point, so nothing hidden is put together by taking something
 * else out. A filter against smuggling, no wall: visible text can lie as well.
 */
export function sanitise(markdown: string): { text: string; hidden: number } {
  const seen = stripInvisible(markdown);
  let { text } = seen;
  let hidden = seen.removed;
  // Whoever nests code in markup in code so deep that it does not settle loses the code.
  for (let turn = 0; turn < 16; turn++) {
    const stripped = stripHiddenMarkup(text, turn < 8);
    if (stripped.text === text) break;
    text = stripped.text;
    hidden += Math.max(0, stripped.removed);
  }
  return { text, hidden };
}
