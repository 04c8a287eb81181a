import type { Message } from '../core/model.ts';
import type { EntryOf } from '../core/session.ts';
import { type Source, subjectOf } from '../core/task.ts';
import { fill } from '../text/template.ts';
import type { Opening, OutlineData } from './data.ts';
import { drawn } from './outline.ts';

/** The facts of a sitting that its opening messages are made of, as far as they are known. */
export type Known = {
  sitting?: EntryOf<'sitting.opened'> | undefined;
  environment?: EntryOf<'environment.seen'> | undefined;
  context?: EntryOf<'context.gathered'> | undefined;
};
type Shown = { outline: OutlineData | null };

/** Every name that the template of an opening message can ask for. */
export const openingNames = [
  'ask',
  'subject',
  'date',
  'longDate',
  'shortDate',
  'os',
  'platform',
  'release',
  'arch',
  'shell',
  'folder',
  'outline',
  'instructions',
  'path',
  'text',
  'data',
  'json',
  'nonce',
  'files',
  'title',
];

/** The messages that open a sitting; what comes out empty is left out. */
export function openingOf(templates: readonly Opening[], known: Known, how: Shown): Message[] {
  const view = openingView(known, how);
  return templates.flatMap((opening): Message[] => {
    const answers = typeof opening !== 'string';
    const text = fill(answers ? opening.answer : opening, view).trim();
    if (text === '') return [];
    return [answers ? { role: 'assistant', items: [{ kind: 'text', text }] } : { role: 'user', text }];
  });
}

export const systemText = (template: string, known: Known, how: Shown): string =>
  fill(template, openingView(known, how)).trim();

/** What a template of an opening message is filled with. */
export function openingView({ sitting, environment, context }: Known, { outline }: Shown): object {
  const task = sitting?.plan.task;
  const subject = task ? subjectOf(task.origin) : null;
  const sources = context?.sources ?? [];
  const words = { issue: 'issue', pull: 'pull request' };
  return {
    ...environment,
    ...(environment && { ...datesOf(environment.date), platform: environment.os.toLowerCase() }),
    outline: outline && environment?.outline ? drawn(environment.outline, outline) : '',
    ask: task?.ask.trim() ?? '',
    subject: subject && `${words[subject.kind]} #${subject.number}`,
    instructions: context?.instructions ?? [],
    data: sources.length > 0 ? { nonce: context?.nonce, json: sources.map(line).join('\n') } : null,
    files: context?.files ?? [],
  };
}

const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/**
 * `Monday, November 30, 2026` and `Mon Nov 30 2026`, as the originals write it. Not by the locale's rules: the first use of
 * their tables takes 15 ms, before the first request.
 */
function datesOf(date: string): { longDate: string; shortDate: string } {
  const at = new Date(`${date}T00:00:00Z`);
  const weekday = weekdays[at.getUTCDay()] ?? '';
  const month = months[at.getUTCMonth()] ?? '';
  const [day, year] = [at.getUTCDate(), at.getUTCFullYear()];
  return {
    longDate: `${weekday}, ${month} ${day}, ${year}`,
    shortDate: `${weekday.slice(0, 3)} ${month.slice(0, 3)} ${String(day).padStart(2, '0')} ${year}`,
  };
}

/**
 * A source on one line of JSON. Untrusted: no `<` is left in it, so that it can spell neither an end of the data nor a
 * model's control words (`<|im_end|>`).
 */
const line = ({ title, author, trusted, text }: Source): string =>
  JSON.stringify({ title, author, trusted, text }).replaceAll('<', '\\u003c');
