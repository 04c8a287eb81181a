import { OiError } from '../../core/errors.ts';
import type { Step } from '../../core/harness.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import type { Message } from '../../core/model.ts';
import { type Entry, only } from '../../core/session.ts';
import { type Call, callId, type Declined, type ToolResult } from '../../core/tool.ts';
import { fill } from '../../text/template.ts';
import { mistakes } from '../args.ts';
import { type Block, lastBlock } from '../commands/last-block.ts';
import { callsMade, type Made } from '../commands/made.ts';
import { type Order, readCommand } from '../commands/read-command.ts';
import { recall } from '../commands/recall.ts';
import { writeCommand } from '../commands/write-command.ts';
import type { ModelTurn } from '../conversation.ts';
import type { ToolFace } from '../data.ts';
import { finish, gaveUp } from '../ending.ts';
import { type Chosen, messenger, user } from '../messages.ts';
import { begins, type Present, present } from '../present.ts';
import { withRecalled } from '../recalled.ts';
import { read, render } from '../render.ts';
import { retold } from '../retold.ts';
import { assistant, inWords, mayReplay, outcome, textOf } from '../said.ts';
import type { Codec, DataFor } from './codec.ts';

type Data = DataFor<'commands'>;
/** What an answer asks for, and the block that says so. */
type Asked = Order & { quote: string };

/**
 * Calls travel as one fenced block in an answer: a command of the harness's own table, or one for the shell. A command may
 * stand for several calls, one after the other until one fails; what it prints comes back as one user message.
 */
export const commands: Codec<'commands'> = {
  name: 'commands',
  speak(data) {
    const messages = messenger(data, (turn, chosen, entries) =>
      turn.own ? ownTurn(data, turn, chosen, entries) : foreignTurn(data, turn, chosen, entries),
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
  const { reply, seq } = now.replied;
  const block = lastBlock(textOf(reply));
  if (!block) return correct(data, now);
  const asked = understand(data, block);
  if (asked.kind === 'wrong') return decline(data, now, { id: callId(seq, 0), declined: asked.why });
  if (asked.finish && (asked.tools.length === 0 || askedBefore(data, entries, seq)))
    return finish(textOf(reply).split(block.quote).join(''));
  const open = callsMade(asked, seq, now.result).find(({ result }) => !result);
  if (!open) return { kind: 'ask' };
  const call = callOf(data, theTool(data, open.name), asked, open.id, entries);
  return 'declined' in call ? decline(data, now, call) : { kind: 'act', calls: [call] };
}

/** Whether an answer before this one of the round had a command that ends the work, and heard what its tools say. */
function askedBefore(data: Data, entries: readonly Entry[], before: number): boolean {
  const here = entries.slice(entries.findLastIndex(begins) + 1);
  const heard = new Set(only(here, 'tool.returned').map(({ call }) => call));
  return only(here, 'model.replied').some(({ seq, reply }) => {
    const block = seq < before && heard.has(callId(seq, 0)) ? lastBlock(textOf(reply)) : null;
    const asked = block && understand(data, block);
    return asked?.kind === 'tools' && asked.finish;
  });
}

const understand = ({ codec }: Data, { text, quote }: Block): Asked => ({
  ...readCommand(codec, text),
  quote,
});

/** What cannot be done is told as the command's answer; the last of several in a row ends the work. */
function decline({ codec }: Data, now: Present, call: Declined): Step {
  if (now.result(call.id)) return { kind: 'ask' };
  return now.streak >= codec.patience ? gaveUp(now.streak) : { kind: 'act', calls: [call] };
}

/** Says what was wrong with the form; the last of several in a row ends the work. */
function correct({ codec }: Data, now: Present): Step {
  if (now.streak >= codec.patience) return gaveUp(now.streak);
  return { kind: 'reply', text: fill(codec.correction, { cut: now.replied.reply.cut }).trim() };
}

/** Parameters come from the command's words; what these leave out is recalled where the log has it. */
function callOf(
  { codec }: Data,
  face: ToolFace,
  { args: said, quote }: Extract<Asked, { kind: 'tools' }>,
  id: string,
  entries: readonly Entry[],
): Call | Declined {
  const known = recall(codec.recall, entries);
  const args: { [parameter: string]: Json } = {};
  for (const name of parametersOf(face)) {
    const rule = Object.hasOwn(codec.recall, name) ? codec.recall[name] : undefined;
    const value = Object.hasOwn(said, name) ? said[name] : rule && known[name];
    if (value !== undefined) args[name] = value;
    else if (rule && requires(face, name)) return { id, declined: rule.missing };
  }
  const [wrong, ...more] = mistakes(face, args);
  if (wrong !== undefined) return { id, declined: `It cannot be done: ${[wrong, ...more].join(', ')}.` };
  return { id, tool: face.tool, args: withRecalled(face, args, entries), quote };
}

const parametersOf = ({ parameters }: ToolFace): string[] =>
  Object.keys((parameters['properties'] ?? {}) as JsonObject);
const requires = ({ parameters }: ToolFace, name: string): boolean =>
  Array.isArray(parameters['required']) && parameters['required'].includes(name);

function ownTurn(data: Data, turn: ModelTurn, chosen: Chosen, entries: readonly Entry[]): Message[] {
  const items = turn.reply.items
    .filter((item) => mayReplay(item, chosen))
    .filter(({ kind }) => kind !== 'call');
  const block = lastBlock(textOf(turn.reply));
  const asked = block && understand(data, block);
  const made = asked ? resultsOf(data, turn, asked) : [];
  if (!asked || made.length === 0) return assistant(items);
  const known = recall(data.codec.recall, entries.slice(0, placeOf(turn, made, entries) + 1));
  const around = { ...known, args: asked.kind === 'tools' ? asked.args : {} };
  const output = made.map(({ name, id }) => {
    const face = name === '' ? undefined : theTool(data, name);
    return read(data, face, outcome(turn, id, data.interrupted), around);
  });
  return [...assistant(items), user(render(data.codec.observation, { ...known, output: output.join('') }))];
}

/** Where in the log a turn ends, so that it never tells of what comes later. */
function placeOf(turn: ModelTurn, made: readonly Pick<Made, 'id'>[], entries: readonly Entry[]): number {
  const calls = new Set(made.map(({ id }) => id));
  const returned = entries.findLastIndex((entry) => entry.type === 'tool.returned' && calls.has(entry.call));
  return Math.max(returned, entries.indexOf(turn.entry));
}

/** The calls that have come to something so far. What could not be done was a call of no tool; the end has none. */
function resultsOf(data: Data, turn: ModelTurn, asked: Asked): Made[] {
  const made = callsMade(
    asked.kind === 'tools' ? asked : { tools: [''], instead: {} },
    turn.step,
    (id) =>
      (turn.open || turn.returned(id) ? turn.returned(id) : outcome(turn, id, data.interrupted))?.result,
  );
  const ends = asked.kind === 'tools' && asked.finish && !turn.returned(callId(turn.step, 0));
  return ends ? [] : made.filter(({ result }) => result !== undefined);
}

/** What another harness did: each call as a command of the table or for the shell, or in plain text where none says the same. */
function foreignTurn(data: Data, turn: ModelTurn, chosen: Chosen, entries: readonly Entry[]): Message[] {
  return inWords(data, turn, chosen, (call, returned) => {
    const told = commandFor(data, turn, call, returned.result);
    if (!told) return null;
    const known = recall(data.codec.recall, entries.slice(0, placeOf(turn, [call], entries) + 1));
    const output = read(data, told.face, returned, { ...known, args: told.args });
    return { words: told.block, answer: render(data.codec.observation, { ...known, output }) };
  });
}

function commandFor(data: Data, { folder }: ModelTurn, call: Call, result: ToolResult) {
  for (const { face, args } of retold(data.tools, call, { folder, result })) {
    const command = writeCommand(data.codec, face.name, args);
    const block = `\`\`\`\n${command}\n\`\`\``;
    if (command !== null && lastBlock(block)?.text === `${command}\n`) return { face, args, block };
  }
  return null;
}

/** The loader has made sure that there is one of that name. */
function theTool({ tools }: Data, name: string): ToolFace {
  const face = tools.find((tool) => tool.name === name);
  if (!face) throw new OiError('bug', `There is no tool ${name}.`, 'Please report it with the session log.');
  return face;
}
