import { type Blobs, type ChangeSet, type ObjectId, tooLarge } from '../core/change.ts';
import { type Check, isMissing, passed, type Ran } from '../core/check.ts';
import { type Fact, last, once, only, round, type Session, sitting } from '../core/session.ts';
import type { Plan, Settings } from '../core/task.ts';
import type { Trees } from '../core/trees.ts';
import type { Workspace } from '../core/world.ts';
import type { FileChange } from './files.ts';
import { tellFailures } from './tell-failures.ts';

export type Bench = {
  workspace: Pick<Workspace, 'trees' | 'trial'>;
  blobs: Blobs;
  /** How long one check may take. */
  seconds(): number;
  /** Which limit is reached, in words, or null. */
  spent(): string | null;
  signal: AbortSignal;
};

/**
 * Runs the repository's own checks on the base, and on the base with the change laid anew, then says whether the work
 * goes on; nothing is run for a change that is too large to be published. What the agent ran in its own folder proves nothing. Every step is a fact, so that a run that was cut off goes
 * on behind the last one.
 */
export async function verify(session: Session, plan: Plan, settings: Settings, at: Bench): Promise<void> {
  const here = () => round(session.entries);
  const change = last(here(), 'change.found')?.change;
  const isFinished = last(here(), 'work.stopped')?.because === 'finished';
  if (plan.base && isFinished && change && change.files.length > 0) {
    const why = tooLarge(change);
    if (why) return void session.record({ type: 'round.judged', ...over(why) });
    await prove(session, plan.base, change, settings, at);
  }
  session.record({ type: 'round.judged', ...judge(session, settings, at) });
}

const over = (why: string) => ({ again: false, why, tell: null });

async function prove(
  session: Session,
  base: ObjectId,
  change: ChangeSet,
  settings: Settings,
  at: Bench,
): Promise<void> {
  // Loaded here: who works in place has nothing to prove.
  const { findings, planChecks, scriptsBehind } = await import('./proof.ts');
  const trees = await at.workspace.trees;
  await once(session, 'checks.planned', async () => ({
    type: 'checks.planned',
    ...(await planChecks(settings.verify.commands, trees, base)),
  }));
  const pairs = await beforeAndAfter(trees, change, { base, blobs: at.blobs });
  if (!last(round(session.entries), 'evidence.found')) {
    session.record({ type: 'evidence.found', findings: findings(pairs) });
  }
  for (const check of last(session.entries, 'checks.planned')?.checks ?? []) {
    const ran = only(sitting(session.entries), 'check.ran').filter((entry) => entry.check === check.name);
    const scripts = await scriptsBehind(check.command, pairs, (path) => trees.read(base, path));
    if (!ran.some(({ on }) => on === 'base'))
      await run(session, check, { on: 'base', change: null, scripts }, at);
    const isNew = !ran.some(({ on, round }) => on === 'change' && round === session.entries.at(-1)?.round);
    if (isNew) await run(session, check, { on: 'change', change, scripts }, at);
  }
}

type Judged = Extract<Fact, { type: 'round.judged' }>;
type Side = { on: 'base' | 'change'; change: ChangeSet | null; scripts: readonly string[] };

/** Each check runs in a folder and a sandbox of its own: one that lies on purpose cannot lie about the next. */
async function run(session: Session, check: Check, { on, change, scripts }: Side, at: Bench): Promise<void> {
  if (at.signal.aborted) return;
  const trial = at.workspace.trial(change);
  try {
    const sandbox = await trial.sandbox;
    const command = { command: check.command, folder: null, seconds: at.seconds() };
    const { code, killed, milliseconds, output }: Ran = await sandbox.exec(command, at.signal);
    if (!at.signal.aborted) {
      const ran = { code, killed, milliseconds, output };
      session.record({ type: 'check.ran', check: check.name, on, ran, scripts });
    }
  } finally {
    await trial.close();
  }
}

/**
 * A failure goes back to the model while there are rounds left: one of its own making, or one it was to mend. Not where a
 * limit is reached: the work is finished, and sent back it would end as stopped.
 */
function judge(session: Session, { verify }: Settings, { signal, spent }: Bench): Omit<Judged, 'type'> {
  const rounds = session.entries.at(-1)?.round ?? 0;
  const ran = only(sitting(session.entries), 'check.ran');
  const missing = new Set(
    ran.flatMap(({ on, check, ran }) => (on === 'base' && isMissing(ran) ? [check] : [])),
  );
  const failed = ran.filter(
    ({ on, check, ran, round }) =>
      on === 'change' && round === rounds && !passed(ran) && !(isMissing(ran) && missing.has(check)),
  );
  if (failed.length === 0) return over('No check fails.');
  if (signal.aborted) return over('The run was cancelled.');
  if (rounds >= verify.rounds) return over(`${rounds} rounds of work are used up.`);
  const limit = spent();
  if (limit) return over(limit);
  const why = `${failed.map(({ check }) => check).join(', ')} failed.`;
  return { again: true, why, tell: tellFailures(failed, ran) };
}

async function beforeAndAfter(
  trees: Trees,
  { files }: ChangeSet,
  { base, blobs }: { base: ObjectId; blobs: Blobs },
): Promise<FileChange[]> {
  const paths = files.map(({ path }) => path);
  const [before, after] = await Promise.all([
    trees.readAll(base, paths),
    Promise.all(files.map(({ now }) => now && blobs.get(now.bytes))),
  ]);
  return paths.map((path, at) => ({ path, before: before[at] ?? null, after: after[at] ?? null }));
}
