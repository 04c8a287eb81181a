import { withoutTools } from '../violations.ts';

export type ResponsesItem = {
  type?: string;
  role?: string;
  content?: unknown;
  call_id?: string;
  name?: string;
  arguments?: string;
  input?: unknown;
  output?: unknown;
  id?: string;
  summary?: unknown;
  encrypted_content?: string | null;
};

const knownKeys = new Set([
  'background',
  'client_metadata',
  'conversation',
  'include',
  'input',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'metadata',
  'model',
  'parallel_tool_calls',
  'previous_response_id',
  'prompt_cache_key',
  'prompt_cache_retention',
  'reasoning',
  'safety_identifier',
  'service_tier',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'truncation',
]);
const roles = new Set(['system', 'developer', 'user', 'assistant']);
const outputs: Readonly<Record<string, string>> = {
  function_call_output: 'function_call',
  custom_tool_call_output: 'custom_tool_call',
};
/** What the id of an item begins with, where it has one. */
const prefixes: Readonly<Record<string, string>> = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
  custom_tool_call: 'ctc',
};

/**
 * What OpenAI would refuse in a request of the responses wire. Sources: https://platform.openai.com/docs/api-reference/responses/create
 * and its guides on function calling, structured outputs (what strict means) and reasoning; the types of the `openai` package
 * 7.59.0; what it answers to the rest, as people report it: coder/coder#23297 and openai/openai-agents-python#1611 (reasoning
 * and the item that follows it), continuedev/continue#10018, earendil-works/pi#6950 (items that are not kept),
 * Wei-Shaw/sub2api#3138 (what another model encrypted). `client_metadata` is known from Codex alone.
 */
export function responsesViolationsOf(body: Record<string, unknown>): string[] {
  const input = Array.isArray(body['input']) ? (body['input'] as ResponsesItem[]) : [];
  return [
    ...Object.keys(body)
      .filter((key) => !knownKeys.has(key))
      .map((key) => `unknown key ${key}`),
    ...(typeof body['model'] === 'string' && body['model'] ? [] : ['no model']),
    ...(input.length > 0 || typeof body['input'] === 'string' ? [] : ['no input']),
    ...(String(body['prompt_cache_key'] ?? '').length > 64 ? ['prompt_cache_key is over 64 signs'] : []),
    ...input.flatMap((item, at) => ofItem(item).map((what) => `item ${at}: ${what}`)),
    ...ofCalls(input),
    ...ofReasoning(input, body),
    ...ofTools(body['tools']),
    ...withoutTools(body),
  ];
}

function ofItem(item: ResponsesItem): string[] {
  const { type = 'message', id } = item;
  const prefix = prefixes[type] ?? '';
  return [
    ...(id === undefined || id.startsWith(prefix) ? [] : [`the id ${id} does not begin with ${prefix}`]),
    ...((item.call_id?.length ?? 0) > 64 ? ['call_id is over 64 signs'] : []),
    ...ofContent(type, item),
  ];
}

function ofContent(type: string, item: ResponsesItem): string[] {
  const { name = '', arguments: args = '', input, output } = item;
  switch (type) {
    case 'message':
      return ofMessage(item);
    case 'function_call':
      return [
        ...(/^[\w-]{1,128}$/.test(name) ? [] : [`tool name ${name}`]),
        ...(isObjectText(args) ? [] : [`arguments of ${name} are no JSON object`]),
      ];
    case 'custom_tool_call':
      return typeof input === 'string' && name ? [] : ['no name, or no text'];
    case 'function_call_output':
    case 'custom_tool_call_output':
      return typeof output === 'string' || Array.isArray(output) ? [] : ['no output'];
    case 'reasoning':
      return Array.isArray(item.summary) ? [] : ['no summary'];
    default:
      return [`an item ${type}`];
  }
}

function ofMessage({ role = '', content }: ResponsesItem): string[] {
  if (!roles.has(role)) return [`role ${role}`];
  if (typeof content === 'string') return [];
  if (!Array.isArray(content) || content.length === 0) return ['no content'];
  const kinds = role === 'assistant' ? ['output_text', 'refusal'] : ['input_text'];
  return (content as { type?: string }[]).flatMap(({ type = '' }) =>
    kinds.includes(type) ? [] : [`a part ${type} of ${role}`],
  );
}

/** Every call is answered once, later, by an output of its own kind, and no id is used twice. */
function ofCalls(input: readonly ResponsesItem[]): string[] {
  const found: string[] = [];
  const open = new Map<string, string>();
  const seen = new Set<string>();
  input.forEach(({ type = 'message', call_id: id = '' }, at) => {
    const answers = outputs[type];
    if (answers) {
      if (open.get(id) !== answers) found.push(`item ${at} answers no open call`);
      open.delete(id);
    }
    if (!Object.values(outputs).includes(type)) return;
    if (seen.has(id)) found.push(`call id ${id} is used twice`);
    seen.add(id);
    open.set(id, type);
  });
  return [...found, ...[...open.keys()].map((id) => `call ${id} is not answered`)];
}

/** Reasoning is followed by what it led to. What is not kept can only be sent whole, to the model that can read it. */
function ofReasoning(input: readonly ResponsesItem[], { model, store }: Record<string, unknown>): string[] {
  return input.flatMap(({ type, id, encrypted_content: encrypted }, at) => {
    if (type !== 'reasoning') return [];
    const next = input.slice(at + 1).find((item) => item.type !== 'reasoning');
    const followed = next && isModels(next) && (id === undefined || next.id !== undefined);
    const readable = encrypted?.startsWith(encryptedBy(String(model))) ?? store !== false;
    return [
      ...(followed ? [] : [`reasoning ${at} is without the item that follows it`]),
      ...(readable ? [] : [`reasoning ${at} is neither kept nor readable for ${model}`]),
    ];
  });
}

/** What is encrypted can be read only by the model that wrote it. */
export const encryptedBy = (model: string): string => `encrypted by ${model}: `;

/** Whether the model said it. */
export const isModels = ({ type = 'message', role }: ResponsesItem): boolean =>
  ['reasoning', 'function_call', 'custom_tool_call'].includes(type) ||
  (type === 'message' && role === 'assistant');

type Tool = {
  type?: unknown;
  name?: unknown;
  parameters?: unknown;
  strict?: unknown;
  format?: { type?: string; syntax?: string; definition?: string };
};

function ofTools(tools: unknown): string[] {
  if (tools === undefined) return [];
  if (!Array.isArray(tools)) return ['tools is no list'];
  return (tools as Tool[]).flatMap(ofTool);
}

function ofTool(tool: Tool): string[] {
  const { type, name, parameters, strict, format } = tool;
  const named = typeof name === 'string' && /^[\w-]{1,128}$/.test(name);
  if (type === 'function' && !(named && typeof parameters === 'object'))
    return [`a tool has no type, name or schema: ${JSON.stringify(tool).slice(0, 80)}`];
  if (type === 'custom' && !(named && isFormat(format)))
    return [`a custom tool has no name, or a format that there is not: ${JSON.stringify(tool).slice(0, 80)}`];
  if (typeof type !== 'string') return ['a tool has no type'];
  return type === 'function' && strict !== false && !isStrict(parameters)
    ? [`${name} is strict, and not every object in its schema requires all it names and nothing else`]
    : [];
}

const isFormat = (format: Tool['format']): boolean =>
  format === undefined ||
  format.type === 'text' ||
  (format.type === 'grammar' && /^(?:lark|regex)$/.test(format.syntax ?? '') && !!format.definition);

type Schema = {
  type?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: unknown;
};

function isStrict(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true;
  const { type, properties = {}, required = [], items, additionalProperties } = schema as Schema;
  const whole =
    additionalProperties === false && Object.keys(properties).every((name) => required.includes(name));
  return (type !== 'object' || whole) && [...Object.values(properties), items].every(isStrict);
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
