import { readFile } from 'node:fs/promises';
import type { JsonObject } from '../../src/core/json.ts';
import { type Turn, textOf } from './turn.ts';

type Recorded = {
  role: string;
  content?: unknown;
  is_demo?: boolean | string;
  tool_calls?: readonly { function: { name: string; arguments: JsonObject | string } }[];
};

/**
 * What a real model said in a recorded conversation, turn by turn. Reads mini-swe-agent's formats (a list of messages,
 * or an object with `messages`) and SWE-agent's (`trajectory` with responses, or `history`).
 */
export async function readConversation(file: string | URL): Promise<Turn[]> {
  const json: unknown = JSON.parse(await readFile(file, 'utf8'));
  const turns = turnsOf(json);
  if (turns.length === 0) throw new Error(`There is no answer of a model in ${file}.`);
  return turns;
}

export function turnsOf(json: unknown): Turn[] {
  if (Array.isArray(json)) return fromMessages(json as Recorded[]);
  const { messages, trajectory, history } = json as {
    messages?: Recorded[];
    trajectory?: { response?: string }[];
    history?: Recorded[];
  };
  if (messages) return fromMessages(messages);
  if (trajectory) return trajectory.map(({ response = '' }) => ({ text: response }));
  return fromMessages((history ?? []).filter(({ is_demo }) => !is_demo));
}

const fromMessages = (messages: readonly Recorded[]): Turn[] =>
  messages
    .filter(({ role }) => role === 'assistant')
    .map(({ content, tool_calls }) => ({
      text: textOf(content),
      ...(tool_calls && {
        calls: tool_calls.map(({ function: { name, arguments: args } }) => ({ name, args })),
      }),
    }));
