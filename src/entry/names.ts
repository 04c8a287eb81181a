import { type Environment, readInput } from './runner-protocol.ts';

/** What we are called: the first word of a command, and the label. Known before anything else of the inputs is. */
export const namesOf = (env: Environment): { trigger: string; label: string } => ({
  trigger: readInput(env, 'trigger') || '/oi',
  label: readInput(env, 'label') || 'oi',
});
