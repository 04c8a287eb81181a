import type { Json, JsonObject } from '../../../core/json.ts';
import { isJsonObject } from '../../../core/json.ts';
import type { Call, ToolResult } from '../../../core/tool.ts';
import type { Content } from '../html.ts';
import type { Place } from '../place.ts';

/**
 * A call as it is told: what was wanted, in a few words how it went, and what there is to read of it. `fair`: it may
 * be what the model wanted, and a reader should look.
 */
export type Shown = { title: Content; state: string | null; body: Content; fair?: boolean };
/** Arguments and fields come from a model and its commands: nothing about their shape is certain. */
export type Show = (call: Call, result: ToolResult | null, at: Place) => Shown;

export const fieldsOf = (result: ToolResult | null): JsonObject => result?.fields ?? {};

/** A value as text: strings as they are, nothing for what is not there, else its JSON. */
export const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

export const numberOf = (value: Json | undefined): number | null =>
  typeof value === 'number' ? value : null;

export const objectsOf = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter(isJsonObject) : [];
