import type { Door } from '../../core/door.ts';
import { mask, partsOf } from '../../text/secrets.ts';
import { findTraces, merged, type Span } from '../../text/traces.ts';
import { findShapes } from './shapes.ts';

/** A mask beside what was there may spell a secret anew. */
const mostTurns = 3;
const withheld = 'This text is not shown: it holds a secret, and not all of it could be taken out.';

/** A door that knows the run's own secrets in many spellings, and those of others by their shape. */
export function openDoor(secrets: readonly string[]): Door {
  const traces = findTraces(secrets.flatMap(partsOf));
  return {
    async hide(text) {
      let hidden = text;
      for (let turn = 0; turn < mostTurns; turn++) {
        const found = merged([...traces(hidden), ...(await findShapes(hidden))]);
        if (found.length === 0) return hidden;
        hidden = masked(hidden, found);
      }
      return withheld;
    },
    async find(text) {
      if (traces(text).length > 0) return 'a secret of this run';
      const [shape] = await findShapes(text);
      return shape ? `what looks like a secret (${shape.kind})` : null;
    },
  };
}

function masked(text: string, found: readonly Span[]): string {
  let out = '';
  let from = 0;
  for (const { start, end } of found) {
    out += text.slice(from, start) + mask;
    from = end;
  }
  return out + text.slice(from);
}
