import type { JsonObject } from '../../src/core/json.ts';
import type { ScriptedCall } from './rows.ts';

/** A text of somebody else's that is measured and not kept. */
export type Measured = { characters: number; sha256: string };

/** A text as it came, or the ends of a long one. */
export type Text = string | (Measured & { first: string; last: string });

/** How a message's content travels: as one text, or as a list of parts, each named by its type. */
export type Shape = 'text' | 'none' | readonly string[];

export type Answer = {
  /** Which call of the turn it answers; null where it names none of them. */
  call: number | null;
  shape: Shape;
  text: Text;
  /** Where the wire has such a mark. */
  isError?: boolean;
};

/** A message that is no answer: what it says is measured. */
export type Aside = { role: string; shape: Shape } & Measured;

export type Turn = {
  calls: readonly ScriptedCall[];
  /** The calls as they are sent back, where that is not what the model wrote. */
  sentBack?: readonly ScriptedCall[];
  /** What the next request says after the calls, in its order. */
  answers: readonly (Answer | Aside)[];
};

export type RecordedTool = {
  name: string;
  /** `function`, or how else the wire calls it. */
  type: string;
  /** Characters. */
  description: number;
  /** Every description in it is its number of characters. */
  parameters: JsonObject;
  /** What else is said of it, such as `strict`. */
  more?: JsonObject;
};

export type Rows = Record<string, readonly Turn[] | { failed: string }>;

/** What an agent asks and answers. */
export type MeasuredAgent = {
  request: {
    path: string;
    /** The body without messages and tools. */
    parameters: JsonObject;
    messages: readonly Aside[];
    tools: readonly RecordedTool[];
  };
  /** What a strict provider would have refused. */
  violations: readonly string[];
  rows: Rows;
};

export type Recording = MeasuredAgent & {
  id: string;
  /** The harness of ours that is described from it. */
  harness: string;
  package: string;
  version: string;
  /** The day it was made. */
  date: string;
  wire: 'chat' | 'messages' | 'responses';
  arguments: readonly string[];
  environment: Record<string, string>;
  placeholders: Record<string, string>;
};
