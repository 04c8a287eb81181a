import { OiError } from '../../core/errors.ts';
import type { Step } from '../../core/harness.ts';
import type { Message } from '../../core/model.ts';
import type { Entry } from '../../core/session.ts';
import { type Call, callId } from '../../core/tool.ts';
import { fill } from '../../text/template.ts';
import { toOurs } from '../args.ts';
import type { ModelTurn } from '../conversation.ts';
import type { ToolFace } from '../data.ts';
import { gaveUp, submission } from '../ending.ts';
import { withPlainEnds } from '../line-ends.ts';
import { type Chosen, messenger, user } from '../messages.ts';
import { type Present, present } from '../present.ts';
import { read } from '../render.ts';
import { retold } from '../retold.ts';
import { assistant, inWords, mayReplay, outcome, prose, textOf } from '../said.ts';
import type { Codec, DataFor } from './codec.ts';

type Data = DataFor<'fenced'>;

/** Calls travel as exactly one fenced block in an answer; results come back as user messages. */
export const fenced: Codec<'fenced'> = {
  name: 'fenced',
  speak(data) {
    const messages = messenger(data, (turn, chosen) =>
      turn.own ? ownTurn(data, turn, chosen) : foreignTurn(data, turn, chosen),
    );
    return {
      encode: (entries, pick) => ({ messages: messages(entries, pick), tools: [], options: {} }),
      next: (entries) => next(data, entries),
    };
  },
};

function next(data: Data, entries: readonly Entry[]): Step {
  const now = present(entries);
  if (!now || now.told) return { kind: 'ask' };
  const calls = decode(data, now);
  const [call] = calls;
  if (!call || calls.length > 1) return correct(data, now, calls.length);
  const result = now.result(call.id);
  if (!result) return { kind: 'act', calls: [call] };
  return submission(data.codec.sentinel, result, prose(now.replied.reply, calls)) ?? { kind: 'ask' };
}

/** The blocks of an answer as calls. */
function decode(data: Data, { replied: { seq, reply } }: Present): Call[] {
  const { label, parameter } = data.codec;
  const face = theTool(data);
  return blocksIn(label, textOf(reply)).map(({ quote, text }, index) => {
    return { id: callId(seq, index), tool: face.tool, args: toOurs(face, { [parameter]: text }), quote };
  });
}

/** Says what was wrong with the form; the last of several in a row ends the work. */
function correct({ codec }: Data, now: Present, count: number): Step {
  if (now.streak >= codec.patience) return gaveUp(now.streak);
  const { cut } = now.replied.reply;
  return { kind: 'reply', text: fill(codec.correction, { count, cut, label: codec.label }).trim() };
}

function ownTurn(data: Data, turn: ModelTurn, chosen: Chosen): Message[] {
  const items = turn.reply.items
    .filter((item) => mayReplay(item, chosen))
    .filter(({ kind }) => kind !== 'call');
  const calls = turn.open ? turn.calls.filter(({ id }) => turn.returned(id)) : turn.calls;
  const results = calls.map(({ id }) => user(read(data, theTool(data), outcome(turn, id, data.interrupted))));
  return [...assistant(items), ...results];
}

/** What another harness did: each call as a block, or in plain text where no block says the same. */
function foreignTurn(data: Data, turn: ModelTurn, chosen: Chosen): Message[] {
  return inWords(data, turn, chosen, (call, returned) => {
    const [told] = retold([theTool(data)], call, { folder: turn.folder, result: returned.result });
    const words = told && blockOf(data, String(told.args[data.codec.parameter] ?? ''));
    return words ? { words, answer: read(data, theTool(data), returned) } : null;
  });
}

/** A text as a block; null where it would not be read back as that. */
function blockOf({ codec: { label } }: Data, text: string): string | null {
  const block = `\`\`\`${label}\n${text}\n\`\`\``;
  const [found, ...more] = blocksIn(label, block);
  return found?.text === text && more.length === 0 ? block : null;
}

/** Fences of a label, alone on their lines. */
const blocksIn = (label: string, answer: string): { quote: string; text: string }[] =>
  [...answer.matchAll(new RegExp(`^\`\`\`${label}[ \\t]*\\r?\\n(.*?)\\r?\\n?^\`\`\`[ \\t\\r]*$`, 'gms'))].map(
    ([quote, text = '']) => ({ quote, text: withPlainEnds(quote, text) }),
  );

/** The one tool that blocks call. The loader has made sure that there is one of that name. */
function theTool({ tools, codec }: Data): ToolFace {
  const face = tools.find(({ name }) => name === codec.tool);
  if (!face)
    throw new OiError('bug', `There is no tool ${codec.tool}.`, 'Please report it with the session log.');
  return face;
}
