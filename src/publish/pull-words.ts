import type { ChangedFile } from '../core/change.ts';
import { runTrailer } from '../core/forge.ts';
import { askerOf, type Plan, type Task } from '../core/task.ts';
import { cutMarkdown, cutText } from '../text/cut.ts';
import { fenced, neutral, oneLine } from '../text/neutral.ts';
import type { Remark } from './policy/rule.ts';
import { lookClosely, proved } from './proof-words.ts';
import { asCode, bodyLimit, cost, noted, said, type Work } from './words.ts';

/** Title, commit message and body of the pull request: asked, changed, proved, cost, and what the agent says. */
export function pullWords(
  { plan, handover, settings }: Work,
  remarks: readonly Remark[],
): { title: string; message: string; body: string } {
  const title = oneLine(handover.title || plan.task.ask, 72) || 'Fix';
  const parts = [
    lookClosely(handover.findings),
    asked(plan.task),
    changed(handover.change?.files ?? []),
    remarked(remarks),
    noted(handover),
    unseen(handover),
    proved(handover),
    said({ ...handover, title: '' }),
    `**Cost**\n\n${cost({ handover, settings })}`,
    closes(plan),
  ];
  return {
    title,
    message: `${title}\n\n${trailers(plan.task)}`,
    body: cutMarkdown(parts.filter(Boolean).join('\n\n'), bodyLimit),
  };
}

function asked({ origin, ask }: Task): string {
  const asker = askerOf(origin);
  const by = asker ? ` by ${asker.login}` : '';
  const words = ask ? `\n\n${neutral(fenced(cutMarkdown(ask, 2000), ''))}` : '';
  switch (origin.kind) {
    case 'terminal':
      return '';
    case 'comment':
      return `**Asked**${by} in #${origin.subject.number}${words}`;
    case 'label':
      return `**Asked**${by} with the label ${asCode(origin.label)} on #${origin.subject.number}`;
    case 'workflow':
      return `**Asked**${by} through the workflow ${asCode(origin.workflow)}${words}`;
  }
}

function changed(files: readonly ChangedFile[]): string {
  const shown = files.slice(0, 50).map(({ path, now }) => `- ${asCode(path)}${now ? '' : ' (removed)'}`);
  const rest = files.length > 50 ? [`- and ${files.length - 50} more`] : [];
  return `**Changed** ${files.length} ${files.length === 1 ? 'file' : 'files'}\n\n${[...shown, ...rest].join('\n')}`;
}

/** What the change brings along that its lines do not show at a glance. */
function remarked(remarks: readonly Remark[]): string {
  if (remarks.length === 0) return '';
  const shown = remarks
    .slice(0, mostRemarks)
    .map(({ path, sentence }) => `- ${asCode(path)} ${neutral(sentence.replace(/\s+/g, ' '))}`);
  const rest = remarks.length - shown.length;
  return ['**Comes with it**\n', ...shown, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n');
}
const mostRemarks = 50;

/** Words that only an agent would read, where people would have seen nothing: counted for each place. */
function unseen({ hidden }: Work['handover']): string {
  if (hidden.length === 0) return '';
  const shown = hidden
    .slice(0, mostPlaces)
    .map(({ where, count }) => `- ${count} in ${neutral(cutText(where, 300))}`);
  const rest = hidden.length - shown.length;
  const more = rest > 0 ? [`- and in ${rest} more places`] : [];
  return [
    '**Characters that no reader sees** were taken out of what the agent read:\n',
    ...shown,
    ...more,
  ].join('\n');
}
const mostPlaces = 20;

/** The one closing keyword that is ours to write: for the issue whose branch it is, whoever asked where. */
function closes({ destination }: Plan): string {
  const issue = destination.kind === 'pull' && /^oi\/issue-(\d+)$/.exec(destination.branch);
  return issue ? `Closes #${issue[1]}` : '';
}

function trailers(task: Task): string {
  const asker = askerOf(task.origin);
  return [asker ? `Requested-by: ${asker.login}` : '', runTrailer(task)].filter(Boolean).join('\n');
}
