import type { ChangeSet } from '../../core/change.ts';
import { amounts } from './amounts.ts';
import { barred } from './barred.ts';
import { characters } from './characters.ts';
import { entries } from './entries.ts';
import { lockfiles } from './lockfiles/index.ts';
import { manifests } from './manifests/index.ts';
import { names } from './names.ts';
import { paths } from './paths.ts';
import { pictures } from './pictures.ts';
import type { Objection, Remark, Rule, RuleWorld } from './rule.ts';
import { readSides } from './sides.ts';

export const rules: readonly Rule[] = [
  barred,
  amounts,
  paths,
  names,
  entries,
  characters,
  lockfiles,
  manifests,
  pictures,
];

/** What is said against a change, or null; and what its reviewer is told. */
export type Judgement = { blocked: Objection | null; remarks: readonly Remark[] };

/** The first objection, in the order of the rules. */
export async function judge(change: ChangeSet, at: RuleWorld): Promise<Judgement> {
  for (const rule of rules) {
    const blocked = rule.counts?.(change, at);
    if (blocked) return { blocked, remarks: [] };
  }
  const files = await readSides(change, at.blobs);
  for (const rule of rules) {
    const blocked = firstObjection(rule, files, at);
    if (blocked) return { blocked, remarks: [] };
  }
  return { blocked: null, remarks: rules.flatMap(({ remarks }) => remarks?.(files) ?? []) };
}

function firstObjection(
  rule: Rule,
  files: Parameters<NonNullable<Rule['whole']>>[0],
  at: RuleWorld,
): Objection | null {
  for (const file of files) {
    const objection = rule.file?.(file, at);
    if (objection) return objection;
  }
  return rule.whole?.(files, at) ?? null;
}
