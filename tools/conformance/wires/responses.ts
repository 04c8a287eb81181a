import type { ResponsesItem } from '../../../sim/model/wires/responses-violations.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { measured, withoutWords } from '../measure.ts';
import type { Aside, RecordedTool, Shape } from '../recording.ts';
import type { WireReader } from './wire-reader.ts';

type Tool = {
  type: string;
  name?: string;
  description?: string;
  parameters?: JsonObject;
  format?: { type?: string; syntax?: string; definition?: string };
  tools?: Tool[];
};

/** Reads requests of the responses wire. Source: see sim/model/wires/responses.ts. */
export const responses: WireReader = {
  parameters: ({ input: _, tools: __, instructions: ___, ...rest }) => rest,
  messages: (body) => itemsOf(body).map(aside),
  tools: (body) => ((body['tools'] ?? []) as Tool[]).flatMap((each) => toolsOf(each)),
  said(body) {
    const items = itemsOf(body);
    const last = items.findLastIndex(isCall);
    const first = items.slice(0, last + 1).findLastIndex((item) => !isCall(item)) + 1;
    const calls = items.slice(first, last + 1);
    return {
      calls: calls.map(({ name = '', arguments: args, input }) => ({ name, args: args ?? String(input) })),
      answers: items.slice(last + 1).map((item) => {
        if (!item.type?.endsWith('_output')) return aside(item);
        const call = calls.findIndex(({ call_id }) => call_id === item.call_id);
        return { call: call < 0 ? null : call, shape: shapeOf(item.output), text: wordsOf(item.output) };
      }),
    };
  },
};

const itemsOf = (body: JsonObject): ResponsesItem[] => (body['input'] ?? []) as unknown as ResponsesItem[];
const isCall = ({ type }: ResponsesItem): boolean => type === 'function_call' || type === 'custom_tool_call';

/** A namespace is told as the tools in it. */
function toolsOf(
  { type, name = type, description = '', parameters = {}, format, tools, ...more }: Tool,
  space = '',
): RecordedTool[] {
  if (tools) return tools.flatMap((each) => toolsOf(each, `${name}.`));
  const { definition, ...form } = format ?? {};
  return [
    {
      name: `${space}${name}`,
      type,
      description: description.length,
      parameters: withoutWords(parameters),
      more: {
        ...(more as JsonObject),
        ...(format && { format: { ...form, ...(definition && { definition: definition.length }) } }),
      },
    },
  ];
}

const aside = ({ type, role, content }: ResponsesItem): Aside => ({
  role: role ?? type ?? 'message',
  shape: shapeOf(content),
  ...measured(wordsOf(content)),
});

function shapeOf(content: unknown): Shape {
  if (typeof content === 'string') return 'text';
  return Array.isArray(content) ? (content as { type: string }[]).map(({ type }) => type) : 'none';
}

const wordsOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : ((content ?? []) as { text?: string }[]).map(({ text = '' }) => text).join('');
