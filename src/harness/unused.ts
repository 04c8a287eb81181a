import type { JsonObject } from '../core/json.ts';
import { type Entry, only } from '../core/session.ts';
import { fill } from '../text/template.ts';
import { toTheirs } from './args.ts';
import type { ToolFace, UnusedData } from './data.ts';

/**
 * What is put behind the last result of an answer while a tool is not used: once in so many answers since it was called last.
 * The template can ask for `last`, the arguments of that call as JSON in the harness's names, in which no `<` is left.
 */
export function reminderOfUnused(
  { tool, turns, text }: UnusedData,
  faces: readonly ToolFace[],
  entries: readonly Entry[],
  answer: number,
): string {
  const before = entries.slice(0, entries.findIndex(({ seq }) => seq === answer) + 1);
  const used = only(before, 'tool.called').findLast(({ call }) => call.tool === tool);
  const since = only(before, 'model.replied').filter(({ seq }) => seq > (used?.seq ?? 0)).length;
  if (since === 0 || since % turns !== 0 || usedIn(tool, faces, before)) return '';
  const face = faces.find((one) => one.tool === tool);
  const args = used && face ? toTheirs(face, used.call.args) : null;
  return `\n\n${fill(text, { last: args && shown(args) }).trim()}`;
}

/** Whether the answer that comes last asks for the tool itself. */
function usedIn(tool: string, faces: readonly ToolFace[], entries: readonly Entry[]): boolean {
  const names = faces.flatMap((face) => (face.tool === tool ? [face.name] : []));
  const items = only(entries, 'model.replied').at(-1)?.reply.items ?? [];
  return items.some((item) => item.kind === 'call' && names.includes(item.name));
}

const shown = (args: JsonObject): string => JSON.stringify(args).replaceAll('<', '\\u003c');
