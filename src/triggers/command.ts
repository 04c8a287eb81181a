import type { ObjectId } from '../core/change.ts';
import type { Subject, Task, Trigger } from '../core/task.ts';
import { beginning, firstWord, readOptions, withoutLateOption } from './options.ts';
import { oneEditApart } from './spelling.ts';

const verbs = ['fix'] as const;
type Verb = (typeof verbs)[number];
type Command = Pick<Task, 'verb' | 'ask' | 'advice' | 'commit' | 'choice'>;

/**
 * A comment whose first visible line begins with our name: `/oi fix the rounding`. Then comes a verb, or free text,
 * which is the instruction of `fix`, with options before it or not; the visible lines that follow belong to it.
 */
export const command: Trigger = {
  name: 'command',
  async recognise(event, settings): Promise<Task | null> {
    if (event.kind !== 'comment' || event.ours) return null;
    const { id, subject, comment, author, sender } = event;
    const said = await parseCommand(comment.body, settings.trigger, subject.kind);
    return said && { id, origin: { kind: 'comment', subject, comment, author, sender }, ...said };
  },
};

/** What a comment commands, or null. `body` is untrusted Markdown. */
export async function parseCommand(
  body: string,
  trigger: string,
  on: Subject['kind'],
): Promise<Command | null> {
  // The parser is loaded only where there is a comment to read.
  const { visibleLines, withoutMarks } = await import('../text/visible.ts');
  const { stripInvisible } = await import('../text/invisible.ts');
  const [first = '', ...others] = visibleLines(body);
  const name = first.trim().slice(0, trigger.length);
  if (name.toLowerCase() !== trigger.toLowerCase()) return null;
  const rest = first.trim().slice(trigger.length);
  const unclear = hinting(trigger);
  if (/^[:,]/.test(rest)) return unclear(`There is no space after \`${trigger}\`.`);
  if (rest !== '' && !/^\s/.test(rest)) return null;
  const words = (lines: readonly string[]) =>
    stripInvisible(lines.map((line) => withoutMarks(line).trimEnd()).join('\n')).text.trim();
  return interpret(words([rest]), words(others), on, unclear);
}

/** `line` is what follows our name on its line, `more` the visible lines after it. */
function interpret(line: string, more: string, on: Subject['kind'], unclear: Hinting): Command {
  const early = readOptions(beginning(line));
  const { word, behind } = firstWord(early.rest);
  const verb = nearestVerb(word);
  if (verb?.exact === false) return unclear(`The first word looks like \`${verb.verb}\` with a slip.`);
  const middle = verb ? readOptions({ ...early, rest: behind }) : early;
  const named = verb && on === 'pull' ? namedCommit(middle.rest) : null;
  const { choice, rest, wrong } = withoutLateOption(
    named ? readOptions({ ...middle, rest: named.rest }) : middle,
  );
  if (wrong) return unclear(wrong.why, wrong.advice);
  const ask = [rest, more].filter((part) => part !== '').join('\n');
  const chosen = Object.keys(choice).length > 0 ? { choice } : {};
  return { verb: 'fix', ask, commit: named?.commit ?? null, ...chosen };
}

function nearestVerb(word: string): { verb: Verb; exact: boolean } | null {
  const plain = word.toLowerCase().replace(/[:,.;!]+$/, '');
  for (const verb of verbs) if (plain === verb) return { verb, exact: true };
  for (const verb of verbs) if (oneEditApart(plain, verb)) return { verb, exact: false };
  return null;
}

/** Only a whole object id names a commit: an abbreviation may come to mean another one. */
function namedCommit(text: string): { commit: ObjectId; rest: string } | null {
  const [, commit, rest = ''] = /^([0-9a-f]{40})(?:\s+(.*))?$/is.exec(text) ?? [];
  return commit === undefined ? null : { commit: commit.toLowerCase(), rest };
}

type Hinting = (why: string, advice?: string) => Command;
const hinting =
  (trigger: string): Hinting =>
  (why, advice = `Write \`${trigger} fix\`, and behind it what is to be done.`) => ({
    verb: 'unclear',
    ask: why,
    advice,
    commit: null,
  });
