import { OiError } from '../../core/errors.ts';
import type { Step } from '../../core/harness.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Message, Reply } from '../../core/model.ts';
import { begins, type Entry, only } from '../../core/session.ts';
import { type Call, callId } from '../../core/tool.ts';
import { cutText } from '../../text/cut.ts';
import { fill } from '../../text/template.ts';
import { toTheirs } from '../args.ts';
import type { Speech } from '../codecs/codec.ts';
import type { ModelTurn } from '../conversation.ts';
import type { HarnessData, SectionsCodecData, ToolFace } from '../data.ts';
import { finish, gaveUp } from '../ending.ts';
import { type Chosen, messenger, user } from '../messages.ts';
import { type Present, present } from '../present.ts';
import { withRecalled } from '../recalled.ts';
import { read, render } from '../render.ts';
import { assistant, inWords, outcome, textOf } from '../said.ts';
import { type Form, formOf } from './form.ts';
import { type Notation, nothing, type Parsed } from './notation.ts';

type Data = HarnessData & { codec: SectionsCodecData };
/** What every function here needs to know. */
type Speaker = { data: Data; face: ToolFace; form: Form; notation: Notation };

/** Every answer is one call, whatever it says; what comes of it comes back as one user message. */
export function speak(data: Data, notation: Notation): Speech {
  const face = theTool(data);
  const at: Speaker = { data, face, form: formOf(face, data.codec), notation };
  const messages = messenger(data, (turn, chosen, entries) =>
    turn.own ? ownTurn(at, turn, entries) : foreignTurn(at, turn, chosen),
  );
  return {
    encode: (entries, pick) => ({ messages: messages(entries, pick), tools: [], options: {} }),
    next: (entries) => next(at, entries),
  };
}

function next(at: Speaker, entries: readonly Entry[]): Step {
  const now = present(entries);
  if (!now || now.told) return { kind: 'ask' };
  const { seq, reply } = now.replied;
  const parsed = understand(at, reply);
  if (parsed.error !== null) return correct(at.data, now, parsed);
  const isSure = parsed.complete && saidBefore(at, entries, seq);
  const end = finish(Object.values(parsed.words).find((words) => words.trim() !== '') ?? '');
  if (isSure && parsed.commands.length === 0) return end;
  const id = callId(seq, 0);
  if (now.result(id)) return isSure ? end : { kind: 'ask' };
  return { kind: 'act', calls: [callOf(at, parsed, id, entries)] };
}

/** Of an answer that was cut off only what is whole counts. */
function understand({ form, notation }: Speaker, reply: Reply): Parsed {
  const text = textOf(reply);
  if (!reply.cut) return notation.read(form, text);
  const whole = notation.whole(form, text);
  if (whole !== null) return notation.read(form, whole);
  return { ...nothing, error: 'cut', warnings: notation.read(form, text).warnings };
}

/** Says what was wrong with the form; the last of several in a row ends the work. */
function correct({ codec }: Data, now: Present, { error, warnings }: Parsed): Step {
  if (now.streak >= codec.patience) return gaveUp(now.streak);
  const { cut } = now.replied.reply;
  return { kind: 'reply', text: fill(codec.correction, { error, warnings: lines(warnings), cut }).trim() };
}

/** As many as somebody reads. */
const mostWarnings = 20;
const lines = (warnings: readonly string[]): string =>
  [
    ...warnings.slice(0, mostWarnings).map((warning) => cutText(warning, 300)),
    ...(warnings.length > mostWarnings ? [`${warnings.length - mostWarnings} more of these`] : []),
  ]
    .map((warning) => `- ${warning}`)
    .join('\n');

/** Whether the answer before this one of the round said that all is done, apart from those that nobody understood. */
function saidBefore(at: Speaker, entries: readonly Entry[], seq: number): boolean {
  const earlier = entries.filter((entry) => entry.seq < seq);
  const replies = only(earlier.slice(earlier.findLastIndex(begins) + 1), 'model.replied');
  for (const { reply } of replies.reverse()) {
    const { error, complete } = understand(at, reply);
    if (error === null) return complete;
  }
  return false;
}

/** What the log recalls is of this sitting: another one had another sandbox. */
function callOf(
  { face, form }: Speaker,
  { commands, quote }: Parsed,
  id: string,
  entries: readonly Entry[],
): Call {
  const here = entries.slice(
    Math.max(
      0,
      entries.findLastIndex(({ type }) => type === 'sitting.opened'),
    ),
  );
  return { id, tool: face.tool, args: withRecalled(face, { [form.list]: commands }, here), quote };
}

/** Reasoning is not sent again: the answer says what it came to. */
function ownTurn(at: Speaker, turn: ModelTurn, entries: readonly Entry[]): Message[] {
  const { data, face } = at;
  const said = assistant(
    turn.reply.items.filter(({ kind }) => kind === 'text') as { kind: 'text'; text: string }[],
  );
  const [call] = turn.calls;
  if (!call || (turn.open && !turn.returned(call.id))) return said;
  const around = { args: toTheirs(face, call.args), folder: turn.folder };
  const output = read(data, face, outcome(turn, call.id, data.interrupted), around);
  const { warnings, complete } = understand(at, turn.reply);
  const first = complete && !saidBefore(at, entries, turn.step);
  const told = { output, warnings: lines(warnings), complete: first };
  return [...said, user(render(data.codec.observation, told))];
}

/** What another harness did: what was typed as an answer of this one's, all else in plain text. */
function foreignTurn({ data, face, form, notation }: Speaker, turn: ModelTurn, chosen: Chosen): Message[] {
  return inWords(data, turn, chosen, (call, returned) => {
    const args = toTheirs(face, call.args);
    const commands = (args[form.list] ?? []) as readonly JsonObject[];
    const words = call.tool === face.tool ? notation.write(form, commands) : null;
    return words === null
      ? null
      : { words, answer: read(data, face, returned, { args, folder: turn.folder }) };
  });
}

/** The loader has made sure that there is one of that name. */
function theTool({ tools, codec }: Data): ToolFace {
  const face = tools.find(({ name }) => name === codec.tool);
  if (!face)
    throw new OiError('bug', `There is no tool ${codec.tool}.`, 'Please report it with the session log.');
  return face;
}
