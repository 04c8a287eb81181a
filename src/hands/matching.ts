import type { Line } from '../core/sandbox.ts';
import type { See } from './searching.ts';

/** Characters of one line, and of all together. */
const longest = 500;
const most = 64 * 1024;

/**
 * Collects the lines that match, and the lines around them, each once; the first `skip` matches are passed over. `more`: there is
 * another match, left out. `file` answers what is to see each line of a file; it says whether to go on.
 */
export function matching(how: { before: number; after: number; skip: number; limit: number }) {
  const found: { lines: Line[]; more: boolean } = { lines: [], more: false };
  let matches = 0;
  let skipped = 0;
  let characters = 0;

  return { found, file };

  function file(test: RegExp, path: string): See {
    let before: { text: string; number: number }[] = [];
    let after = 0;
    let told = 0;
    return (text, number) => {
      if (number === told) return true; // a further piece of a very long line that was told
      if (test.test(text) && ++skipped > how.skip) {
        if (matches === how.limit || characters > most) found.more = true;
        else hit(text, number);
        return !found.more;
      }
      if (after > 0) {
        after--;
        tell(text, number, false);
      } else if (how.before > 0) {
        before.push({ text, number });
        if (before.length > how.before) before.shift();
      }
      return true;
    };

    function hit(text: string, number: number): void {
      for (const line of before) tell(line.text, line.number, false);
      before = [];
      tell(text, number, true);
      matches++;
      after = how.after;
    }

    function tell(text: string, number: number, match: boolean): void {
      const line = { path, number, text: excerpt(text, match ? test : null), match };
      characters += path.length + line.text.length;
      found.lines.push(line);
      told = number;
    }
  }
}

/** A long line is cut to the part around its match. The copy keeps no large text alive that it was a slice of. */
function excerpt(text: string, test: RegExp | null): string {
  if (text.length <= longest) return copy(text);
  const start = Math.max(0, Math.min((test?.exec(text)?.index ?? 0) - 100, text.length - longest));
  const end = start + longest;
  return `${start > 0 ? '…' : ''}${copy(text.slice(start, end))}${end < text.length ? '…' : ''}`;
}

const copy = (text: string): string => Buffer.from(text).toString();
