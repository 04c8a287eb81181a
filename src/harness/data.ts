import type { Json, JsonObject } from '../core/json.ts';
import type { Freeform, WireId } from '../core/model.ts';
import type { OutlineWish } from '../core/outline.ts';
import type { CompactionData } from './compaction/data.ts';
import type { SectionsData } from './sections/data.ts';

/** What a folder under harnesses/ says, checked and with its files read in: plain JSON, no code. */
export type HarnessData = {
  id: string;
  /** What it is, for people: half a line. */
  title: string;
  /** What it can be spoken over. */
  wires: readonly WireId[];
  /** Template of the system message; it speaks of the first sitting, so that it stays the same. Empty: there is none. */
  system: string;
  /** Templates of the messages that open the first sitting of a session; one that comes out empty is left out. */
  opening: readonly Opening[];
  /** The same for each sitting after that. */
  again: readonly Opening[];
  codec: CodecData;
  /** How a conversation becomes shorter that fills the model's window; null: it never does, and ends there. */
  compaction: CompactionData | null;
  /** What of the workspace's folders the prompt shows, by the name `outline`; null: nothing. */
  outline: OutlineData | null;
  /** The roles whose messages have a list of one text part as content, not a text. */
  parts: readonly Part[];
  /** Request parameters by wire. */
  options: { readonly [wire in WireId]?: JsonObject };
  /** What is told in place of a result where a call was cut off, or never begun because something else came first. */
  interrupted: string;
  /** How a call reads that has no result of a tool: fields are `why` and `call`. */
  unanswered: Rendering;
  tools: readonly ToolFace[];
};

export type Part = 'user' | 'tool';

export type OutlineData = OutlineWish & { style: OutlineStyle };

/** How folders are drawn, one entry a line. */
export type OutlineStyle = {
  /** What stands before an entry, and before the last one of a folder. */
  entry: string;
  last: string;
  /** What stands before what is in a folder, and before what is in the last one. */
  beside: string;
  below: string;
  /** What stands behind a folder's name, and behind one that is not looked into. */
  folder: string;
  closed: string;
  /** Templates of what stands for `more` entries that are left out, at the top and in a folder. */
  left: { top: string; inside: string };
  /** Whether that is told once, at the end, or for files and folders each. */
  notes: 'once' | 'each';
  /** What stands for nothing at all. */
  empty: string;
};

/** A user message, or an answer that the model never gave and is shown as its own. */
export type Opening = string | { answer: string };

/** How calls travel; the name picks the code. */
export type CodecData = ToolCallsData | FencedData | CommandsData | SectionsCodecData;

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
  /** What each tool says of `strict`; null: nothing. */
  strict: boolean | null;
  /** Request parameters for a second try at an answer that was cut off at the length limit; null: there is none. */
  longer: JsonObject | null;
  /** What becomes of a model that makes the same call over and over; null: nothing. */
  repeats: RepeatsData | null;
  /** What reminds a model of a tool that it does not use; null: nothing. */
  unused: UnusedData | null;
};

export type UnusedData = {
  /** The canonical tool. */
  tool: string;
  /** The number of answers without it that bring the reminder. */
  turns: number;
  /** Template of what is put behind the last result of such an answer; `last` is what the tool was called with last, as JSON. */
  text: string;
};

/** Counts calls of the same tool with the same arguments in a row. */
export type RepeatsData = {
  /** Templates that are put behind the result from a count on, until the next one takes over; they can ask for `count`. */
  reminders: readonly { from: number; text: string }[];
  /** The count that ends the work. */
  stop: number;
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

export type CommandsData = CodecShared & {
  name: 'commands';
  /** Whom a block is for that begins with no command's name: a tool, by the harness's name, and its parameter. */
  otherwise: { tool: string; parameter: string };
  /** By any key, so that a harness that extends this one can change each. Of those with the same name the first that fits. */
  commands: { readonly [key: string]: CommandData };
  /** Values that last from one command to the next. A parameter of such a name that a command leaves out has the value. */
  recall: { readonly [name: string]: RecallData };
  /** What is not run, whoever asks for it; null: everything is. */
  blocked: BlockedData | null;
  /** What is told after a block. Fields are `output`, `folder` (the workspace) and what is recalled. */
  observation: Rendering;
};

export type SectionsCodecData = CodecShared & SectionsData<Rendering>;

export type BlockedData = {
  /** The words that a block begins with, and blocks that are nothing else. */
  begins: readonly string[];
  alone: readonly string[];
  /** What is told then; `action` is the block. */
  template: string;
};

/** `tools`, `finish` or both. */
export type CommandData = {
  /** How it is written, e.g. `open <path> [<line>]`; the names are parameters of its tools. */
  usage: string;
  /** The parameter that the lines below are, up to a line that says only `until`. */
  lines?: { parameter: string; until: string } | undefined;
  /** Parameters that its words may leave out, and what they are then. */
  defaults?: { readonly [parameter: string]: string } | undefined;
  /** The tools that it calls one after the other, until one fails, by the harness's names. */
  tools?: readonly string[] | undefined;
  /** The tools that are called in place of one that failed, and of those after it, by the kind of failure (docs/tools.md). */
  instead?: { readonly [fault: string]: readonly string[] } | undefined;
  /** It ends the work; the words around the block are what is said last. With tools, the first in a round only calls these. */
  finish?: true | undefined;
};

export type RecallData = {
  /** Canonical tools: the newest success of one of them tells the value, by a field of its result or an argument. */
  from: readonly string[];
  field: string;
  /** What a command hears that needs the value where there is none. */
  missing: string;
};

/** One tool as the model sees it. */
export type ToolFace = {
  name: string;
  description: string;
  /** JSON schema of an object. */
  parameters: JsonObject;
  /** How it takes raw text in place of JSON; null: it does not. */
  freeform: Freeform | null;
  /** The canonical tool behind it. */
  tool: string;
  args: ArgNames;
  /** Canonical arguments that hold unless the call gives them. */
  defaults: JsonObject;
  /** Canonical arguments that a call which leaves them out takes from earlier answers: by name alone, from the newest of this tool. */
  recall: readonly (string | RecalledArgument)[];
  render: { ok: Rendering; failed: Rendering; faults: Faults };
};

export type RecalledArgument = {
  argument: string;
  /** Canonical tools: the newest success of one of them tells the value, by a field of its result or an argument. */
  from: readonly string[];
  field: string;
  /** An argument that has to be the same in both, and is a path. */
  same?: string | undefined;
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
  /** What is added to a number of theirs, and the least and the most that ours may be then. */
  plus?: number;
  least?: number;
  most?: number;
  /** For a flag of theirs: our value where it is set. One that is not set says nothing. */
  flag?: Json;
  /** A number of theirs that is a text of ours. */
  text?: true;
  /** For lists of objects: the names within each. */
  each?: ArgNames;
  /** For such lists: a single item may come without its list, as an object or as parameters of the call. */
  alone?: true;
  /** They want it and we do not: it is filled in where another harness's call is told, and not read where they give it. */
  told?: true;
  /** What stands where ours says nothing, when another harness's call is told or a result in their names. */
  or?: Json;
  /** Their word or number -> ours; others stay. */
  words?: { readonly [theirs: string]: string | number };
};

/**
 * How a result reads: named steps over its fields, then a template. Besides the tool's own fields there are `why` (only
 * where it failed), `call` (its id), `took` (milliseconds by the log), `args` (the call's, by the harness's names) and `folder` (the
 * workspace); in a table of commands also what is recalled. `fails`: where one of these fields is set, and not 0, a wire that
 * marks failures marks it; by default what failed as the tool says.
 */
export type Rendering = {
  steps: readonly StepData[];
  template: string;
  fails?: readonly string[] | undefined;
};

/** A named step and what it is told. Fields are named by path, e.g. `output.head`. */
export type StepData =
  | {
      step: 'add';
      fields: readonly string[];
      less?: readonly string[] | undefined;
      plus: number;
      into: string;
    }
  | { step: 'bytes'; field: string; bytes: number }
  | {
      step: 'cut';
      field: string;
      chars: number;
      tail?: number | undefined;
      over?: number | undefined;
      lines?: true | undefined;
      into?: string | undefined;
    }
  | { step: 'or'; field: string; value: string | number }
  | { step: 'divide'; field: string; into: string; by: number; digits: number }
  | { step: 'hash'; field: string; into: string; digits: number }
  | { step: 'ended'; field: string; into: string }
  | {
      step: 'ends';
      field: string;
      over: { lines: number; chars: number };
      head: { lines: number; chars: number };
      tail: { lines: number; chars: number };
    }
  | {
      step: 'join';
      field: string;
      template: string;
      separator: string;
      into: string;
      most?: number | undefined;
      limit?: string | undefined;
      chars?: number | undefined;
      left?: string | undefined;
      groups?: { by: string; heading: string; gap: string } | undefined;
    }
  | { step: 'json'; fields: readonly string[]; indent?: number | undefined; each?: ArgNames | undefined }
  | { step: 'number'; field: string; start: string; width: number; separator: string }
  | { step: 'resolve'; field: string; against: string; each?: string | undefined }
  | { step: 'front'; field: string; having: string; value: string; mark: string }
  | { step: 'sort'; field: string; by: string }
  | { step: 'tail'; field: string; lines: number; chars: number }
  | { step: 'tokens'; field: string; into: string }
  | { step: 'trim'; field: string }
  | { step: 'unclose'; field: string; tags: readonly string[] }
  | {
      step: 'words';
      field: string;
      into?: string | undefined;
      words: { readonly [value: string]: string };
    };
