import type { Plan } from '../core/task.ts';
import type { Instructing } from '../workspace/start-tree.ts';

/** Where strangers had a say, the files that instruct agents are those of the trunk; null: nothing is put in their place. */
export async function instructingOf({ base, trunk, taint }: Plan): Promise<Instructing | null> {
  if (!trunk || base === trunk || taint === 'trusted') return null;
  const { instructs } = await import('../publish/policy/paths.ts');
  return { as: trunk, is: instructs };
}
