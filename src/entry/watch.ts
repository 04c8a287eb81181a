import type { Door } from '../core/door.ts';
import type { Progress } from '../core/world.ts';
import { codexEvents } from '../views/codex-events.ts';
import { lines } from '../views/lines.ts';
import { inLog } from './runner-protocol.ts';

type Out = { write(text: string): unknown };

/** Progress as Codex exec events, one JSON object a line. */
export function watchAsJson(out: Out): Progress {
  return {
    show(log) {
      for (const event of codexEvents(log)) out.write(`${JSON.stringify(event)}\n`);
    },
    async stop() {},
  };
}

/** Progress as lines for people; `colour` is for terminals. What a model or a command wrote reaches no terminal raw. */
export function watchAsLines(out: Out, colour: boolean): Progress {
  const dim = (text: string): string => (colour ? `\u001b[2m${text}\u001b[22m` : text);
  const bold = (text: string): string => (colour ? `\u001b[1m${text}\u001b[22m` : text);
  return {
    show(log) {
      for (const { text, loud } of lines(log)) out.write(`${(loud ? bold : dim)(printable(text))}\n`);
    },
    async stop() {},
  };
}

/**
 * The same where others read along: each line passes the door, in its order. Until a model is asked nobody but us has a hand in
 * them, and the door need not be loaded.
 */
export function watchInPublic(out: Out, door: Door): Progress {
  let isAsked = false;
  let written = Promise.resolve();
  const write = (text: string): void => {
    if (!isAsked) out.write(text);
    else {
      written = written.then(async () => void out.write(await door.hide(text)));
      // Whoever stops hears of it.
      written.catch(() => {});
    }
  };
  const lines = watchAsLines({ write }, false);
  return {
    show(log) {
      isAsked ||= log.at(-1)?.type === 'model.asked';
      lines.show(log);
    },
    stop: () => written,
  };
}

/** Escape sequences and other control characters as visible text: a terminal obeys them. */
export const printable = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (character) =>
    character === '\r' ? '' : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

/** For a log that a runner reads: no line of a model's or a command's can be a workflow command. */
export const logSafe = (out: Out): Out => ({
  write: (text) => out.write(inLog(text)),
});
