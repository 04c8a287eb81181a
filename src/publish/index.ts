import type { ChangeSet } from '../core/change.ts';
import { passed } from '../core/check.ts';
import { type Problem, toProblem } from '../core/errors.ts';
import type { Effect } from '../core/forge.ts';
import type { Handover } from '../core/handover.ts';
import type { Outcome, Published } from '../core/outcome.ts';
import type { Fact } from '../core/session.ts';
import type { Destination, Plan, Settings } from '../core/task.ts';
import { apply, type Press } from './apply.ts';
import { planClaim, planComment, planPull } from './effects.ts';
import type { Remark } from './policy/rule.ts';
import { pullWords } from './pull-words.ts';
import { closing, type Work } from './words.ts';

/** It may record, and by type it cannot read: nothing an agent's log says reaches a decision here. */
export type Desk = Press & { record(fact: Fact): unknown };

/** Does what the handover asks for where the plan allows it, tells the asker, and says how it ended. */
export async function publish(
  plan: Plan,
  handover: Handover,
  settings: Settings,
  at: Desk,
): Promise<Outcome> {
  const outcome = await deliver(plan, handover, settings, at).catch((error) => failed(error, null, at));
  return conclude(outcome, { plan, handover, settings }, at);
}

/** Tells the asker how it ended, and puts it down. Saying the same twice changes nothing. */
export async function conclude(outcome: Outcome, work: Work, at: Desk): Promise<Outcome> {
  // A terminal has no comment, and the words of one need tables of numbers and of Unicode: 50 ms to load.
  const problem = work.plan.task.origin.kind === 'terminal' ? null : await close(outcome, work, at);
  const told = problem ? untold(problem, outcome) : outcome;
  at.record({ type: 'sitting.closed', outcome: told, ...(problem && { untold: outcome }) });
  return told;
}

/** The asker is told. Answers why that could not be done. */
async function close(outcome: Outcome, work: Work, at: Desk): Promise<Problem | null> {
  const { task } = work.plan;
  let problem: Problem | null = null;
  const cannot = (error: unknown): void => {
    problem = toProblem(error);
  };
  const comment = planComment(task, await closing(outcome, work, at.blobs));
  if (comment) await perform(comment, at).catch(cannot);
  const claim = planClaim(task, false);
  if (claim) await perform(claim, at).catch(cannot);
  return problem;
}

/** A failure, told by whatever door still works. What stands on the forge stays told. */
const untold = (problem: Problem, outcome: Outcome): Outcome => ({
  kind: 'failed',
  ...problem,
  happened: `How the task ended could not be said on the forge: ${problem.happened}`,
  published: 'published' in outcome ? outcome.published : null,
});

async function deliver(plan: Plan, handover: Handover, settings: Settings, at: Desk): Promise<Outcome> {
  const { ended, change } = handover;
  if (ended.how === 'failed') return { kind: 'failed', ...ended.problem, published: null };
  if (ended.how === 'stopped') return { kind: 'stopped', ...ended, ...goOn(ended.because), published: null };
  const answer = answerOf(handover);
  if (!change) return { kind: 'answered', answer };
  const { destination } = plan;
  if (destination.kind === 'folder') return { kind: 'changed', answer, published: null };
  // Loaded here: a folder has no policy, and its patterns take 7 ms to compile.
  const { judge } = await import('./policy/index.ts');
  const { taint } = plan;
  const world = { settings, taint, blobs: at.blobs, barred: handover.barred };
  const { blocked, remarks } = await judge(change, world);
  if (blocked) return { kind: 'unchanged', ...blocked };
  if (destination.kind === 'patch') return { kind: 'unchanged', ...onlyPatch };
  return pull(plan, destination, { ...handover, change }, { settings, remarks }, at);
}

function failed(error: unknown, published: Published | null, at: Desk): Outcome {
  const problem = toProblem(error);
  at.record({ type: 'problem.met', problem });
  return { kind: 'failed', ...problem, published };
}

const answerOf = ({ title, body }: Handover): string => [title, body].filter(Boolean).join('\n\n');

const goOn = (because: 'limit' | 'cancelled' | 'gave-up'): { advice: string } => ({
  advice: waysOn[because],
});
const waysOn = {
  limit: 'Raise the limit, or ask for a smaller step.',
  cancelled: 'Ask again to go on.',
  'gave-up': 'Ask again, or use another model or harness.',
};
const onlyPatch = {
  why: 'This pull request comes from a fork, where nothing is pushed to.',
  advice: 'Apply the patch below if you like it.',
};

/** A branch whose pull request cannot be opened is there all the same, and people are told of it (case R1). */
async function pull(
  plan: Plan,
  destination: Extract<Destination, { kind: 'pull' }>,
  handover: Handover & { change: ChangeSet },
  { settings, remarks }: { settings: Settings; remarks: readonly Remark[] },
  at: Desk,
): Promise<Outcome> {
  const words = {
    ...pullWords({ plan, handover, settings }, remarks),
    draft: !isReady(plan, handover, settings),
  };
  const [branch, request] = planPull(plan, destination, handover.change, words);
  const commit = await perform(branch, at);
  const published = { branch: destination.branch, commit: commit.receipt.id };
  try {
    const { found, receipt } = await perform(request, at);
    const operation = found ? (commit.acted ? 'updated' : 'none') : 'created';
    const pull = { number: Number(receipt.id), url: receipt.url };
    return { kind: 'changed', answer: answerOf(handover), published: { ...published, operation, pull } };
  } catch (error) {
    return failed(error, { ...published, operation: 'none', pull: null }, at);
  }
}

/** Only what is proved, and read from nobody but those who may command us, with nothing hidden in it, is more than a draft. */
const isReady = ({ taint }: Plan, { verdicts, findings, hidden }: Handover, { verify }: Settings): boolean =>
  verify.readyWhenGreen &&
  taint === 'trusted' &&
  findings.length === 0 &&
  hidden.length === 0 &&
  verdicts.length > 0 &&
  verdicts.every(({ after, scripts }) => passed(after) && scripts.length === 0);

async function perform(effect: Effect, at: Desk): ReturnType<typeof apply> {
  const done = await apply(effect, at);
  at.record({ type: 'effect.done', key: effect.key, receipt: done.receipt, acted: done.acted });
  return done;
}
