import type { Door } from '../core/door.ts';
import { liveSecrets } from '../text/secrets.ts';
import { secretsIn } from './parts.ts';
import { type Environment, readInput } from './runner-protocol.ts';

/** Inputs that are secrets, and whatever else in the environment is called one. */
export const secretsOf = (env: Environment): string[] => [
  ...secretsIn(env),
  ...['github-token', 'api-key'].map((name) => readInput(env, name)).filter(Boolean),
];

/** The door to people. It is opened for the first text: nothing that needs a look is said to anybody before the work. */
export function doorOf(env: Environment): Door {
  let opened: Promise<Door> | null = null;
  const door = (): Promise<Door> => {
    opened ??= import('../publish/door/door.ts').then(({ openDoor }) =>
      openDoor(liveSecrets(secretsOf(env))),
    );
    return opened;
  };
  return {
    hide: async (text, as) => (await door()).hide(text, as),
    find: async (text) => (await door()).find(text),
  };
}
