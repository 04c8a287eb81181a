import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { killGroup } from './kill.ts';
import { quote } from './shell.ts';
import { pipeNames } from './state.ts';

/** The outermost process of a session, on our side of the wall: whatever becomes of us, it puts everything away. */
export type Keeper = {
  stdout: Readable;
  stderr: Readable;
  /** Where the program that it runs writes to descriptor 3. */
  status: Readable;
  /** It has ended, or never began. */
  exited: Promise<void>;
  /** Says what to run, now that the folder is filled. */
  run(commandLine: readonly string[]): void;
  /** Lets it run on without keeping our own process alive. */
  detach(): void;
  /** Ends it, whether it runs something or waits to be told, and waits until nothing is left. */
  end(): Promise<void>;
};

/** Comes last, so that half a command line is known as such. */
const whole = '#whole';

/**
 * It is there before the session's folder is. It waits to hear what to run, makes the pipes, waits for the sandbox to end,
 * and takes the folder away. The sandbox ends when our end of its stdin closes, so this runs whatever becomes of us,
 * SIGKILL included. (Processes of the sandbox may take a moment to die: hence the tries.) At last it kills its own group:
 * a bubblewrap whose info nobody reads dies, and its child would wait for ever to be let go.
 */
const script = `
state=$1
session=$(cat <&4)
exec 4<&-
case $session in *${quote(whole)})
  cd -- "$state" && mkfifo -m 600 ${pipeNames.join(' ')}
  cd /
  eval "$session"
esac
for try in 1 2 3 4 5 6 7 8 9 10; do
  rm -rf -- "$state" 2>/dev/null && break
  chmod -R u+rwX -- "$state" 2>/dev/null
  sleep 0.1
done
kill -KILL 0`;

const endSeconds = 10;

/** Starts the keeper of a folder that need not exist yet. */
export function startKeeper(folder: string, env: Record<string, string>): Keeper {
  const child = spawn('/bin/sh', ['-c', script, 'sh', folder], {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    env,
    detached: true,
    cwd: '/',
  });
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const status = child.stdio[3] as Readable;
  const command = child.stdio[4] as Writable;
  for (const stream of [child.stdin, command]) stream.on('error', () => undefined);
  return {
    stdout: child.stdout,
    stderr: child.stderr,
    status,
    exited,
    run: (commandLine) => void command.end(`${commandLine.map(quote).join(' ')} ${whole}`),
    detach() {
      status.destroy();
      const parts = [child, child.stdin, child.stdout, child.stderr] as { unref?(): void }[];
      for (const part of parts) part.unref?.();
    },
    async end() {
      child.ref();
      command.end();
      child.stdin.end();
      if (!(await inTime(exited))) killGroup(child);
    },
  };
}

function inTime(exited: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  setTimeout(resolve, endSeconds * 1000, false).unref();
  return Promise.race([exited.then(() => true), late]);
}
