import type { Json, JsonObject } from '../core/json.ts';
import { type Entry, last, only } from '../core/session.ts';
import { toOurs } from './args.ts';
import type { RecalledArgument, ToolFace } from './data.ts';
import { absolutePath } from './steps/resolve.ts';

/**
 * A call's arguments in our names, with what the log knows of those that it leaves out: a field of the newest success of some
 * tools, or else their argument of that name.
 */
export function withRecalled(face: ToolFace, args: JsonObject, entries: readonly Entry[]): JsonObject {
  const given = toOurs(face, args);
  const { recall = [] } = face;
  if (recall.length === 0) return given;
  const folder = last(entries, 'environment.seen')?.folder ?? '/';
  const place = (path: Json | undefined): string => absolutePath(String(path), folder);
  const calls = new Map(only(entries, 'tool.called').map(({ call }) => [call.id, call]));
  const made = only(entries, 'tool.returned').flatMap(({ call: id, result }) => {
    const call = calls.get(id);
    return call && result.ok ? [{ call, fields: result.fields }] : [];
  });
  const known = Object.fromEntries(
    recall.flatMap((told): [string, Json][] => {
      const { argument, from, field, same } = fully(told, face);
      const newest = made.findLast(
        ({ call, fields }) =>
          from.includes(call.tool) &&
          (same === undefined || place(call.args[same]) === place(given[same])) &&
          (fields[field] ?? call.args[field] ?? null) !== null,
      );
      const value = newest && (newest.fields[field] ?? newest.call.args[field]);
      return value === undefined ? [] : [[argument, value]];
    }),
  );
  return toOurs(face, args, known);
}

const fully = (told: string | RecalledArgument, { tool }: ToolFace): RecalledArgument =>
  typeof told === 'string' ? { argument: told, from: [tool], field: told } : told;
