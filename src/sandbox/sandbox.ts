import type { Readable, Writable } from 'node:stream';
import { openCommands } from './commands.ts';
import { openFiles } from './files.ts';
import type { OpenedSandbox, Report } from './options.ts';
import type { openPipes } from './pipes.ts';
import { programArguments } from './shell.ts';
import type { Wall } from './wall.ts';

/** A file operation may walk a large tree, and is given up after that. */
const fileDeadlineMilliseconds = 30_000;

/** A sandbox on top of a wall, or of none. `hands` is the hands' command line as it is seen behind the wall. */
export function sandboxOn(
  wall: Wall,
  how: {
    folder: string;
    hands: readonly string[];
    pipes: ReturnType<typeof openPipes>;
    report: Report;
    appeared: () => string[];
  },
): OpenedSandbox {
  const commands = openCommands(wall, how.folder, how.pipes);
  const files = openFiles({
    deadlineMilliseconds: fileDeadlineMilliseconds,
    launch() {
      const argv = programArguments(how.hands, how.folder, wall.prelude);
      const child = wall.spawn(argv, { stdin: 'pipe', stdout: 'pipe', stderr: 'ignore', tracing: false });
      child.on('error', () => child.stdout?.destroy());
      return {
        stdin: child.stdin as Writable,
        stdout: child.stdout as Readable,
        kill: () => wall.kill(child),
      };
    },
  });
  let closing: Promise<void> | null = null;
  return {
    folder: how.folder,
    report: how.report,
    appeared: how.appeared,
    exec: commands.exec,
    start: commands.start,
    background: commands.background,
    openTerminal: commands.openTerminal,
    terminal: commands.terminal,
    files,
    close() {
      closing ??= close();
      return closing;
    },
  };

  async function close(): Promise<void> {
    files.close();
    await commands.stop();
    await wall.close();
  }
}
