/**
 * Everything that keeps a command in, by name. The argument lists are made of these so that a test can leave out one
 * and see the attack that it stops; the product leaves out none.
 */
export type Defence =
  | 'allow-listed-root'
  | 'capabilities'
  | 'clean-environment'
  | 'close-descriptors'
  | 'die-with-host'
  | 'empty-spawn-environment'
  | 'fresh-proc'
  | 'limits'
  | 'masked-etc'
  | 'masked-secrets'
  | 'new-session'
  | 'no-network'
  | 'no-nested-namespaces'
  | 'own-pid-1'
  | 'overlays'
  | 'own-pids'
  | 'pinned-ancestors'
  | 'private-home'
  | 'private-run'
  | 'protected-paths'
  | 'read-only-root'
  | 'read-only-sysctl'
  | 'read-only-system'
  | 'seccomp';

type List = readonly string[] | (() => readonly string[]);

/** Arguments of bubblewrap and what they are for; `instead` stands in their place when the defence is left out. */
export type Argument = { defence: Defence | null; args: List; instead?: List };

export type Without = ReadonlySet<Defence>;

export const plain = (...args: readonly string[]): Argument => ({ defence: null, args });

export const argumentsOf = (list: readonly Argument[], without: Without): string[] =>
  list.flatMap(({ defence, args, instead = [] }) => {
    const chosen = defence !== null && without.has(defence) ? instead : args;
    return typeof chosen === 'function' ? chosen() : chosen;
  });
