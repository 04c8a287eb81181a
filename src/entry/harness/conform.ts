import { isDeepStrictEqual } from 'node:util';
import type { Harness } from '../../core/harness.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Item } from '../../core/model.ts';
import type { Entry } from '../../core/session.ts';
import { failure, type ToolResult } from '../../core/tool.ts';
import type { HarnessData, ToolFace } from '../../harness/data.ts';
import { toHarness } from '../../harness/harness.ts';
import { answers, failure as failed } from '../../harness/load/samples.ts';
import { openSession } from '../../session/log.ts';

/**
 * Plays each tool of a harness once with a result of each kind, from the beginning of a conversation on: whether a call in the
 * harness's own form is understood, and the request after it goes on with the one before and tells the result. Answers what
 * is not so, a line each. Codecs whose form only a whole answer has are left out.
 */
export async function conform(data: HarnessData, begun: readonly Entry[]): Promise<string[]> {
  const harness = await toHarness(data);
  return data.tools.flatMap((face) => {
    const said = sayCall(data, face);
    if (!said) return [];
    return resultsOf(face).flatMap(([kind, result]) => {
      const wrong = attempt(() => play(harness, begun, said, result));
      return wrong === null ? [] : [`\`${face.name}\`, ${kind}: ${wrong}`];
    });
  });
}

function play(
  { encode, next }: Harness,
  begun: readonly Entry[],
  said: Item,
  result: ToolResult,
): string | null {
  const session = openSession('none', begun, { now: () => new Date(0), hide: (text) => text, keep() {} });
  const before = encode(session.entries).messages;
  const usage = { input: 0, cached: 0, output: 0, usd: null };
  session.record({ type: 'model.replied', reply: { items: [said], cut: false, usage } });
  let calls = 0;
  for (let step = next(session.entries); step.kind === 'act' && calls < 10; step = next(session.entries)) {
    for (const call of step.calls) {
      if ('declined' in call) return `its own call is declined: ${call.declined}`;
      session.record({ type: 'tool.called', call });
      session.record({ type: 'tool.returned', call: call.id, result });
      calls++;
    }
  }
  if (calls === 0) return 'a call in its own form is not understood.';
  const after = encode(session.entries).messages;
  if (!isDeepStrictEqual(after.slice(0, before.length), before))
    return 'the request after it does not begin as the one before.';
  const odd = /\[object Object\]|\bundefined\b|\bNaN\b/.exec(JSON.stringify(after.slice(before.length)));
  return odd && `the model would read \`${odd[0]}\`.`;
}

function attempt(work: () => string | null): string | null {
  try {
    return work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The call as a model says it; null where it is no answer by itself. */
function sayCall({ codec }: HarnessData, { name, parameters }: ToolFace): Item | null {
  switch (codec.name) {
    case 'tool-calls':
      return { kind: 'call', id: 'call_1', name, args: argsFor(parameters) };
    case 'fenced':
      return { kind: 'text', text: `\`\`\`${codec.label}\ntrue\n\`\`\`` };
    case 'commands':
      return name === codec.otherwise.tool ? { kind: 'text', text: '```\ntrue\n```' } : null;
    default:
      return null;
  }
}

/** What has to be said, and no more. */
function argsFor({ properties, required }: JsonObject): JsonObject {
  const names = Array.isArray(required) ? required.map(String) : [];
  return Object.fromEntries(
    names.map((name) => [name, valueFor(isJsonObject(properties) ? properties[name] : {})]),
  );
}

function valueFor(schema: Json | undefined): Json {
  if (!isJsonObject(schema)) return 'x';
  const { type, anyOf, enum: words, items } = schema;
  if (Array.isArray(anyOf)) return valueFor(anyOf[0]);
  if (Array.isArray(words)) return words[0] ?? null;
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return argsFor(schema);
    case 'array':
      return [valueFor(items)];
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    default:
      return 'x';
  }
}

function resultsOf({ tool, render }: ToolFace): [kind: string, ToolResult][] {
  const all = answers[tool] as JsonObject;
  const whole = { head: 'one\n', omitted: 0, tail: '', file: null };
  const { why, ...fields } = failed as JsonObject;
  return [
    ['a result', { ok: true, fields: { ...all, ...('output' in all && { output: whole }) } }],
    ['a result that is cut', { ok: true, fields: all }],
    ['an empty result', { ok: true, fields: emptied(all) as JsonObject }],
    ['a failure', failure(String(why))],
    ...Object.keys(render.faults).map((fault): [string, ToolResult] => [
      `the failure \`${fault}\``,
      failure(String(why), { ...fields, fault }),
    ]),
  ];
}

function emptied(value: Json): Json {
  if (Array.isArray(value)) return [];
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, emptied(part)]));
  return typeof value === 'string' ? '' : typeof value === 'number' ? 0 : value;
}
