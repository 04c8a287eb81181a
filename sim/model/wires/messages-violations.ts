import { createHash } from 'node:crypto';
import { withoutTools } from '../violations.ts';

export type MessagesBlock = {
  type: string;
  id?: string;
  name?: string;
  input?: unknown;
  text?: string;
  tool_use_id?: string;
  content?: unknown;
  thinking?: string;
  signature?: string;
  cache_control?: unknown;
};
export type MessagesMessage = { role: string; content: string | MessagesBlock[] };

const knownKeys = new Set([
  'cache_control',
  'container',
  'context_management',
  'max_tokens',
  'mcp_servers',
  'messages',
  'metadata',
  'model',
  'output_config',
  'service_tier',
  'stop_sequences',
  'stream',
  'system',
  'temperature',
  'thinking',
  'tool_choice',
  'tools',
  'top_k',
  'top_p',
]);
const blocksOfRole: Readonly<Record<string, ReadonlySet<string>>> = {
  user: new Set(['text', 'image', 'document', 'tool_result', 'search_result']),
  assistant: new Set(['text', 'thinking', 'redacted_thinking', 'tool_use']),
};

/**
 * What Anthropic would refuse in a request of the messages wire. Source: https://platform.claude.com/docs/en/api/messages,
 * and for the order of results "Handle tool calls" beside it: they come first in the message right after the calls.
 */
export function messagesViolationsOf(body: Record<string, unknown>): string[] {
  const said = Array.isArray(body['messages']) ? (body['messages'] as MessagesMessage[]) : [];
  return [
    ...Object.keys(body)
      .filter((key) => !knownKeys.has(key))
      .map((key) => `unknown key ${key}`),
    ...(typeof body['model'] === 'string' && body['model'] ? [] : ['no model']),
    ...(Number.isInteger(body['max_tokens']) && Number(body['max_tokens']) > 0 ? [] : ['no max_tokens']),
    ...(said.length > 0 ? [] : ['no messages']),
    ...(said.length > 0 && said[0]?.role !== 'user' ? ['the first message is not the user’s'] : []),
    ...said.flatMap((message, at) => ofMessage(message).map((what) => `message ${at}: ${what}`)),
    ...ofCalls(said),
    ...(said.at(-1)?.role === 'assistant' ? ['the last message is not the user’s'] : []),
    ...ofTools(body['tools']),
    ...withoutTools(body),
    ...ofThinking(body, said),
    ...ofBreakpoints(body),
  ];
}

const blocksOf = ({ content }: MessagesMessage): MessagesBlock[] =>
  Array.isArray(content) ? content : [{ type: 'text', text: content }];

function ofMessage(message: MessagesMessage): string[] {
  const allowed = blocksOfRole[message.role];
  // A server that knows the beta takes a message of the system in the middle.
  if (!allowed) return message.role === 'system' ? [] : [`role ${message.role}`];
  const blocks = blocksOf(message);
  return [
    ...(blocks.length === 0 ? ['no content'] : []),
    ...blocks.flatMap(
      ({ type, text, id = '', name = '', input, thinking = '', signature, tool_use_id, cache_control }) => [
        ...(allowed.has(type) ? [] : [`a block ${type} of ${message.role}`]),
        ...(type === 'text' && !text?.trim() ? ['a text block without text'] : []),
        ...(type === 'thinking' && !signature ? ['thinking without its signature'] : []),
        ...(type === 'thinking' && signature && signature !== signatureOf(thinking)
          ? ['thinking that was changed']
          : []),
        ...(cache_control && /thinking$/.test(type) ? ['a mark for the cache on thinking'] : []),
        ...(type === 'tool_use' && !/^[\w-]+$/.test(id) ? [`call id ${id}`] : []),
        ...(type === 'tool_result' && !/^[\w-]+$/.test(tool_use_id ?? '') ? [`call id ${tool_use_id}`] : []),
        ...(type === 'tool_use' && !/^[\w-]{1,128}$/.test(name) ? [`tool name ${name}`] : []),
        ...(type === 'tool_use' && (typeof input !== 'object' || input === null || Array.isArray(input))
          ? [`input of ${name} is no object`]
          : []),
      ],
    ),
  ];
}

/** Every call is answered once in the message right after it, before any other block, and no id is used twice. */
function ofCalls(said: readonly MessagesMessage[]): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  let open = new Set<string>();
  said.forEach((message, at) => {
    if (message.role === 'system') return;
    const blocks = blocksOf(message);
    const results = blocks.filter(({ type }) => type === 'tool_result');
    for (const { tool_use_id: id = '' } of results)
      if (!open.delete(id)) found.push(`message ${at} answers no open call`);
    if (results.length > 0 && blocks.findLastIndex(({ type }) => type === 'tool_result') >= results.length)
      found.push(`message ${at} says something before its results`);
    for (const id of open) found.push(`call ${id} is not answered in message ${at}`);
    open = new Set();
    for (const { type, id = '' } of blocks) {
      if (type !== 'tool_use') continue;
      if (seen.has(id)) found.push(`call id ${id} is used twice`);
      seen.add(id);
      open.add(id);
    }
  });
  for (const id of open) found.push(`call ${id} is not answered`);
  return found;
}

function ofTools(tools: unknown): string[] {
  if (tools === undefined) return [];
  if (!Array.isArray(tools)) return ['tools is no list'];
  const cards = tools as { name?: unknown; type?: unknown; input_schema?: { type?: unknown } }[];
  const twice = cards.filter(({ name }, at) => cards.findIndex((card) => card.name === name) !== at);
  return [
    ...twice.map(({ name }) => `two tools ${name}`),
    ...cards.flatMap((tool) =>
      /^[\w-]{1,128}$/.test(String(tool.name ?? '')) &&
      (tool.input_schema?.type === 'object' || typeof tool.type === 'string')
        ? []
        : [`a tool has no name or no schema: ${JSON.stringify(tool).slice(0, 80)}`],
    ),
  ];
}

/** A signature fits only the thoughts that it was made for; ours is their hash. */
export const signatureOf = (thinking: string): string =>
  createHash('sha256').update(`signed ${thinking}`).digest('base64');

type Thinking = { type?: string; budget_tokens?: number };

/**
 * What goes with thinking. Source: https://platform.claude.com/docs/en/build-with-claude/extended-thinking, where a budget is set
 * by hand; models that decide themselves do not mind answers without thoughts: its neighbour adaptive-thinking.
 */
function ofThinking(body: Record<string, unknown>, said: readonly MessagesMessage[]): string[] {
  const { type = 'disabled', budget_tokens: budget } = (body['thinking'] ?? {}) as Thinking;
  if (type === 'disabled') return [];
  const choice = (body['tool_choice'] as { type?: string } | undefined)?.type ?? 'auto';
  const most = Number(body['max_tokens']);
  const manual = type === 'enabled';
  return [
    ...(manual || type === 'adaptive' ? [] : [`thinking ${type}`]),
    ...(manual && !(Number(budget) >= 1024 && Number(budget) < most)
      ? [`a budget of ${budget} for thinking`]
      : []),
    ...(!manual && budget !== undefined ? ['a budget for adaptive thinking'] : []),
    ...((body['temperature'] ?? 1) === 1 ? [] : ['a temperature with thinking']),
    ...(body['top_k'] === undefined ? [] : ['top_k with thinking']),
    ...(choice === 'auto' || choice === 'none' ? [] : [`the tool choice ${choice} with thinking`]),
    ...(manual && !beginsWithThoughts(said)
      ? ['the newest answer with calls does not begin with thinking']
      : []),
  ];
}

function beginsWithThoughts(said: readonly MessagesMessage[]): boolean {
  const newest = said.at(-1);
  if (!newest || !blocksOf(newest).some(({ type }) => type === 'tool_result')) return true;
  const answer = said.findLast(({ role }) => role === 'assistant');
  return /thinking$/.test((answer && blocksOf(answer)[0]?.type) ?? '');
}

/** Four marks for the cache are allowed. Source: https://platform.claude.com/docs/en/build-with-claude/prompt-caching */
function ofBreakpoints(body: Record<string, unknown>): string[] {
  const marks = JSON.stringify(body).match(/"cache_control":\{/g)?.length ?? 0;
  return marks > 4 ? [`${marks} marks for the cache`] : [];
}
