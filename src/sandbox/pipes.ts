import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A pipe for a program's output: `write` is for the program, `read` for us. */
export type Pipe = {
  readonly read: Socket;
  readonly write: number;
  /** Gives the program's end away, once it has started. */
  sent(): void;
  /** Back to the pool. `quiet` says that nobody holds the other end any more. */
  done(quiet: boolean): void;
};

/**
 * Named pipes, used again and again. Node's own 'pipe' is a pair of sockets, which cannot be opened by name: a script's
 * `echo … > /dev/stderr` would fail in one. `made` are there already; `owned` gives a new one to who runs the program.
 */
export function openPipes(folder: string, made: readonly string[], owned: (path: string) => void = () => {}) {
  const free = [...made];
  let count = made.length;

  return {
    async take(): Promise<Pipe> {
      const name = free.pop() ?? (await make(`pipe-${count++}`));
      const path = join(folder, name);
      const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      const write = openSync(path, constants.O_WRONLY);
      const read = new Socket({ fd: descriptor, readable: true, writable: false });
      let sent = false;
      return {
        read,
        write,
        sent() {
          if (!sent) closeSync(write);
          sent = true;
        },
        done(quiet) {
          read.destroy();
          if (quiet) free.push(name);
          else rmSync(path, { force: true });
        },
      };
    },
  };

  async function make(name: string): Promise<string> {
    const path = join(folder, name);
    await promisify(execFile)('/usr/bin/mkfifo', ['-m', '600', path], { env: {} });
    owned(path);
    return name;
  }
}
