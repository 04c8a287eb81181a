import type { EntryOf } from '../core/session.ts';
import { type Source, subjectOf } from '../core/task.ts';
import { fill } from '../text/template.ts';

/** The facts of a sitting that its opening messages are made of, as far as they are known. */
export type Known = {
  sitting?: EntryOf<'sitting.opened'> | undefined;
  environment?: EntryOf<'environment.seen'> | undefined;
  context?: EntryOf<'context.gathered'> | undefined;
};

/** Every name that the template of an opening message can ask for. */
export const openingNames = [
  'ask',
  'subject',
  'date',
  'os',
  'release',
  'arch',
  'shell',
  'folder',
  'instructions',
  'path',
  'text',
  'data',
  'json',
  'nonce',
  'files',
  'title',
];

/** The user messages that open a sitting; what comes out empty is left out. */
export function openingOf(templates: readonly string[], known: Known): string[] {
  const view = viewOf(known);
  return templates.map((template) => fill(template, view).trim()).filter((text) => text !== '');
}

function viewOf({ sitting, environment, context }: Known): object {
  const task = sitting?.plan.task;
  const subject = task ? subjectOf(task.origin) : null;
  const sources = context?.sources ?? [];
  const words = { issue: 'issue', pull: 'pull request' };
  return {
    ...environment,
    ask: task?.ask.trim() ?? '',
    subject: subject && `${words[subject.kind]} #${subject.number}`,
    instructions: context?.instructions ?? [],
    data: sources.length > 0 ? { nonce: context?.nonce, json: sources.map(line).join('\n') } : null,
    files: context?.files ?? [],
  };
}

/**
 * A source on one line of JSON. Untrusted: no `<` is left in it, so that it can spell neither an end of the data nor a
 * model's control words (`<|im_end|>`).
 */
const line = ({ title, author, trusted, text }: Source): string =>
  JSON.stringify({ title, author, trusted, text }).replaceAll('<', '\\u003c');
