import type { Message, Prompt } from '../../core/model.ts';
import { type Entry, type EntryOf, withoutCompactions } from '../../core/session.ts';
import type { Speech } from '../codecs/codec.ts';
import type { HarnessData } from '../data.ts';
import type { Pick } from '../messages.ts';
import { isNotes } from './compacted.ts';
import { fitting, keeping } from './keep.ts';
import { notesIn, notingIn, overflowsIn, runOf, unusable } from './next.ts';
import { type Situation, situationOf } from './situation.ts';
import { strategies } from './strategies/index.ts';
import type { Strategy } from './strategies/strategy.ts';
import { tokensOfFrame } from './tokens.ts';

const onceMore =
  'Your last answer could not be used. Answer with the text that is asked for, and call no tool.';

/** What the model is asked in a compaction. Once it gave no notes, it is told so, and asked with the usual parameters. */
export function requestFor(
  data: HarnessData,
  encode: Speech['encode'],
  opened: EntryOf<'compaction.opened'>,
  log: readonly Entry[],
): Prompt {
  const entries = withoutCompactions(log);
  const conversation = (pick?: Pick): Prompt => encode(entries, pick);
  const told = notingIn(data, opened.strategy);
  if (!told) return conversation();
  const at = situationOf(data, entries, overflowsIn(log).count > 1);
  const { from } = keeping(at, told.keep);
  const all: Pick = (turns) => (opened.share === 1 ? turns : fitting(turns, roomIn(at, opened.share)));
  const older: Pick = (turns) =>
    all(turns.filter((turn) => isNotes(turn) || turn.entry.seq < (from ?? Number.POSITIVE_INFINITY)));
  const strategy = strategies.find(({ name }) => name === told.name) as
    | Strategy<typeof told.name>
    | undefined;
  const said = notesIn(told, opened, log);
  const prompt = strategy?.ask(told as never, { at, conversation, all, older, said });
  if (!prompt) return conversation();
  if (unusable(told, runOf(log)) === 0) return { ...prompt, options: { ...prompt.options, ...told.options } };
  return { ...prompt, messages: [...prompt.messages.slice(0, -1), ...prompt.messages.slice(-1).map(again)] };
}

const roomIn = ({ data, base, scale }: Situation, share: number): number =>
  (base * share) / scale - tokensOfFrame(data);

const again = (message: Message): Message =>
  message.role === 'user' ? { ...message, text: `${message.text}\n\n${onceMore}` } : message;
