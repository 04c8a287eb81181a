import type { BranchCircumstances, ForgeReads, SubjectCircumstances } from '../core/forge.ts';
import type { Asked, Gate, GateWorld } from '../core/gate.ts';
import type { Plan, Refusal, Settings, Task } from '../core/task.ts';
import { bots } from './bots.ts';
import { choice, withChoice } from './choice.ts';
import { headPinned } from './head-pinned.ts';
import { notDeclined } from './not-declined.ts';
import { plan } from './plan.ts';
import { rate } from './rate.ts';
import { recent } from './recent.ts';
import { sameText } from './same-text.ts';
import { senderIsAuthor } from './sender-is-author.ts';
import { spelling } from './spelling.ts';
import { subjectOpen } from './subject-open.ts';
import { unclaimed } from './unclaimed.ts';
import { upToDate } from './up-to-date.ts';
import { writeAccess } from './write-access.ts';

/** In this order: what costs no call comes first, and nobody without write access learns what the later ones say. */
export const gates: readonly Gate[] = [
  bots,
  senderIsAuthor,
  recent,
  writeAccess,
  rate,
  sameText,
  spelling,
  choice,
  subjectOpen,
  headPinned,
  notDeclined,
  upToDate,
  unclaimed,
];

type Reads = Pick<ForgeReads, 'permission' | 'circumstances'>;

/** Every gate must agree; then the plan is made. */
export async function admit(
  task: Task,
  settings: Settings,
  { forge, clock }: { forge: Reads } & Pick<GateWorld, 'clock'>,
): Promise<Plan | Refusal> {
  if (!isAsked(task)) return plan(task, { kind: 'folder' });
  const circumstances = remember(() => about(forge, task));
  const refusal = await refuse(task, { forge, circumstances, settings, clock });
  return refusal ?? plan(withChoice(task, settings), await circumstances());
}

async function refuse(task: Asked, at: GateWorld): Promise<Refusal | null> {
  for (const { name, quiet, admit } of gates) {
    const verdict = await admit(task, at);
    if (verdict !== true) return { gate: name, ...verdict, quiet };
  }
  return null;
}

const isAsked = (task: Task): task is Asked => task.origin.kind !== 'terminal';

async function about(forge: Reads, task: Asked): Promise<SubjectCircumstances | BranchCircumstances> {
  const circumstances = await forge.circumstances(task);
  if (circumstances.kind === 'folder') throw new Error('A task from a forge met a folder without one.');
  return circumstances;
}

function remember<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    answer ??= ask();
    return answer;
  };
}
