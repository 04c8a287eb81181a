import type { Gate } from '../core/gate.ts';
import type { Choice, Settings, Task } from '../core/task.ts';
import { nearest } from '../text/nearest.ts';

/** Who may command us chooses from what the settings allow: other models cost other money, and other accounts pay for them. */
export const choice: Gate = {
  name: 'choice',
  quiet: false,
  async admit({ choice = {} }, { settings: { allow } }) {
    // Settings that could not be read allow nothing; what is wrong with them is told in its own place.
    if (!allow) return true;
    return (
      refuse('model', choice.model, allow.models) ??
      refuse('harness', choice.harness, allow.harnesses) ??
      true
    );
  },
};

/** A task that was let through, with what it chooses as the settings spell it. */
export function withChoice(task: Task, { allow }: Settings): Task {
  if (!task.choice) return task;
  const model = find(task.choice.model, allow?.models);
  const harness = find(task.choice.harness, allow?.harnesses);
  return { ...task, choice: { ...(model && { model }), ...(harness && { harness }) } };
}

/** Phones begin words with a capital: the letters count, their case does not. */
const find = (named = '', allowed: readonly string[] = []): string | undefined =>
  allowed.find((each) => each === named) ??
  allowed.find((each) => each.toLowerCase() === named.toLowerCase());

function refuse(what: keyof Choice, named: string | undefined, allowed: readonly string[]) {
  if (named === undefined || find(named, allowed) !== undefined) return null;
  const shown = /^[\w./:@+-]{1,100}$/.test(named) ? ` \`${named}\`` : '';
  const key = what === 'model' ? 'allow-models' : 'allow-harnesses';
  const quoted = (names: readonly string[], or: string): string =>
    names.map((name) => `\`${name}\``).join(or);
  const near = nearest(named, allowed);
  const guess = near.length > 0 ? `Did you mean ${quoted(near, ' or ')}? ` : '';
  const list = allowed.length > 0 ? `You may choose ${quoted(allowed, ', ')}` : 'So far you may choose none';
  return {
    why: `The ${what}${shown} may not be chosen here.`,
    advice: `${guess}${list}; \`${key}\` in the settings adds others.`,
  };
}
