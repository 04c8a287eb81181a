import type { SubjectCircumstances as About, Remark } from '../core/forge.ts';
import type { Hidden, Source, Task } from '../core/task.ts';
import { share } from './budget.ts';
import { type Clean, type Sorted, sortRemarks } from './remarks.ts';
import { pullSource, subjectSource } from './subject.ts';

export type Sources = {
  inline: Source[];
  /** For the agent to read when it wants to: the name of a file, what is in it, and its sources. */
  files: { name: string; title: string; sources: Source[] }[];
  hidden: Hidden[];
};

/** Characters in the prompt; all together are about 6,000 tokens. What the others leave is the thread's. */
const room = { all: 24_000, subject: 10_000, facts: 3_000, asking: 3_000, remark: 3_000 };

/** Everything said around a task, as data: what fits for the prompt, the rest for files. Pure. */
export function sourcesOf(
  task: Task,
  about: About,
  review: { remarks: readonly Remark[]; files: readonly string[] } | null,
): Sources {
  const sorted = sortRemarks([...about.thread.remarks, ...(review?.remarks ?? [])], task);
  const subject = subjectSource(about, task);
  const facts = about.pull && review ? [pullSource(about.pull, review.files)] : [];
  const asking = sorted.asking ? [sorted.asking] : [];

  const first = share([plain(subject)], { all: room.subject, each: room.subject });
  const second = share(facts, { all: room.facts, each: room.facts });
  const command = share(asking.map(plain), { all: room.asking, each: room.asking });
  const left = room.all - lengthOf([...first.inline, ...second.inline, ...command.inline]);
  const thread = share(sorted.remarks.map(plain), { all: left, each: room.remark });
  const older = [...thread.rest, ...command.rest];
  const description = [...first.rest, ...second.rest];

  return {
    inline: [
      ...first.inline,
      ...second.inline,
      ...thread.inline,
      ...command.inline,
      ...missing(sorted, about),
    ],
    files: [
      {
        name: 'subject.json',
        title: 'the description and the list of changed files in full',
        sources: description,
      },
      { name: 'thread.json', title: `${older.length} remarks in full, oldest first`, sources: older },
    ].filter(({ sources }) => sources.length > 0),
    hidden: [subject, ...sorted.remarks, ...asking].flatMap(({ title, hidden }) =>
      hidden > 0 ? [{ where: title, count: hidden }] : [],
    ),
  };
}

const plain = ({ title, text, author, trusted }: Clean): Source => ({ title, text, author, trusted });

const lengthOf = (sources: readonly Source[]): number =>
  sources.reduce((sum, { text }) => sum + text.length, 0);

/** What was left out is said, so that nobody takes the part for the whole. */
function missing({ minimised, late }: Sorted, { thread }: About): Source[] {
  const parts = [
    thread.left > 0 ? `${thread.left} older remarks were not read.` : '',
    minimised > 0 ? `${minimised} remarks are left out because a maintainer hid them.` : '',
    late > 0 ? `${late} remarks are left out because they were written or changed after the command.` : '',
  ].filter(Boolean);
  return parts.length === 0
    ? []
    : [{ title: 'what is not here', text: parts.join(' '), author: null, trusted: true }];
}
