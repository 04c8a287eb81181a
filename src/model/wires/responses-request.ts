import type { JsonObject } from '../../core/json.ts';
import type { Message, Prompt, Said, ToolCard } from '../../core/model.ts';
import { allowedOptions } from './allowed-options.ts';
import { sendable } from './tool-name.ts';

/** The request parameters that a harness may set. The rest is the wire's own affair. */
const responsesOptions: ReadonlySet<string> = new Set([
  'max_output_tokens',
  'parallel_tool_calls',
  'prompt_cache_key',
  'reasoning',
  'temperature',
  'text',
  'tool_choice',
  'top_p',
]);

/** What not every server takes. */
export type Dialect = {
  /** The role of instructions. */
  instructions: 'developer' | 'system';
  /** Reasoning travels encrypted, there and back. */
  encrypted: boolean;
  /** Tools may take raw text. */
  freeform: boolean;
};

/** Remembers the bytes of each message, so that a long conversation is not serialised again at every turn. */
export function responsesRequests(model: string, dialect: Dialect): { pieces(prompt: Prompt): Uint8Array[] } {
  const known = new WeakMap<Message, Uint8Array>();
  const bytesOf = (message: Message, raw: RawCalls): Uint8Array => {
    const items = known.get(message) ?? Buffer.from(itemsOf(message, raw, dialect).map(comma).join(''));
    known.set(message, items);
    return items;
  };
  return {
    pieces(prompt) {
      const { messages, tools } = prompt;
      const head = {
        model,
        ...allowedOptions(prompt, responsesOptions, 'responses'),
        store: false,
        stream: true,
        ...(dialect.encrypted && { include: ['reasoning.encrypted_content'] }),
        ...(tools.length > 0 && { tools: tools.map((tool) => toolOf(tool, dialect)) }),
      };
      const raw = dialect.freeform ? rawCalls(tools, messages) : noRawCalls;
      const rows = messages.map((message) => bytesOf(message, raw)).filter(({ length }) => length > 0);
      const [first, ...rest] = rows;
      const start = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"input":[`);
      return [start, ...(first ? [first.subarray(1)] : []), ...rest, end];
    },
  };
}

const comma = (item: JsonObject): string => `,${JSON.stringify(item)}`;
const end = Buffer.from(']}');

/** The server takes a tool that does not say otherwise for a strict one. */
function toolOf(tool: ToolCard, { freeform: raw }: Dialect): JsonObject {
  const { name, description, parameters, strict = false, freeform } = tool;
  if (!raw || !freeform) return { type: 'function', name, description, parameters, strict };
  const format = { type: 'grammar', syntax: 'lark', definition: freeform.grammar };
  return { type: 'custom', name, description, format };
}

/** Which parameter the raw text of a tool is, and the calls of such tools. */
type RawCalls = { parameters: ReadonlyMap<string, string>; calls: ReadonlySet<string> };
const noRawCalls: RawCalls = { parameters: new Map(), calls: new Set() };

function rawCalls(tools: readonly ToolCard[], messages: readonly Message[]): RawCalls {
  const parameters = new Map(
    tools.flatMap(({ name, freeform }) => (freeform ? [[name, freeform.parameter] as const] : [])),
  );
  if (parameters.size === 0) return noRawCalls;
  const said = messages.flatMap((message) => (message.role === 'assistant' ? message.items : []));
  const calls = said.flatMap((item) => (item.kind === 'call' && parameters.has(item.name) ? [item.id] : []));
  return { parameters, calls: new Set(calls) };
}

/** The items that a message is here. */
function itemsOf(message: Message, raw: RawCalls, dialect: Dialect): JsonObject[] {
  if (message.role === 'assistant') return answerItems(message.items, raw, dialect);
  const { role, text } = message;
  if (role === 'tool') {
    const type = raw.calls.has(message.call) ? 'custom_tool_call_output' : 'function_call_output';
    return [{ type, call_id: message.call, output: text }];
  }
  const named = role === 'system' ? dialect.instructions : role;
  return [{ type: 'message', role: named, content: [{ type: 'input_text', text }] }];
}

/** Reasoning goes with what follows it: the server refuses one that nothing of the model's follows. */
function answerItems(said: readonly Said[], raw: RawCalls, { encrypted }: Dialect): JsonObject[] {
  const items: JsonObject[] = [];
  let thoughts: JsonObject[] = [];
  for (const item of said) {
    if (item.kind === 'opaque' && item.wire === 'responses' && encrypted) {
      thoughts.push(item.json as JsonObject);
    }
    const here = item.kind === 'text' && item.text ? textItem(item) : callItem(item, raw);
    if (!here) continue;
    items.push(...thoughts, here);
    thoughts = [];
  }
  return items;
}

const textItem = ({ text, phase }: Extract<Said, { kind: 'text' }>): JsonObject => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
  ...(phase !== undefined && { phase }),
});

function callItem(item: Said, { parameters }: RawCalls): JsonObject | null {
  if (item.kind !== 'call') return null;
  const { id, args } = item;
  const parameter = parameters.get(item.name);
  const name = sendable(item.name);
  if (parameter === undefined)
    return { type: 'function_call', call_id: id, name, arguments: JSON.stringify(args) };
  const text = args[parameter];
  return { type: 'custom_tool_call', call_id: id, name, input: typeof text === 'string' ? text : '' };
}
