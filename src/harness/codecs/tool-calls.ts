import type { Step } from '../../core/harness.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Item, Message, Prompt, Said } from '../../core/model.ts';
import type { Entry } from '../../core/session.ts';
import { type Call, callId, type Declined } from '../../core/tool.ts';
import { fill } from '../../text/template.ts';
import { mistakes } from '../args.ts';
import { isCall, type ModelTurn } from '../conversation.ts';
import type { ToolFace } from '../data.ts';
import { finish, gaveUp, submission } from '../ending.ts';
import { type Chosen, messenger, type Pick } from '../messages.ts';
import { type Present, present } from '../present.ts';
import { withRecalled } from '../recalled.ts';
import { isFailure, type Returned, read } from '../render.ts';
import { reminder, streaks } from '../repeats.ts';
import { retold } from '../retold.ts';
import { assistant, endingInWords, mayReplay, outcome, piecesOf, remark, textOf } from '../said.ts';
import { withoutFirstTries } from '../second-try.ts';
import { typed } from '../typed.ts';
import { reminderOfUnused } from '../unused.ts';
import type { Codec, DataFor } from './codec.ts';

type Data = DataFor<'tool-calls'>;
type CallItem = Extract<Item, { kind: 'call' | 'garbled' }>;

/** Calls travel as the wire's own tool calls. */
export const toolCalls: Codec<'tool-calls'> = {
  name: 'tool-calls',
  speak(data) {
    const { strict } = data.codec;
    const tools = data.tools.map(({ name, description, parameters, freeform }) => ({
      name,
      description,
      parameters,
      ...(strict !== null && { strict }),
      ...(freeform && { freeform }),
    }));
    const messages = messenger(data, (turn, chosen, entries) =>
      turn.own ? ownTurn(data, turn, chosen, entries) : foreignTurn(data, turn, chosen),
    );
    return { encode, next: (entries) => next(data, standing(entries).entries) };

    function encode(log: readonly Entry[], pick?: Pick): Prompt {
      const { entries, due } = standing(log);
      const options = due ? (data.codec.longer ?? {}) : {};
      return { messages: messages(entries, pick), tools, options };
    }

    function standing(log: readonly Entry[]): { entries: readonly Entry[]; due: boolean } {
      return data.codec.longer === null ? { entries: log, due: false } : withoutFirstTries(data, log);
    }
  },
};

function next(data: Data, entries: readonly Entry[]): Step {
  const now = present(entries);
  if (!now || now.told) return { kind: 'ask' };
  const { reply, seq } = now.replied;
  const calls = reply.items
    .filter(isCall)
    .map((item, index) => decode(data, reply.cut, item, callId(seq, index), entries));
  const bad = calls.flatMap((call) => ('declined' in call ? [call.declined] : []));
  if (calls.length === 0) return withoutCalls(data, now);
  if (data.codec.sentinel !== null && bad.length > 0) return correct(data, now, bad);
  if (bad.length === calls.length && now.streak >= data.codec.patience) return gaveUp(now.streak);
  const step = actOne(calls, now, data.codec.sentinel);
  const most = data.codec.repeats?.stop ?? Number.POSITIVE_INFINITY;
  const repeated = step.kind === 'ask' && Math.max(...streaks(entries, now.replied)) >= most;
  return repeated ? { kind: 'stop', why: `The model made the same call ${most} times in a row.` } : step;
}

/** The end, where a plain answer may be one; but never one that is empty or was cut off. */
function withoutCalls(data: Data, now: Present): Step {
  const text = textOf(now.replied.reply);
  if (data.codec.sentinel === null && text !== '' && !now.replied.reply.cut) return finish(text);
  return correct(data, now, []);
}

/** Says what was wrong with the form; the last of several in a row ends the work. */
function correct({ codec, tools }: Data, now: Present, problems: readonly string[]): Step {
  if (now.streak >= codec.patience) return gaveUp(now.streak);
  const names = tools.map(({ name }) => name).join(', ');
  const text = fill(codec.correction, { problems, cut: now.replied.reply.cut, tools: names });
  return { kind: 'reply', text: text.trim() };
}

/** One after the other: the output of each may be the end, or tell arguments of the next. */
function actOne(calls: readonly (Call | Declined)[], now: Present, sentinel: string | null): Step {
  for (const call of calls) {
    const result = now.result(call.id);
    if (!result) return { kind: 'act', calls: [call] };
    const end = sentinel === null ? null : submission(sentinel, result, textOf(now.replied.reply));
    if (end) return end;
  }
  return { kind: 'ask' };
}

function decode(
  data: Data,
  cut: boolean,
  item: CallItem,
  id: string,
  entries: readonly Entry[],
): Call | Declined {
  const face = data.tools.find(({ name }) => name === item.name);
  if (!face) {
    const names = data.tools.map(({ name }) => name).join(', ');
    return { id, declined: `There is no tool \`${item.name}\`. There is: ${names}.` };
  }
  if (item.kind === 'garbled') {
    const cause = cut ? ' The answer was cut off at the length limit: say less in one go.' : '';
    return { id, declined: `The arguments of \`${item.name}\` are not a JSON object.${cause}` };
  }
  const wrong = mistakes(face, item.args);
  if (wrong.length > 0)
    return { id, declined: `The arguments of \`${item.name}\` are wrong: ${wrong.join(', ')}.` };
  return { id, tool: face.tool, args: withRecalled(face, item.args, entries), quote: null };
}

/** As it was said, in the same order; garbled arguments become none. Results follow as far as there are any. */
function ownTurn(data: Data, turn: ModelTurn, chosen: Chosen, entries: readonly Entry[]): Message[] {
  const { ids } = turn;
  const { repeats } = data.codec;
  const counts = repeats ? streaks(entries, turn.entry) : [];
  const said: Said[] = [];
  const results: (Message & { role: 'tool' })[] = [];
  for (const item of turn.reply.items) {
    if (isCall(item)) {
      const { name } = item;
      const [id = '', ours] = [ids[results.length], callId(turn.step, results.length)];
      said.push({ kind: 'call', id, name, args: item.kind === 'call' ? item.args : {} });
      const face = data.tools.find((known) => known.name === name);
      const args = face && item.kind === 'call' ? typed(face.parameters, item.args) : {};
      const around = { args, folder: turn.folder };
      const result = answer(data, id, face, around, outcome(turn, ours, data.interrupted));
      const more = repeats ? reminder(repeats, counts[results.length] ?? 0) : '';
      results.push({ ...result, text: result.text + more });
    } else if (mayReplay(item, chosen)) said.push(item);
  }
  const last = results.pop();
  const { unused } = data.codec;
  const more = unused ? reminderOfUnused(unused, data.tools, entries, turn.step) : '';
  if (last) results.push(more === '' ? last : { ...last, text: last.text.trimEnd() + more });
  return [...assistant(said), ...results.slice(0, turn.open ? answered(turn, ids.length) : undefined)];
}

/** How many of an open turn's calls have returned so far, up to the first that has not. */
function answered(turn: ModelTurn, count: number): number {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const first = indexes.find((index) => !turn.returned(callId(turn.step, index)));
  return first ?? count;
}

/** What another harness did, in our tools' names; in plain text where none of ours says the same. */
function foreignTurn(data: Data, turn: ModelTurn, chosen: Chosen): Message[] {
  const said: Said[] = [];
  const results: Message[] = [];
  const remarks: Message[] = [];
  for (const piece of piecesOf(turn, chosen)) {
    if (piece.kind !== 'made') {
      said.push(piece);
      continue;
    }
    const { call } = piece;
    const returned = outcome(turn, call.id, data.interrupted);
    const [told] = retold(data.tools, call, { folder: turn.folder, result: returned.result });
    if (told) {
      const { face, args } = told;
      said.push({ kind: 'call', id: call.id, name: face.name, args });
      results.push(answer(data, call.id, face, { args, folder: turn.folder }, returned));
    } else {
      remarks.push(remark(data, call, returned));
    }
  }
  return [...endingInWords(said), ...results, ...remarks];
}

const answer = (
  data: Data,
  call: string,
  face: ToolFace | undefined,
  around: { args: JsonObject; folder: string | null },
  returned: Returned,
): Message & { role: 'tool' } => ({
  role: 'tool',
  call,
  ok: !isFailure(face, returned),
  text: read(data, face, returned, around),
});
