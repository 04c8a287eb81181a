import type { JsonObject } from '../../src/core/json.ts';

/** One answer of the scripted model. `args` as a string goes out as it is, however broken. */
export type Turn = {
  text?: string;
  thinking?: string;
  /**
   * `custom` is a call of a tool that takes raw text, which only the responses wire has. `id`, on the chat wire: in place of
   * the server's own, and null for none.
   */
  calls?: readonly { name: string; args: JsonObject | string; custom?: true; id?: string | null }[];
  /** What it says in place of an answer, where it declines to give one. */
  refusal?: string;
  /** As the chat wire has it: `length`, `content_filter`. Default: `tool_calls` with calls, else `stop`. */
  finish?: string;
};

export type ChatMessage = {
  role: string;
  content?: unknown;
  tool_calls?: readonly { id: string; type: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
};

/** What the server sees of one request. */
export type Question = {
  messages: readonly ChatMessage[];
  /** Names of the tools on offer. */
  tools: readonly string[];
  /** Assistant messages so far: 0 for the first question. A resumed conversation counts the same. */
  turn: number;
  /** The text of the newest message: what the last command printed, as the harness words it. */
  newest: string;
};

/**
 * What the model says: a list by turn, or a function, so that an edit can be computed from what a command printed.
 * It has no memory, hence a run that was resumed gets the same answers.
 */
export type Script = readonly Turn[] | ((question: Question) => Turn | Promise<Turn>);

export async function turnOf(script: Script, question: Question): Promise<Turn | null> {
  return typeof script === 'function' ? script(question) : (script[question.turn] ?? null);
}

export function questionOf(body: { messages?: unknown; tools?: unknown }): Question {
  const messages = Array.isArray(body.messages) ? (body.messages as ChatMessage[]) : [];
  const tools = Array.isArray(body.tools) ? (body.tools as { function?: { name?: string } }[]) : [];
  return {
    messages,
    tools: tools.map((tool) => tool.function?.name ?? ''),
    turn: messages.filter(({ role }) => role === 'assistant').length,
    newest: textOf(messages.at(-1)?.content),
  };
}

/** The text of a message's content, which is a string or a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as { text?: unknown }[]).map(({ text }) => (typeof text === 'string' ? text : '')).join('');
}
