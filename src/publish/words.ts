import type { Blobs } from '../core/change.ts';
import type { Handover } from '../core/handover.ts';
import type { Outcome } from '../core/outcome.ts';
import { cutMarkdown } from '../text/cut.ts';
import { fenced, neutral } from '../text/neutral.ts';
import { costWords } from '../views/cost.ts';

/** GitHub's limit for a comment or a pull request's body, in characters (REST: 422 above it). */
export const bodyLimit = 65_536;
const patchLimit = 30_000;

/** One plain sentence of what happened, and the next step. One case for every outcome there is. */
export function headline(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'changed':
      return outcome.published?.pull
        ? opened(outcome.published.operation, outcome.published.pull)
        : outcome.answer;
    case 'answered':
      return neutral(outcome.answer) || 'There was nothing to change.';
    case 'unchanged':
    case 'refused':
    case 'stopped':
      return neutral(`${outcome.why} ${outcome.advice}`);
    case 'failed':
      return `${neutral(`${outcome.happened} ${outcome.advice}`)} (\`${outcome.code}\`)`;
  }
}

const opened = (
  operation: 'created' | 'updated' | 'none',
  { number, url }: { number: number; url: string },
): string =>
  operation === 'created'
    ? `Done: I opened [#${number}](${url}) as a draft. Please review it.`
    : `Done: I updated [#${number}](${url}). Please review it.`;

/** The last state of the tracking comment. */
export async function closing(outcome: Outcome, handover: Handover, blobs: Blobs): Promise<string> {
  const parts = [
    headline(outcome),
    outcome.kind === 'changed' ? said(handover) : '',
    outcome.kind === 'answered' ? 'No file was changed, so there is no pull request.' : '',
    await patchOf(outcome, blobs),
    ...handover.left.map(({ path, why }) => `- Left out: \`${path.replaceAll('`', "'")}\` (${why})`),
    `<sub>${costWords(handover.turns, handover.usage)}</sub>`,
  ];
  return cutMarkdown(parts.filter(Boolean).join('\n\n'), bodyLimit);
}

/** The agent's own words, marked as such: nobody checked them. */
export function said({ title, body }: Handover): string {
  const words = neutral([title, body].filter(Boolean).join('\n\n'));
  return words && `**What the agent says** (unverified)\n\n${cutMarkdown(words, 4000)}`;
}

/** A change that could not be published is given to people as a patch, where it is short enough to read. */
async function patchOf(outcome: Outcome, blobs: Blobs): Promise<string> {
  if (outcome.kind !== 'unchanged' || !outcome.patch) return '';
  const patch = Buffer.from(await blobs.get(outcome.patch)).toString('utf8');
  if (patch.length > patchLimit)
    return 'The patch is too long for a comment; it lies beside the session log.';
  return `<details><summary>The change as a patch</summary>\n\n${fenced(patch, 'diff')}\n\n</details>`;
}
