import type { JsonObject } from '../../../src/core/json.ts';
import type { Aside, RecordedTool, Shape } from '../recording.ts';

/** What a request says after the last answer of the model, and the calls of that answer. */
export type Said = {
  calls: readonly { name: string; args: string }[];
  answers: readonly (Aside | { call: number | null; shape: Shape; text: string; isError?: boolean })[];
};

/** Reads requests of one wire: whatever says something in somebody else's words is measured. */
export type WireReader = {
  parameters(body: JsonObject): JsonObject;
  messages(body: JsonObject): readonly Aside[];
  tools(body: JsonObject): readonly RecordedTool[];
  said(body: JsonObject): Said;
};
