import type { ChatMessage } from './turn.ts';

const knownKeys = new Set([
  'frequency_penalty',
  'max_completion_tokens',
  'max_tokens',
  'messages',
  'model',
  'parallel_tool_calls',
  'presence_penalty',
  'prompt_cache_key',
  'reasoning_effort',
  'response_format',
  'seed',
  'stop',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'thinking',
  'tool_choice',
  'tools',
  'top_p',
  'verbosity',
]);
const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool']);

/** What a strict provider would refuse in a request; none is the aim. Source: the chat API reference, and cases M1, M2. */
export function violationsOf(body: Record<string, unknown>): string[] {
  const unknown = Object.keys(body).filter((key) => !knownKeys.has(key));
  const messages = Array.isArray(body['messages']) ? (body['messages'] as ChatMessage[]) : [];
  return [
    ...unknown.map((key) => `unknown key ${key}`),
    ...(typeof body['model'] === 'string' && body['model'] ? [] : ['no model']),
    ...(messages.length > 0 ? [] : ['no messages']),
    ...messages.flatMap((message, at) => ofMessage(message).map((what) => `message ${at}: ${what}`)),
    ...ofCalls(messages),
    ...ofTools(body['tools']),
    ...withoutTools(body),
  ];
}

/** What is said of tools that are not there. Sources: Upsonic/Upsonic#323 for OpenAI; Anthropic says the same of `tool_choice`. */
export const withoutTools = (body: Record<string, unknown>): string[] =>
  body['tools'] === undefined
    ? ['tool_choice', 'parallel_tool_calls'].filter((key) => key in body).map((key) => `${key} without tools`)
    : [];

function ofMessage(message: ChatMessage): string[] {
  const found: string[] = [];
  if (!roles.has(message.role)) found.push(`role ${message.role}`);
  const content = message.content;
  if (typeof content !== 'string' && !Array.isArray(content)) {
    if (!(message.role === 'assistant' && message.tool_calls)) found.push('no content');
  }
  if (message.role === 'assistant' && content === '' && !message.tool_calls?.length)
    found.push('says nothing');
  if (message.tool_calls?.length === 0) found.push('an empty list of calls');
  for (const { function: named } of message.tool_calls ?? []) {
    if (!/^[\w-]{1,64}$/.test(named.name)) found.push(`tool name ${named.name}`);
    if (!isObjectText(named.arguments)) found.push(`arguments of ${named.name} are no JSON object`);
  }
  return found;
}

/** Every call is answered once, by the messages right after it, and no id is used twice. */
function ofCalls(messages: readonly ChatMessage[]): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  let open = new Set<string>();
  const close = (at: number) => {
    for (const id of open) found.push(`call ${id} is not answered before message ${at}`);
    open = new Set();
  };
  messages.forEach((message, at) => {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id ?? '')) found.push(`message ${at} answers no open call`);
      return;
    }
    close(at);
    for (const { id } of message.tool_calls ?? []) {
      if (seen.has(id)) found.push(`call id ${id} is used twice`);
      seen.add(id);
      open.add(id);
    }
  });
  close(messages.length);
  return found;
}

function ofTools(tools: unknown): string[] {
  if (tools === undefined) return [];
  if (!Array.isArray(tools) || tools.length === 0) return ['tools is no list with something in it'];
  return (tools as { type?: unknown; function?: { name?: unknown; parameters?: unknown } }[]).flatMap(
    (tool) =>
      tool.type === 'function' &&
      typeof tool.function?.name === 'string' &&
      typeof tool.function.parameters === 'object'
        ? []
        : [`a tool is no function: ${JSON.stringify(tool).slice(0, 80)}`],
  );
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
