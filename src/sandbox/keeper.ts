import { type Owner, pipeNames, type State } from './state.ts';

/**
 * The outermost process of a session, outside of the sandbox: makes the pipes, waits for the sandbox to end, and takes
 * the session's folder away. The sandbox ends when our end of its stdin closes, so this runs whatever becomes of us,
 * SIGKILL included, and nothing is left on disk. (Processes of the sandbox may take a moment to die: hence the tries.)
 */
const script = `
state=$1; shift
cd -- "$state" && mkfifo -m 600 ${pipeNames.join(' ')}
cd /
"$@"
code=$?
for try in 1 2 3 4 5 6 7 8 9 10; do
  rm -rf -- "$state" 2>/dev/null && break
  chmod -R u+rwX -- "$state" 2>/dev/null
  sleep 0.1
done
exit $code`;

/** The keeper's command line, with bubblewrap's as the last part of it. */
export function keeperArguments(state: State, owner: Owner, bubblewrap: readonly string[]): string[] {
  const become =
    process.getuid?.() === 0
      ? ['/usr/bin/setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', '--']
      : [];
  return ['/bin/sh', '-c', script, 'sh', state.folder, ...become, ...bubblewrap];
}
