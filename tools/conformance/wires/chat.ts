import type { Json, JsonObject } from '../../../src/core/json.ts';
import { measured, withoutWords } from '../measure.ts';
import type { Aside, RecordedTool, Shape } from '../recording.ts';
import type { Said, WireReader } from './wire-reader.ts';

type Message = {
  role: string;
  content?: string | null | { type: string; text?: string }[];
  tool_call_id?: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
};
type Tool = { type: string; function: { name: string; description?: string; parameters?: JsonObject } };

/** Reads requests of the chat wire. Source: the chat API reference of OpenAI. */
export const chat: WireReader = {
  parameters: ({ messages: _, tools: __, ...rest }) => rest,
  messages: (body) => messagesOf(body).map(aside),
  tools: (body) => ((body['tools'] ?? []) as Tool[]).map(tool),
  said(body): Said {
    const messages = messagesOf(body);
    const at = messages.findLastIndex(({ role }) => role === 'assistant');
    const calls = messages[at]?.tool_calls ?? [];
    return {
      calls: calls.map(({ function: { name, arguments: args } }) => ({ name, args })),
      answers: messages.slice(at + 1).map((message) =>
        message.role === 'tool'
          ? {
              call: found(calls.findIndex(({ id }) => id === message.tool_call_id)),
              shape: shapeOf(message.content),
              text: textOf(message.content),
            }
          : aside(message),
      ),
    };
  },
};

const messagesOf = (body: JsonObject): Message[] => (body['messages'] ?? []) as Message[];
const found = (index: number): number | null => (index < 0 ? null : index);

const aside = (message: Message): Aside => ({
  role: message.role,
  shape: shapeOf(message.content),
  ...measured(textOf(message.content)),
});

function tool({ type, function: { name, description = '', parameters = {}, ...more } }: Tool): RecordedTool {
  return {
    name,
    type,
    description: description.length,
    parameters: withoutWords(parameters),
    ...(Object.keys(more).length > 0 && { more: more as Record<string, Json> }),
  };
}

function shapeOf(content: Message['content']): Shape {
  if (typeof content === 'string') return 'text';
  return content ? content.map(({ type }) => type) : 'none';
}

const textOf = (content: Message['content']): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('');
