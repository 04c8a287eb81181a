import type { MessagesBlock, MessagesMessage } from '../../../sim/model/wires/messages-violations.ts';
import type { Json, JsonObject } from '../../../src/core/json.ts';
import { measured, withoutWords } from '../measure.ts';
import type { Aside, Shape } from '../recording.ts';
import type { WireReader } from './wire-reader.ts';

type Tool = { name: string; type?: string; description?: string; input_schema?: JsonObject };

/** Reads requests of the messages wire. Source: see sim/model/wires/messages.ts. */
export const messages: WireReader = {
  parameters: ({ messages: _, tools: __, system: ___, ...rest }) => rest,
  messages: (body) => [
    ...blocksOf(body['system'] as MessagesMessage['content'] | undefined).map((block) =>
      aside('system', [block]),
    ),
    ...messagesOf(body).map(({ role, content }) => aside(role, blocksOf(content), content)),
  ],
  tools: (body) =>
    ((body['tools'] ?? []) as Tool[]).map(
      ({ name, type = 'function', description = '', input_schema = {}, ...more }) => ({
        name,
        type,
        description: description.length,
        parameters: withoutWords(input_schema),
        ...(Object.keys(more).length > 0 && { more: more as JsonObject }),
      }),
    ),
  said(body) {
    const all = messagesOf(body);
    const at = all.findLastIndex(({ role }) => role === 'assistant');
    const calls = blocksOf(all[at]?.content).filter(({ type }) => type === 'tool_use');
    return {
      calls: calls.map(({ name = '', input }) => ({ name, args: JSON.stringify(input) })),
      answers: all.slice(at + 1).flatMap(({ role, content }) =>
        blocksOf(content).map((block) => {
          if (block.type !== 'tool_result') return aside(role, [block]);
          const call = calls.findIndex(({ id }) => id === block.tool_use_id);
          const { is_error: isError } = block as { is_error?: boolean };
          return {
            call: call < 0 ? null : call,
            shape: shapeOf(block.content as MessagesMessage['content']),
            text: wordsOf(blocksOf(block.content as MessagesMessage['content'])),
            ...(isError !== undefined && { isError }),
          };
        }),
      ),
    };
  },
};

const messagesOf = (body: JsonObject): MessagesMessage[] =>
  (body['messages'] ?? []) as unknown as MessagesMessage[];

function blocksOf(content: MessagesMessage['content'] | undefined): MessagesBlock[] {
  if (content === undefined) return [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

const wordsOf = (blocks: readonly MessagesBlock[]): string => blocks.map(({ text = '' }) => text).join('');

const shapeOf = (content: Json | MessagesMessage['content'] | undefined): Shape => {
  if (typeof content === 'string') return 'text';
  return Array.isArray(content) ? (content as MessagesBlock[]).map(({ type }) => type) : 'none';
};

const aside = (
  role: string,
  blocks: MessagesBlock[],
  content: MessagesMessage['content'] = blocks,
): Aside => ({
  role,
  shape: shapeOf(content),
  ...measured(wordsOf(blocks)),
});
