import type { Blobs } from './change.ts';
import type { Json, JsonObject } from './json.ts';
import type { Sandbox } from './sandbox.ts';

/** A call in our own vocabulary: canonical tool and arguments, whatever the harness calls them. */
export type Call = {
  /** `callId(step, index)`: the same call has the same id after a resume, whoever numbered it on the wire. */
  id: string;
  tool: string;
  args: JsonObject;
  /** The words of the reply it was read from, for text protocols; another harness leaves them out. */
  quote: string | null;
};
/** A call that the harness answers itself; nothing runs. */
export type Declined = { id: string; declined: string };

/** `step` is the reply's place in the log, `index` the call's place among the reply's calls. */
export const callId = (step: number, index: number | ''): string => `c${step}_${index}`;

/** What a tool found out, as data. How the model reads it is the harness's business. */
export type ToolResult = { ok: true; fields: JsonObject } | { ok: false; why: string; fields: JsonObject };

export type ToolWorld = {
  sandbox: Sandbox;
  blobs: Blobs;
  signal: AbortSignal;
};

export type Tool = {
  name: string;
  /** Whether a call may change the workspace; where it cannot, it may simply run again after a crash. */
  changes: boolean;
  /** `args` come from the model: untrusted, and checked by the tool. Never throws for what the model got wrong. */
  run(args: JsonObject, at: ToolWorld): Promise<ToolResult>;
};

export const failure = (why: string, fields: { readonly [name: string]: Json } = {}): ToolResult => ({
  ok: false,
  why,
  fields,
});
