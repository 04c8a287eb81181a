import type { Blobs } from '../core/change.ts';
import type { Problem } from '../core/errors.ts';
import type { Handover } from '../core/handover.ts';
import type { Outcome, Published } from '../core/outcome.ts';
import type { Plan, Settings } from '../core/task.ts';
import { cutMarkdown, cutText } from '../text/cut.ts';
import { stripInvisible } from '../text/invisible.ts';
import { fenced, neutral, quoted } from '../text/neutral.ts';
import { costWords } from '../views/cost.ts';

/** GitHub takes 65,536 characters (REST: 422 above it); some are left for the mark by which the forge finds a comment. */
export const bodyLimit = 65_000;
const patchLimit = 30_000;
/** Cut before it is made harmless, so that no cut undoes that. */
const answerLimit = 50_000;
const saidLimit = 4000;
const mostLeft = 20;

/** One plain sentence of what happened, and the next step. One case for every outcome there is. */
export function headline(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'changed':
      return outcome.published?.pull
        ? opened(outcome.published.operation, outcome.published.pull)
        : outcome.answer;
    case 'answered':
      return neutral(cutMarkdown(outcome.answer, answerLimit)) || 'There was nothing to change.';
    case 'unchanged':
    case 'refused':
    case 'stopped':
      return neutral(`${outcome.why} ${outcome.advice}`);
    case 'failed':
      return `${problemWords(outcome)} (\`${outcome.code}\`)${stands(outcome.published)}`;
  }
}

/** Addresses stand in code, where nobody follows them by mistake; but for the one that is ours. */
function problemWords({ happened, advice, page }: Problem): string {
  const words = neutral(`${happened} ${advice}`);
  return page ? words.replace(`\`${page}\``, `[this page](${page})`) : words;
}

const opened = (
  operation: 'created' | 'updated' | 'none',
  { number, url }: { number: number; url: string },
): string =>
  ({
    created: `Done: I opened [#${number}](${url}) as a draft. Please review it.`,
    updated: `Done: I updated [#${number}](${url}). Please review it.`,
    none: `Done: [#${number}](${url}) holds the same change already. Please review it.`,
  })[operation];

/** What was planned, what came of it, and under which settings. */
export type Work = { plan: Plan; handover: Handover; settings: Settings };

const stands = (published: Published | null): string =>
  published?.pull ? ` What was done is in [#${published.pull.number}](${published.pull.url}).` : '';

/** The last state of the tracking comment. */
export async function closing(
  outcome: Outcome,
  { plan, handover, settings }: Work,
  blobs: Blobs,
): Promise<string> {
  const rest = [
    outcome.kind === 'changed' ? said(handover) : '',
    outcome.kind === 'answered' ? unchanged(plan) : '',
    await patchOf(outcome, handover, blobs),
    leftOut(handover.left),
    noted(handover),
    `<sub>${[worked(handover), cost({ handover, settings })].filter(Boolean).join('<br>')}</sub>`,
  ];
  const below = rest.filter(Boolean).join('\n\n');
  return `${cutMarkdown(headline(outcome), bodyLimit - below.length - 2)}\n\n${below}`;
}

const worked = ({ chosen }: Handover): string =>
  chosen === null
    ? ''
    : neutral(`${chosen.model} with the ${chosen.harness} harness over ${chosen.wire}. ${chosen.why}`);

export const cost = ({ handover: { turns, usage, chosen }, settings }: Omit<Work, 'plan'>): string =>
  costWords(turns, usage, { ...settings, model: chosen?.model ?? settings.model });

function leftOut(left: Handover['left']): string {
  const shown = left.slice(0, mostLeft).map(({ path, why }) => `- Left out: ${asCode(path)} (${why})`);
  const more = left.length - shown.length;
  return [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

/** What the copy left out: whoever reads the result has to know that nobody looked at it. */
export const noted = ({ notes }: Handover): string => neutral(notes.join(' '));

/** A name that an agent gave, on one line and where nothing in it acts. */
export function asCode(name: string): string {
  const line = stripInvisible(name).text.replaceAll('`', "'").replace(/\s+/g, ' ').trim();
  return `\`${line.length <= 200 ? line : `${cutText(line, 199)}…`}\``;
}

/** The agent's own words, marked as such: nobody checked them, and they may look like ours. */
export function said({ title, body }: Handover): string {
  const words = neutral(cutMarkdown([title, body].filter(Boolean).join('\n\n'), saidLimit));
  return words && `**What the agent says** (unverified)\n\n${quoted(words)}`;
}

const unchanged = ({ destination }: Plan): string =>
  destination.kind === 'pull' && destination.pull
    ? `No file was changed: #${destination.pull} stays as it is.`
    : 'No file was changed, so nothing was published.';

/** A change that is not on the forge is given to people as a patch, where it is short enough to read: no work is lost. */
async function patchOf(outcome: Outcome, { change, patch }: Handover, blobs: Blobs): Promise<string> {
  const isThere = 'published' in outcome && outcome.published;
  if (!change || !patch || isThere) return '';
  const text = Buffer.from(await blobs.get(patch)).toString('utf8');
  if (text.length > patchLimit)
    return 'The change is too long for a comment: the summary of the job tells where it lies as a patch.';
  const title = outcome.kind === 'unchanged' ? 'The change as a patch' : 'What was changed, as a patch';
  return `<details><summary>${title}</summary>\n\n${fenced(text, 'diff')}\n\n</details>`;
}
