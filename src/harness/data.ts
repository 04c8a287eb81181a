import type { JsonObject } from '../core/json.ts';

/** What a folder under harnesses/ says, checked and with its files read in: plain JSON, no code. */
export type HarnessData = {
  id: string;
  system: string;
  /** Templates of the user messages that open the first sitting of a session; one that comes out empty is left out. */
  opening: readonly string[];
  /** The same for each sitting after that. */
  again: readonly string[];
  codec: CodecData;
  /** Request parameters, for the wire. */
  options: JsonObject;
  /** What is told in place of a result where a call was cut off, or never begun because something else came first. */
  interrupted: string;
  /** How a call reads that has no result of a tool: fields are `why` and `call`. */
  unanswered: Rendering;
  tools: readonly ToolFace[];
};

/** How calls travel; the name picks the code. */
export type CodecData = ToolCallsData | FencedData;

type CodecShared = {
  /** Template of what the model is told about an answer in the wrong form; the codec says which names it fills. */
  correction: string;
  /** That many answers in a row in which nothing was right end the work. */
  patience: number;
};

export type ToolCallsData = CodecShared & {
  name: 'tool-calls';
  /**
   * The first line of output with which a command ends the work. Every answer then has to hold calls, and one bad call
   * spoils it: nothing of it runs. Null: an answer without calls is the end, and each bad call is answered by itself.
   */
  sentinel: string | null;
};

export type FencedData = CodecShared & {
  name: 'fenced';
  /** The first line of output with which a command ends the work. */
  sentinel: string;
  /** The info string of the fence. */
  label: string;
  /** The tool that a block calls, by the harness's name, and the parameter that the block's text is. */
  tool: string;
  parameter: string;
};

/** One tool as the model sees it. */
export type ToolFace = {
  name: string;
  description: string;
  /** JSON schema of an object. */
  parameters: JsonObject;
  /** The canonical tool behind it. */
  tool: string;
  args: ArgNames;
  /** Canonical arguments that hold unless the call gives them. */
  defaults: JsonObject;
  render: { ok: Rendering; failed: Rendering; faults: Faults };
};

/** How failures of a known kind read, by `fault` (docs/tools.md); the others as `failed` says. */
export type Faults = { readonly [fault: string]: Rendering };

/** The harness's parameter -> our argument. What is not named here is left out. */
export type ArgNames = { readonly [theirs: string]: string | ArgName };
export type ArgName = {
  /** A path where one of their parameters is a part of ours, e.g. `edits.0.old`. */
  to: string;
  /** How many of their units make one of ours: 1000 for milliseconds to seconds. */
  per?: number;
  /** A number of theirs that is a text of ours. */
  text?: true;
  /** For lists of objects: the names within each. */
  each?: ArgNames;
  /** For such lists: a single item may come without its list, as an object or as parameters of the call. */
  alone?: true;
  /** Their word -> ours; other words stay. */
  words?: { readonly [theirs: string]: string };
};

/**
 * How a result reads: named steps over its fields, then a template. Besides the tool's own fields there are `why` (only
 * where it failed), `call` (its id) and `took` (milliseconds by the log).
 */
export type Rendering = { steps: readonly StepData[]; template: string };

/** A named step and what it is told. Fields are named by path, e.g. `output.head`. */
export type StepData =
  | { step: 'add'; fields: readonly string[]; plus: number; into: string }
  | { step: 'cut'; field: string; chars: number }
  | { step: 'or'; field: string; value: string | number }
  | { step: 'divide'; field: string; into: string; by: number; digits: number }
  | { step: 'hash'; field: string; into: string; digits: number }
  | { step: 'json'; fields: readonly string[] }
  | { step: 'tail'; field: string; lines: number; chars: number }
  | { step: 'tokens'; field: string; into: string }
  | { step: 'words'; field: string; words: { readonly [value: string]: string } };
