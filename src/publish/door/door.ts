import type { Door, Found } from '../../core/door.ts';
import type { LiveSecrets } from '../../text/secrets.ts';
import { findTraces } from '../../text/traces.ts';

const mask = '***';
/** A mask beside what was there may spell a secret anew. */
const mostTurns = 3;
const withheld = 'This text is not shown: it holds a secret, and not all of it could be taken out.';

/** A door that knows the run's own secrets in many spellings, and those of others by their shape. */
export function openDoor(exact: LiveSecrets): Door {
  const traces = findTraces(exact.values);
  const find = async (text: string): Promise<Found[]> => {
    const ours = [...exact.find(text), ...traces(text)].map((span) => ({ ...span, kind: live }));
    return merged([...ours, ...(await shapesIn(text))]);
  };
  return {
    find,
    async hide(text, as) {
      let hidden = text;
      for (let turn = 0; turn < mostTurns; turn++) {
        const found = await find(hidden);
        if (found.length === 0) return hidden;
        hidden = masked(hidden, found, as === 'page');
      }
      return withheld;
    },
  };
}

/** What has no word of twelve characters has no secret of a known shape; to know them takes 80 ms to load. */
async function shapesIn(text: string): Promise<Found[]> {
  if (!/\S{12}/.test(text)) return [];
  const { findShapes } = await import('./shapes.ts');
  return findShapes(text);
}

const live = 'a secret of this run';

/** In order, and none over another. */
function merged(found: readonly Found[]): Found[] {
  const out: Found[] = [];
  for (const next of [...found].sort((one, other) => one.start - other.start)) {
    const before = out.at(-1);
    if (before && next.start <= before.end) before.end = Math.max(before.end, next.end);
    else out.push({ ...next });
  }
  return out;
}

function masked(text: string, found: readonly Found[], isPage: boolean): string {
  let out = '';
  let from = 0;
  for (const { start, end } of found) {
    out += text.slice(from, start) + (isPage ? maskedPage(text.slice(start, end)) : mask);
    from = end;
  }
  return out + text.slice(from);
}

/** Tags hold none but our own words. */
const maskedPage = (markup: string): string =>
  markup
    .split(/(<[^<>]*>)/)
    .map((piece, place) => (place % 2 === 1 || piece === '' ? piece : mask))
    .join('');
