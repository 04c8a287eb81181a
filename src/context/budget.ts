import type { Source } from '../core/task.ts';
import { cutMarkdown } from '../text/cut.ts';

/** Characters that may stand in the prompt: of all sources together, and of one of them. */
export type Budget = { all: number; each: number };

/** Where a source lies whole when only its beginning stands in the prompt. */
const cutNote = '\n\n[The rest is in the context files.]';

export type Shared = {
  /** In the order given, each short enough. */
  inline: Source[];
  /** What the prompt does not hold whole. */
  rest: Source[];
};

/** Gives the room to the last sources first: the newest say how things stand. Older ones go to a file, none is lost. */
export function share(sources: readonly Source[], { all, each }: Budget): Shared {
  const inline: Source[] = [];
  const rest: Source[] = [];
  let room = all;
  for (const source of sources.toReversed()) {
    const text = cutMarkdown(source.text, each, cutNote);
    if (text !== source.text || text.length > room) rest.unshift(source);
    if (text.length > room) {
      room = 0;
      continue;
    }
    inline.unshift({ ...source, text });
    room -= text.length;
  }
  return { inline, rest };
}
