import type { JsonObject } from '../../core/json.ts';
import type { Message, Prompt, Said, ToolCard } from '../../core/model.ts';
import type { Quirks } from '../wire.ts';
import { allowedOptions } from './allowed-options.ts';
import { sendable } from './tool-name.ts';

/** The request parameters that a harness may set. The rest is the wire's own affair. */
const known: ReadonlySet<string> = new Set([
  'enable_thinking',
  'frequency_penalty',
  'max_completion_tokens',
  'max_tokens',
  'parallel_tool_calls',
  'presence_penalty',
  'prompt_cache_key',
  'reasoning',
  'reasoning_effort',
  'response_format',
  'seed',
  'stop',
  'store',
  'temperature',
  'thinking',
  'tool_choice',
  'top_k',
  'top_p',
  'verbosity',
]);

export type RequestWriter = {
  /** The body as bytes, in pieces. What is constant comes first, so that each request extends the one before. */
  pieces(prompt: Prompt, countTokens: boolean): Uint8Array[];
};

/** Remembers the bytes of each message, so that a long conversation is not serialised again at every turn. */
export function chatRequests(model: string, quirks: Quirks): RequestWriter {
  const written = new WeakMap<Message, Uint8Array>();
  const bytesOf = (message: Message, parts: Prompt['parts']): Uint8Array => {
    const bytes = written.get(message) ?? Buffer.from(JSON.stringify(chatMessage(message, quirks, parts)));
    written.set(message, bytes);
    return bytes;
  };
  return {
    pieces(prompt, countTokens) {
      const { messages, tools, parts } = prompt;
      const head = {
        model,
        ...allowedOptions(prompt, known, 'chat'),
        stream: true,
        ...(countTokens && { stream_options: { include_usage: true } }),
        ...(tools.length > 0 && { tools: tools.map(chatTool) }),
      };
      const start = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"messages":[`);
      const rows = messages.flatMap((message, index) =>
        index === 0 ? [bytesOf(message, parts)] : [comma, bytesOf(message, parts)],
      );
      return [start, ...rows, end];
    },
  };
}

const comma = Buffer.from(',');
const end = Buffer.from(']}');

const chatTool = ({ name, description, parameters, strict }: ToolCard) => ({
  type: 'function',
  function: { name, description, parameters, ...(strict !== undefined && { strict }) },
});

/** One message in the words of the chat wire; text and calls of one answer are one message. */
export function chatMessage(message: Message, quirks: Quirks, parts: Prompt['parts'] = []): JsonObject {
  if (message.role !== 'assistant') {
    const { role, text } = message;
    const content = parts.includes(role) ? [{ type: 'text', text }] : text;
    return role === 'tool' ? { role, tool_call_id: message.call, content } : { role, content };
  }
  const calls = message.items.flatMap((item) => (item.kind === 'call' ? [chatCall(item)] : []));
  return {
    role: 'assistant',
    content: textOf(message.items, 'text'),
    ...thinkingOf(message.items, calls.length > 0, quirks),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

const chatCall = ({ id, name, args }: Extract<Said, { kind: 'call' }>) => ({
  id,
  type: 'function',
  function: { name: sendable(name), arguments: JSON.stringify(args) },
});

const textOf = (items: readonly Said[], kind: 'text' | 'thinking'): string =>
  items.flatMap((item) => (item.kind === kind ? [item.text] : [])).join('');

function thinkingOf(items: readonly Said[], calls: boolean, { thinking }: Quirks): JsonObject {
  if (!thinking) return {};
  const said = textOf(items, 'thinking');
  if (said) return { [thinking.field]: said };
  return calls && thinking.missing !== null ? { [thinking.field]: thinking.missing } : {};
}
