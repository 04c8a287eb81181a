import { errorTable } from '../core/errors.ts';
import type { Outcome } from '../core/outcome.ts';
import type { Entry } from '../core/session.ts';
import { headline } from '../publish/words.ts';
import { summary } from '../views/summary.ts';
import { usage } from '../views/usage.ts';

export type Ending = {
  /** Null when the event was not for us. */
  outcome: Outcome | null;
  log: readonly Entry[];
  /** The folder with the session's log, null when none was opened. */
  session: string | null;
};

/** Sets the outputs, writes the job summary and the last line of the log. Answers the exit code. */
export async function report({ outcome, log, session }: Ending): Promise<number> {
  const core = await import('@actions/core');
  for (const [name, value] of Object.entries(outputs({ outcome, log, session }))) core.setOutput(name, value);
  if (!outcome) {
    core.info('This event is not for us.');
    return 0;
  }
  const words = headline(outcome);
  await core.summary.addRaw(summary(outcome, words, log), true).write();
  if (outcome.kind === 'failed' || outcome.kind === 'stopped') {
    core.error(words);
    return outcome.kind === 'failed' ? errorTable[outcome.code].exit : 1;
  }
  core.info(words);
  return 0;
}

function outputs({ outcome, log, session }: Ending): Record<string, string> {
  const published = outcome && 'published' in outcome ? outcome.published : null;
  const { input, output, usd } = usage(log);
  return {
    outcome: outcome?.kind ?? 'ignored',
    operation: published?.operation ?? 'none',
    'pull-number': String(published?.pull?.number ?? ''),
    'pull-url': published?.pull?.url ?? '',
    branch: published?.branch ?? '',
    commit: published?.commit ?? '',
    'input-tokens': String(input),
    'output-tokens': String(output),
    'cost-usd': usd === null ? '' : usd.toFixed(6),
    'session-path': session ?? '',
    'transcript-path': '',
  };
}
