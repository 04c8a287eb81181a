import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.ts';
import type { Answer, Aside, MeasuredAgent, RecordedTool, Recording, Rows, Turn } from './recording.ts';

export type Comparison = {
  row: string;
  /** Null where the original was not measured there. */
  same: boolean | null;
  /** For who reads a failing test. */
  theirs: unknown;
  ours: unknown;
};

/** Row by row: the tools of the first request, its parameters, and what the tools answer to the same calls. */
export function compare(theirs: Recording, ours: MeasuredAgent): Comparison[] {
  return [...compareTools(theirs, ours), ...compareRequests(theirs, ours), ...compareRows(theirs, ours)];
}

const compared = (row: string, theirs: unknown, ours: unknown): Comparison => ({
  row,
  same: isDeepStrictEqual(theirs, ours),
  theirs,
  ours,
});

function compareTools({ request: theirs }: Recording, { request: ours }: MeasuredAgent): Comparison[] {
  const names = new Set([...theirs.tools, ...ours.tools].map(({ name }) => name));
  const oneWire = pathOf(theirs.path) === pathOf(ours.path);
  return [...names].map((name) => {
    const form = ({ tools }: MeasuredAgent['request']) =>
      formOf(
        tools.find((one) => one.name === name),
        oneWire,
      );
    return compared(`tool: ${name}`, form(theirs), form(ours));
  });
}

/** What a model learns a tool by, and what a server checks a call by: all of a schema but its prose. */
function formOf(tool: RecordedTool | undefined, oneWire: boolean): unknown {
  if (!tool) return 'not there';
  if (tool.type !== 'custom') return schemaOf(tool.parameters);
  if (oneWire) return { type: tool.type, ...formatOf(tool) };
  // Over other wires a tool that takes raw text has it as its one parameter.
  return schemaOf({
    type: 'object',
    properties: { input: { type: 'string' } },
    required: ['input'],
    additionalProperties: false,
  });
}

/** Which grammar raw text keeps to is not compared. */
function formatOf({ more }: RecordedTool): JsonObject {
  const { definition: _, ...form } = (more?.['format'] ?? {}) as JsonObject;
  return form;
}

function schemaOf(schema: JsonObject): JsonObject {
  const { description: _, $schema: __, properties = {}, required = [], ...rest } = schema;
  const inner = Object.entries(properties as JsonObject).map(([name, each]) => [
    name,
    schemaOf(each as JsonObject),
  ]);
  return {
    ...Object.fromEntries(
      Object.entries(rest).flatMap(([key, value]) => (bounds.includes(value) ? [] : [[key, below(value)]])),
    ),
    ...(inner.length > 0 && { properties: Object.fromEntries(inner) as JsonObject }),
    ...((required as readonly Json[]).length > 0 && { required: [...(required as string[])].sort() }),
  };
}

/** Schemas in a schema, such as `items` and `anyOf`; anything else as it is. */
function below(value: Json): Json {
  if (Array.isArray(value)) return value.map(below);
  return isJsonObject(value) ? schemaOf(value) : value;
}

/** Libraries write them at whole numbers: they say only what a number is. */
const bounds: readonly Json[] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];

/** Whatever is not a result: over another wire it cannot be the same. */
function compareRequests(theirs: Recording, ours: MeasuredAgent): Comparison[] {
  const keys = ({ request }: MeasuredAgent): string[] => Object.keys(request.parameters).sort();
  const roles = ({ request }: MeasuredAgent) => request.messages.map(({ role, shape }) => [role, shape]);
  const both = [
    compared('request: parameters', keys(theirs), keys(ours)),
    compared('request: messages', roles(theirs), roles(ours)),
    compared('request: shape of results', shapesIn(theirs.rows), shapesIn(ours.rows)),
  ];
  return onOneWire(theirs, ours) ? both : both.map((each) => ({ ...each, same: null }));
}

/** Without the query, by which a server is told of things that it tries. */
const pathOf = (path: string): string => path.replace(/\?.*$/s, '');
const onOneWire = (theirs: Recording, ours: MeasuredAgent): boolean =>
  pathOf(theirs.request.path) === pathOf(ours.request.path);

const isAnswer = (answer: Answer | Aside): answer is Answer => 'text' in answer;
const turnsIn = (rows: Rows): Turn[] =>
  Object.values(rows).flatMap((turns) => ('failed' in turns ? [] : turns));
const shapesIn = (rows: Rows): string[] => [
  ...new Set(
    turnsIn(rows).flatMap(({ answers }) => answers.filter(isAnswer).map(({ shape }) => String(shape))),
  ),
];

function compareRows(recording: Recording, measured: MeasuredAgent): Comparison[] {
  const ours = measured.rows;
  const marks = onOneWire(recording, measured);
  return Object.entries(recording.rows).map(([row, turns]) => {
    const mine = ours[row] ?? { failed: 'It was not played.' };
    if ('failed' in turns) return { row, same: null, theirs: turns, ours: mine };
    const told = (all: readonly Turn[]) => saidIn(all, marks);
    const said = isSearch(row) ? (all: readonly Turn[]) => told(sortedIn(all)) : told;
    return compared(row, said(turns), 'failed' in mine ? mine : said(mine));
  });
}

/** Files are found in another order in each run by those that search with ripgrep. */
const isSearch = (row: string): boolean => /^(?:glob|grep):/.test(row);
const sortedIn = (turns: readonly Turn[]): Turn[] =>
  turns.map((turn) => ({
    ...turn,
    answers: turn.answers.map((answer) =>
      isAnswer(answer) && typeof answer.text === 'string'
        ? { ...answer, text: answer.text.split('\n').sort().join('\n') }
        : answer,
    ),
  }));

/** Texts in the order they are sent in, failures marked where `marks` are compared; of what is said beside them, only who says it. */
const saidIn = (turns: readonly Turn[], marks: boolean): unknown =>
  turns.map(({ answers }) =>
    answers.map((answer) =>
      isAnswer(answer)
        ? { call: answer.call, text: answer.text, ...(marks && answer.isError && { failed: true }) }
        : { role: answer.role },
    ),
  );
