import { OiError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Message, Prompt, Said, ToolCard } from '../../core/model.ts';
import { allowedOptions } from './allowed-options.ts';
import { sendable } from './tool-name.ts';

/** The request parameters that a harness may set; `max_tokens` it must. */
const known: ReadonlySet<string> = new Set([
  'max_tokens',
  'output_config',
  'service_tier',
  'stop_sequences',
  'temperature',
  'thinking',
  'tool_choice',
  'top_k',
  'top_p',
]);

/** Where servers and models differ in what they take. */
export type Dialect = {
  /** The most output that the model has, null as long as it has not said. */
  mostTokens: number | null;
  /** `enabled`: models that do not decide by themselves how long they think. */
  thinking: 'as-asked' | 'enabled' | 'none';
  /** Whether it may be told where to cache. */
  caches: boolean;
  /** Whether it takes back what was signed: a server that another one's model moved to may not. */
  signed: boolean;
};

/** A message's blocks as bytes, so that a long conversation is not serialised again at every turn. */
type Written = { role: 'user' | 'assistant'; blocks: Uint8Array[] };

/**
 * Writes requests. What is constant comes first, so that each request extends the one before, up to the mark that says how far to
 * cache: it moves on to the newest block.
 */
export function messagesRequests(model: string, dialect: Dialect): (prompt: Prompt) => Uint8Array[] {
  const written = new WeakMap<Message, Written>();
  const write = (message: Message): Written => {
    const known = written.get(message) ?? writeMessage(message, dialect);
    written.set(message, known);
    return known;
  };
  return (prompt) => {
    const { messages, tools } = prompt;
    const system = textsOf(messages.filter(({ role }) => role === 'system'));
    const head = {
      model,
      ...parameters(prompt, dialect),
      stream: true,
      ...(tools.length > 0 && { tools: tools.map(toolCard) }),
      ...(system.length > 0 && { system: system.map((text) => ({ type: 'text', text })) }),
    };
    const start = JSON.stringify(head).slice(0, -1);
    const marked = dialect.caches && system.length > 0 ? `${start.slice(0, -2)}${mark}}]` : start;
    const said = messages.filter(({ role }) => role !== 'system').map(write);
    return [Buffer.from(`${marked},"messages":[`), ...joined(said, dialect.caches), Buffer.from(']}')];
  };
}

/** Within the last block, so that all before it stays as it was. */
const mark = ',"cache_control":{"type":"ephemeral"}';
const comma = Buffer.from(',');
const close = Buffer.from(']}');

/** Messages of the same side in a row are one. */
function joined(said: readonly Written[], caches: boolean): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let open: Written['role'] | null = null;
  for (const { role, blocks } of said) {
    for (const block of blocks) {
      if (role === open) pieces.push(comma);
      else {
        if (open !== null) pieces.push(close, comma);
        pieces.push(Buffer.from(`{"role":"${role}","content":[`));
        open = role;
      }
      pieces.push(block);
    }
  }
  const newest = pieces.pop();
  if (!newest) return [];
  const marked = caches && open === 'user' ? [newest.subarray(0, -1), Buffer.from(`${mark}}`)] : [newest];
  return [...pieces, ...marked, close];
}

function parameters(prompt: Prompt, { mostTokens, thinking, signed }: Dialect): JsonObject {
  const asked = allowedOptions(prompt, known, 'messages');
  const limit = asked['max_tokens'];
  if (typeof limit !== 'number') {
    throw new OiError(
      'harness.invalid',
      'The harness sets no `max_tokens`, which the messages wire needs.',
      'Set it in `options`, or in `messages` of `over`.',
    );
  }
  const max_tokens = Math.min(limit, mostTokens ?? limit);
  const { thinking: _, ...rest } = asked;
  if (thinking === 'none' || asked['thinking'] === undefined) return { ...rest, max_tokens };
  if (thinking === 'as-asked') return { ...asked, max_tokens };
  // Such a model takes no answer with calls that was not thought about.
  if (!thoughtAbout(prompt.messages, signed)) return { ...rest, max_tokens };
  return { ...rest, max_tokens, thinking: { type: 'enabled', budget_tokens: max_tokens - 1 } };
}

/** Whether the answer whose calls were carried out last begins with signed thoughts; true where there is none. */
function thoughtAbout(messages: readonly Message[], signed: boolean): boolean {
  const at = messages.findLastIndex(({ role }) => role === 'assistant');
  const newest = messages[at];
  if (newest?.role !== 'assistant' || messages[at + 1]?.role !== 'tool') return true;
  return signed && newest.items.find(({ kind }) => kind !== 'thinking')?.kind === 'opaque';
}

const toolCard = ({ name, description, parameters, strict }: ToolCard) => ({
  name,
  description,
  input_schema: parameters,
  ...(strict !== undefined && { strict }),
});

const textsOf = (messages: readonly Message[]): string[] =>
  messages.flatMap((message) => ('text' in message && message.text.trim() !== '' ? [message.text] : []));

function writeMessage(message: Message, { signed }: Dialect): Written {
  const blocks = blocksOf(message, signed).map((block) => Buffer.from(JSON.stringify(block)));
  return { role: message.role === 'assistant' ? 'assistant' : 'user', blocks };
}

function blocksOf(message: Message, signed: boolean): JsonObject[] {
  switch (message.role) {
    case 'assistant':
      return message.items.flatMap((item) => itemBlock(item, signed));
    case 'tool':
      return [
        {
          type: 'tool_result',
          tool_use_id: sendableId(message.call),
          content: message.text,
          ...(!message.ok && { is_error: true }),
        },
      ];
    default:
      return textBlock(message.text);
  }
}

/** Thoughts without a signature have no place on this wire, nor has a text that says nothing. */
function itemBlock(item: Said, signed: boolean): JsonObject[] {
  switch (item.kind) {
    case 'text':
      return textBlock(item.text);
    case 'call':
      return [{ type: 'tool_use', id: sendableId(item.id), name: sendable(item.name), input: item.args }];
    case 'opaque':
      return signed ? [item.json as JsonObject] : [];
    case 'thinking':
      return [];
  }
}

const textBlock = (text: string): JsonObject[] => (text.trim() === '' ? [] : [{ type: 'text', text }]);

/** Another server may name calls otherwise: this wire takes only such ids. */
const sendableId = (id: string): string => id.replace(/[^\w-]/g, '_') || 'unnamed';
