import { existsSync, readFileSync } from 'node:fs';
import { errorTable } from '../core/errors.ts';
import type { Outcome } from '../core/outcome.ts';
import type { Entry } from '../core/session.ts';
import { headline } from '../publish/words.ts';
import { fenced } from '../text/neutral.ts';
import { summary } from '../views/summary.ts';
import { usage } from '../views/usage.ts';
import type { Showing } from './showing.ts';
import { writeTranscript } from './transcript-file.ts';

export type Ending = {
  /** Null when the event was not for us. */
  outcome: Outcome | null;
  log: readonly Entry[];
  /** The folder with the session's log, null when none was opened. */
  session: string | null;
  /** Where its change lies as a patch, if there is one. */
  patch: string | null;
};

/** GitHub shows no summary above a mebibyte. */
const shownPatchBytes = 500_000;

/** Sets the outputs, writes the job summary and the last line of the log. Answers the exit code. */
export async function report(ending: Ending, showing: Showing): Promise<number> {
  const { outcome, log } = ending;
  const transcript = await writeTranscript(log, ending.session, showing);
  for (const [name, value] of Object.entries(outputs(ending, transcript))) await showing.output(name, value);
  if (!outcome) {
    await showing.info('This event is not for us.');
    return 0;
  }
  const words = headline(outcome);
  await summarise({ ...ending, outcome, log }, showing);
  if (outcome.kind === 'failed' || outcome.kind === 'stopped') {
    await showing.error(words);
    return outcome.kind === 'failed' ? errorTable[outcome.code].exit : 1;
  }
  await showing.info(words);
  return 0;
}

/** Writes the job summary, and where the change lies if it is not on the forge. */
export async function summarise(
  ending: Pick<Ending, 'log' | 'patch'> & { outcome: Outcome },
  showing: Showing,
): Promise<void> {
  const { outcome, log } = ending;
  const patch = unpublished(ending);
  const text = summary(outcome, headline(outcome), log);
  await showing.summary(text + (patch ? aboutPatch(patch) : ''));
  if (patch) await showing.info(`The change is kept as a patch: ${patch}`);
}

/** The patch of a change that is not on the forge. */
const unpublished = ({ outcome, patch }: Pick<Ending, 'outcome' | 'patch'>): string | null =>
  patch && existsSync(patch) && !(outcome && 'published' in outcome && outcome.published) ? patch : null;

function aboutPatch(file: string): string {
  const text = readFileSync(file, 'utf8');
  const shown = `\n<details><summary>The change as a patch</summary>\n\n${fenced(text, 'diff')}\n\n</details>\n`;
  return `\nThe change is kept as a patch on the runner: \`${file}\`.\n${text.length <= shownPatchBytes ? shown : ''}`;
}

function outputs({ outcome, log, session }: Ending, transcript: string | null): Record<string, string> {
  const published = outcome && 'published' in outcome ? outcome.published : null;
  const { input, output, usd, untold } = usage(log);
  return {
    outcome: outcome?.kind ?? 'ignored',
    operation: published?.operation ?? 'none',
    'pull-number': String(published?.pull?.number ?? ''),
    'pull-url': published?.pull?.url ?? '',
    branch: published?.branch ?? '',
    commit: published?.commit ?? '',
    'input-tokens': String(input),
    'output-tokens': String(output),
    'cost-usd': untold.prices > 0 ? '' : usd.toFixed(6),
    'session-path': session ?? '',
    'transcript-path': transcript ?? '',
  };
}
