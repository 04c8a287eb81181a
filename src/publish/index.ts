import { OiError, toProblem } from '../core/errors.ts';
import type { Effect } from '../core/forge.ts';
import type { Handover } from '../core/handover.ts';
import type { Outcome, Published } from '../core/outcome.ts';
import type { Fact } from '../core/session.ts';
import type { Destination, Plan, Settings } from '../core/task.ts';
import { apply, type Press } from './apply.ts';
import { planComment, planPull } from './effects.ts';
import { judge } from './policy/index.ts';
import { pullWords } from './pull-words.ts';
import { closing } from './words.ts';

/** It may record, and by type it cannot read: nothing an agent's log says reaches a decision here. */
export type Desk = Press & { record(fact: Fact): unknown };

/** Does what the handover asks for where the plan allows it, tells the asker, and says how it ended. */
export async function publish(
  plan: Plan,
  handover: Handover,
  settings: Settings,
  at: Desk,
): Promise<Outcome> {
  const failed = (error: unknown): Outcome => {
    const problem = toProblem(error);
    at.record({ type: 'problem.met', problem });
    return { kind: 'failed', ...problem };
  };
  const outcome = await deliver(plan, handover, settings, at).catch(failed);
  // A terminal has no comment, and the words of one need tables of numbers and of Unicode: 50 ms to load.
  const comment =
    plan.task.origin.kind === 'terminal'
      ? null
      : planComment(plan.task, await closing(outcome, handover, at.blobs));
  const told = comment ? await perform(comment, at).then(() => outcome, failed) : outcome;
  at.record({ type: 'sitting.closed', outcome: told });
  return told;
}

async function deliver(plan: Plan, handover: Handover, settings: Settings, at: Desk): Promise<Outcome> {
  const { ended, change, patch } = handover;
  if (ended.how === 'failed') return { kind: 'failed', ...ended.problem };
  if (ended.how === 'stopped') return { kind: 'stopped', ...ended, ...goOn(ended.because), published: null };
  const answer = [handover.title, handover.body].filter(Boolean).join('\n\n');
  if (!change) return { kind: 'answered', answer };
  const { destination } = plan;
  if (destination.kind === 'folder') return { kind: 'changed', answer, published: null };
  const blocked = await judge(change, { settings, blobs: at.blobs });
  if (blocked) return { kind: 'unchanged', ...blocked, patch };
  if (destination.kind === 'patch') return { kind: 'unchanged', ...onlyPatch, patch };
  return { kind: 'changed', answer, published: await pull(plan, destination, handover, at) };
}

const goOn = (because: string): { advice: string } => ({
  advice: because === 'cancelled' ? 'Ask again to go on.' : 'Raise the limit, or ask for a smaller step.',
});
const onlyPatch = {
  why: 'This pull request comes from a fork, where nothing is pushed to.',
  advice: 'Apply the patch below if you like it.',
};

async function pull(
  plan: Plan,
  destination: Extract<Destination, { kind: 'pull' }>,
  handover: Handover,
  at: Desk,
): Promise<Published> {
  if (!handover.change) throw new OiError('bug', 'There is no change to publish.', 'Please report it.');
  const [branch, request] = planPull(plan, destination, handover.change, pullWords(plan, handover));
  const commit = await perform(branch, at);
  const opened = await perform(request, at);
  return {
    operation: opened.found ? 'updated' : 'created',
    pull: { number: Number(opened.receipt.id), url: opened.receipt.url },
    branch: destination.branch,
    commit: commit.receipt.id,
  };
}

async function perform(effect: Effect, at: Desk): ReturnType<typeof apply> {
  const done = await apply(effect, at);
  at.record({ type: 'effect.done', key: effect.key, receipt: done.receipt, acted: done.acted });
  return done;
}
