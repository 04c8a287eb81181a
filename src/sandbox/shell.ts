import type { TerminalSize } from '../core/sandbox.ts';

/** Limits that a shell sets for itself: no core dumps, 4096 open files, 2 GiB a file, 2048 processes. */
const limits = 'ulimit -c 0; ulimit -n 4096; ulimit -f 2097152; ulimit -u 2048; ';

/** Whatever descriptor we inherited from our own parent leaks through every exec up to here. */
const closeDescriptors =
  'cd /proc/self/fd; for f in *; do case $f in 0|1|2|"*");; *) eval "exec $f<&-";; esac; done; unset f; cd /; ';

/** Which of the steps before a command are taken. */
export type Prelude = { limits: boolean; closeDescriptors: boolean };

const prelude = (steps: Prelude): string =>
  `${steps.limits ? limits : ''}${steps.closeDescriptors ? closeDescriptors : ''}`;

const bash = (script: string, ...args: string[]): string[] => [
  ...['/bin/bash', '--noprofile', '--norc', '-c', script, 'bash'],
  ...args,
];

/**
 * Where a command begins, and who is told where it ends: a file that its shell writes its last folder to. A command that
 * tells it begins in `home` where its folder is gone.
 */
export type Place = { folder: string; note: string | null; home: string };

const enter = 'cd -- "$2" || exit 1; ';
const enterAndTell =
  '{ cd -- "$2" || cd -- "$4"; } 2>/dev/null || exit 1; trap "pwd -P 2>/dev/null >\'$3\'" EXIT; ';

/**
 * The command in one bash with the steps before it: an exec more would cost as much as the whole wall. The first line of
 * output is empty and ours: it says that the wall stands, and where nobody is left to read it, nothing runs. What is
 * evaluated is the command alone, because bash quotes it where its syntax is wrong.
 */
export const commandArguments = (command: string, { folder, note, home }: Place, steps: Prelude): string[] =>
  bash(
    `exec 2>&1; echo || exit; ${prelude(steps)}${note === null ? enter : enterAndTell}unset OLDPWD; _oi=$1; shift $#; eval "$_oi"`,
    command,
    folder,
    ...(note === null ? [] : [note, home]),
  );

/** A program of ours with the same steps before it. */
export const programArguments = (argv: readonly string[], folder: string, steps: Prelude): string[] =>
  bash(`${prelude(steps)}cd -- "$1" && shift && exec "$@"`, folder, ...argv);

export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The command under a pty, made by util-linux' script(1), else by Python: Node has no pty of its own. `TERM` is set here because
 * without a pty there is no terminal to speak of.
 */
export function inTerminal(command: string, { rows, columns }: TerminalSize): string {
  const inner = quote(`stty rows ${rows} cols ${columns}; ${command}`);
  const python =
    'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(["/bin/bash", "-c", sys.argv[1]])))';
  return [
    'export TERM=xterm-256color',
    `if command -v script >/dev/null; then exec script -qfe -c ${inner} /dev/null; fi`,
    `if command -v python3 >/dev/null; then exec python3 -c ${quote(python)} ${inner}; fi`,
    'echo "There is no terminal to be had: neither script (util-linux) nor python3 is installed."; exit 127',
  ].join('\n');
}
