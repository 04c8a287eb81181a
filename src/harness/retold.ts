import type { Json, JsonObject } from '../core/json.ts';
import type { Call, ToolResult } from '../core/tool.ts';
import { mistakes, toOurs, toTheirs } from './args.ts';
import type { ToolFace } from './data.ts';

/** A call in the words of one of a harness's tools. */
export type Retold = { face: ToolFace; args: JsonObject };

/** How much is done or shown at most, and what a tool keeps an eye on: a call that leaves them out is still the same call. */
const asides = new Set([
  ...['seconds', 'yield_seconds', 'wait_seconds', 'terminal', 'tell_folder'],
  ...['count', 'end', 'chars', 'line_chars', 'split', 'tell_version', 'limit', 'skip', 'hidden', 'ignored'],
  ...['context', 'before', 'after', 'fuzzy', 'in_order', 'seen'],
]);

/** Limits that tools have where a call names none; one that is no tighter is mostly the other harness's own. */
const limits: JsonObject = { seconds: 120, count: 2000, chars: 50_000, line_chars: 2000, limit: 100 };

/** What a tool takes where a call says nothing. */
const usual: JsonObject = { start: 1, depth: 1, path: '.', show: 'lines', how: 'replace' };

/**
 * How a call can be told in a harness's own tools, the one that says most of it first; none where each would say something
 * else, so that the words for its result would not fit. `folder` is the workspace.
 */
export function retold(
  tools: readonly ToolFace[],
  call: Call,
  { folder, result }: { folder: string | null; result: ToolResult | undefined },
): Retold[] {
  const { tool } = call;
  const args = withoutLooseLimits(call.args);
  // What goes on in the background is nothing that a tool without one could have answered.
  const isLeftRunning = tool === 'exec' && (result?.fields['handle'] ?? null) !== null;
  return tools
    .filter((face) => face.tool === tool)
    .map((face) => ({ face, args: inNumbers(face.parameters, toTheirs(face, spoken(face, args))) }))
    .filter(({ face, args: theirs }) => mistakes(face, theirs).length === 0)
    .map((told) => ({ ...told, back: toOurs(told.face, told.args) }))
    .filter(({ back }) => saysTheSame(args, back, folder) && (!isLeftRunning || 'yield_seconds' in back))
    .map(({ face, args: theirs, back }) => ({ face, args: theirs, kept: keptIn(args, back) }))
    .sort((one, other) => other.kept - one.kept);
}

/** With what goes without saying, where this tool takes something else for it. */
const spoken = ({ defaults }: ToolFace, args: JsonObject): JsonObject => ({
  ...Object.fromEntries(Object.entries(usual).filter(([name]) => Object.hasOwn(defaults, name))),
  ...args,
});

const withoutLooseLimits = (args: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(args).filter(
      ([name, value]) => !Object.hasOwn(limits, name) || Number(value) < Number(limits[name]),
    ),
  );

function saysTheSame(ours: JsonObject, back: JsonObject, folder: string | null): boolean {
  const names = new Set([...Object.keys(ours), ...Object.keys(back)]);
  const said = (args: JsonObject, name: string): string => JSON.stringify(plain(name, args[name], folder));
  return [...names].every((name) => asides.has(name) || said(ours, name) === said(back, name));
}

/**
 * With a number where one is wanted: a model may have written its digits, and another unit may have parts. One that the tool
 * would not take is left out.
 */
function inNumbers({ properties = {} }: JsonObject, args: JsonObject): JsonObject {
  const told = Object.entries(args).flatMap(([name, value]): [string, Json][] => {
    const schema = ((properties as JsonObject)[name] ?? {}) as JsonObject;
    const types = typesOf(schema);
    const isNumber = types.includes('integer') || types.includes('number');
    const number = typeof value === 'string' ? Number(value) : value;
    if (!isNumber || types.includes('string') || typeof number !== 'number' || Number.isNaN(number))
      return [[name, value]];
    const whole = types.includes('integer') ? Math.ceil(number) : number;
    return isWithin(schema, whole) ? [[name, whole]] : [];
  });
  return Object.fromEntries(told);
}

function typesOf({ type, anyOf }: JsonObject): Json[] {
  if (Array.isArray(anyOf)) return anyOf.flatMap((each) => typesOf(each as JsonObject));
  return type === undefined ? [] : [type].flat();
}

const isWithin = ({ minimum, exclusiveMinimum, maximum }: JsonObject, value: number): boolean =>
  value >= Number(minimum ?? value) &&
  value <= Number(maximum ?? value) &&
  (exclusiveMinimum === undefined || value > Number(exclusiveMinimum));

const keptIn = (ours: JsonObject, back: JsonObject): number =>
  Object.keys(ours).filter((name) => JSON.stringify(ours[name]) === JSON.stringify(back[name])).length;

/** A value without the ways there are to say nothing with it. */
function plain(name: string, value: Json | undefined, folder: string | null): Json {
  const said = value ?? usual[name] ?? null;
  if (name === 'folder') return said === folder || said === '.' ? null : said;
  // Whether a file was there before, the result tells.
  if (name === 'how') return said === 'create' ? 'replace' : said;
  if (name === 'edits' && Array.isArray(said)) return said.map(plainEdit);
  if (name === 'items' && Array.isArray(said)) return said.map(plainItem);
  if (typeof said === 'number') return String(said);
  return said === false ? null : said;
}

/** How urgent it is, only some say. */
const plainItem = (item: Json): Json => {
  const { priority: _, ...rest } = item as JsonObject;
  return rest;
};

const plainEdit = (edit: Json): Json => {
  const { old = '', new: fresh = '', all = false } = edit as JsonObject;
  return { old, new: fresh, all };
};
