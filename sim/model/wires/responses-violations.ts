export type ResponsesItem = {
  type?: string;
  role?: string;
  content?: unknown;
  call_id?: string;
  name?: string;
  arguments?: string;
  input?: unknown;
  output?: unknown;
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

/**
 * What OpenAI would refuse in a request of the responses wire. Source: https://platform.openai.com/docs/api-reference/responses/create;
 * that calls and outputs belong together: its guide on function calling. `client_metadata` is known from Codex alone.
 */
export function responsesViolationsOf(body: Record<string, unknown>): string[] {
  const input = Array.isArray(body['input']) ? (body['input'] as ResponsesItem[]) : [];
  return [
    ...Object.keys(body)
      .filter((key) => !knownKeys.has(key))
      .map((key) => `unknown key ${key}`),
    ...(typeof body['model'] === 'string' && body['model'] ? [] : ['no model']),
    ...(input.length > 0 || typeof body['input'] === 'string' ? [] : ['no input']),
    ...input.flatMap((item, at) => ofItem(item).map((what) => `item ${at}: ${what}`)),
    ...ofCalls(input),
    ...ofTools(body['tools']),
  ];
}

function ofItem({
  type = 'message',
  role = '',
  content,
  name = '',
  arguments: args = '',
  output,
}: ResponsesItem): string[] {
  switch (type) {
    case 'message':
      return [
        ...(roles.has(role) ? [] : [`role ${role}`]),
        ...(typeof content === 'string' || (Array.isArray(content) && content.length > 0)
          ? []
          : ['no content']),
      ];
    case 'function_call':
      return [
        ...(/^[\w-]{1,128}$/.test(name) ? [] : [`tool name ${name}`]),
        ...(isObjectText(args) ? [] : [`arguments of ${name} are no JSON object`]),
      ];
    case 'function_call_output':
    case 'custom_tool_call_output':
      return typeof output === 'string' || Array.isArray(output) ? [] : ['no output'];
    case 'custom_tool_call':
    case 'reasoning':
      return [];
    default:
      return [`an item ${type}`];
  }
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

function ofTools(tools: unknown): string[] {
  if (tools === undefined) return [];
  if (!Array.isArray(tools)) return ['tools is no list'];
  return (tools as { type?: unknown; name?: unknown; parameters?: unknown }[]).flatMap((tool) => {
    const good =
      tool.type === 'function'
        ? typeof tool.name === 'string' && typeof tool.parameters === 'object'
        : typeof tool.type === 'string';
    return good ? [] : [`a tool has no type, name or schema: ${JSON.stringify(tool).slice(0, 80)}`];
  });
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
