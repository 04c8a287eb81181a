import type { SubjectCircumstances } from '../core/forge.ts';
import { askerOf, type Source, type Task } from '../core/task.ts';
import { stripInvisible } from '../text/invisible.ts';
import { sanitise } from '../text/sanitise.ts';
import type { Clean } from './remarks.ts';

const words = { issue: 'issue', pull: 'pull request' };

/** The issue or pull request itself. An empty description leaves the title. */
export function subjectSource({ subject }: SubjectCircumstances, { origin }: Task): Clean {
  const title = stripInvisible(subject.title);
  const body = sanitise(subject.body);
  const asker = askerOf(origin);
  return {
    title: `${words[subject.kind]} #${subject.number}, ${subject.association || 'NONE'}, ${subject.at}, ${subject.url}`,
    text: [title.text, body.text.trim()].filter(Boolean).join('\n\n'),
    author: subject.author?.login ?? null,
    trusted: subject.author !== null && subject.author.id === asker?.id,
    hidden: title.removed + body.hidden,
  };
}

/** What a pull request changes, by name: the change itself is in the checkout, for git to show. */
export function pullSource(
  pull: NonNullable<SubjectCircumstances['pull']>,
  files: readonly string[],
): Source {
  const { head, into } = pull;
  const end = (branch: string, commit: string) =>
    `${JSON.stringify(stripInvisible(branch).text)} at ${commit}`;
  return {
    title: 'what the pull request changes, as the forge knows it',
    text: [
      `From ${end(head.branch, head.commit)} into ${end(into.branch, into.commit)}.`,
      `See it with \`git diff ${into.commit}...${head.commit}\`, or with two dots where the history is too short.`,
      `${files.length} changed ${files.length === 1 ? 'file' : 'files'}:`,
      ...files.map((path) => JSON.stringify(stripInvisible(path).text)),
    ].join('\n'),
    author: null,
    trusted: false,
  };
}
