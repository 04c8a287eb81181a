import type { Socket } from 'node:net';
import type { Command, Exit, Terminal, TerminalSize } from '../core/sandbox.ts';
import { drawOn } from './drawing.ts';
import type { Collector } from './output.ts';
import type { Running } from './running.ts';
import { openScreen } from './screen.ts';
import { until } from './until.ts';

/** How long a look waits for what has come to be drawn. */
const settleMilliseconds = 1000;

export type Launched = { program: Running; ended: Promise<Exit> };

/** A program whose output is drawn as it comes, for as long as it runs. `launch` starts it. */
export async function startTerminal(
  handle: string,
  command: Command & TerminalSize,
  launch: (collect: (from: Socket) => Collector) => Promise<Launched>,
): Promise<Terminal> {
  const screen = openScreen(command);
  const drawing = drawOn(screen);
  const { program, ended } = await launch(drawing.collect);
  const { stdin } = program.child;
  let exit: ReturnType<Terminal['exit']> = null;
  stdin?.on('error', () => undefined);
  ended.then(
    ({ code, killed }) => {
      exit = { code, killed };
    },
    () => undefined,
  );
  return {
    handle,
    exit: () => exit,
    type(keys) {
      if (exit === null && stdin?.writable) stdin.write(keys);
    },
    wait: async (milliseconds, signal) => void (await until(ended, milliseconds, signal)),
    async look() {
      await until(drawing.settled(), settleMilliseconds, new AbortController().signal);
      return screen.look();
    },
  };
}
