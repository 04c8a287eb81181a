import type { ChangeSet } from '../../core/change.ts';
import { barred } from './barred.ts';
import { entries } from './entries.ts';
import { paths } from './paths.ts';
import type { Objection, Rule, RuleWorld } from './rule.ts';

export const rules: readonly Rule[] = [barred, paths, entries];

/** The first objection to a change, or null. Cheap rules come first. */
export async function judge(change: ChangeSet, at: RuleWorld): Promise<Objection | null> {
  for (const rule of rules) {
    const objection = rule.whole?.(change, at);
    if (objection) return objection;
  }
  for (const file of change.files) {
    const bytes = file.now && (await at.blobs.get(file.now.bytes));
    for (const rule of rules) {
      const objection = rule.file?.(file, bytes, at);
      if (objection) return objection;
    }
  }
  return null;
}
