import type { Problem } from './errors.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';

/** The protocols that a model may be asked over. */
export const wireIds = ['chat', 'messages', 'responses'] as const;
export type WireId = (typeof wireIds)[number];

/** What a model said, in a form that may be sent back to it. */
export type Said =
  /** `phase`: whether it is said on the way or at the end, where a model tells; it wants to read that again. */
  | { kind: 'text'; text: string; phase?: string }
  /** Reasoning in plain words (`reasoning_content` and its kin on the chat wire). */
  | { kind: 'thinking'; text: string }
  | { kind: 'call'; id: string; name: string; args: JsonObject }
  /** Signatures, encrypted reasoning: kept verbatim, replayed only to the same wire and model. */
  | { kind: 'opaque'; wire: WireId; model: string; json: Json };

/** Arguments that were not a JSON object. No Prompt can carry one: a Message holds Said, not Item. */
export type Garbled = { kind: 'garbled'; id: string; name: string; raw: string };
export type Item = Said | Garbled;

/**
 * Tokens; `cached` is the part of `input` that the provider had cached, `written` what it was paid to cache. US dollars, null
 * where no price is known; `listed` where the provider did not tell them, but they are what the tokens cost at the list price.
 * `partly`: the answer broke off when not all of it was told, so that all of these are the least.
 */
export type Usage = {
  input: number;
  cached: number;
  output: number;
  usd: number | null;
  listed?: true;
  written?: number;
  partly?: true;
};

/**
 * The sum of what many answers used, in so far as providers told it. `untold` counts the answers, and broken streams, whose
 * tokens and whose prices they did not tell: where there is one, the sum is the least that it can have been. `listed` counts
 * those at the list price.
 */
export type Spent = Omit<Usage, 'usd' | 'listed' | 'written' | 'partly'> & {
  usd: number;
  listed: number;
  untold: { tokens: number; prices: number };
};

/**
 * One answer, wire-neutral, in the order it came. `cut`: the provider stopped it at a length limit. `window`: the tokens that
 * this model's questions and answers may have together, where that is known.
 */
export type Reply = { items: readonly Item[]; cut: boolean; usage: Usage; window?: number };

export type Message =
  | { role: 'system' | 'user'; text: string }
  | { role: 'assistant'; items: readonly Said[] }
  | { role: 'tool'; call: string; ok: boolean; text: string };

export type ToolCard = {
  name: string;
  description: string;
  parameters: JsonObject;
  strict?: boolean;
  freeform?: Freeform;
};

/**
 * Where the wire can, the tool is called with raw text that keeps to a grammar (of Lark), in place of JSON. In our own terms
 * that text is its one parameter, here as elsewhere.
 */
export type Freeform = { parameter: string; grammar: string };

/**
 * `options` is harness data that only the wire reads, e.g. request parameters. `parts`: the roles whose messages have a
 * list of one text part as content, where the wire knows that form beside a plain text.
 */
export type Prompt = {
  messages: readonly Message[];
  tools: readonly ToolCard[];
  options: JsonObject;
  parts?: readonly Message['role'][];
};

/** A piece of an answer as it streams in: a hint for who watches, never a fact. */
export type Delta = { kind: 'text' | 'thinking' | 'call'; text: string };

/**
 * An attempt that failed; what it used was paid for all the same. It is repeated after `waitSeconds`; null where it was
 * the last one, whose problem is then also thrown.
 */
export type FailedAttempt = { problem: Problem; usage: Usage; waitSeconds: number | null };

export type Ask = {
  signal: AbortSignal;
  /** Seconds this question may take with all its attempts. */
  seconds: number;
  onDelta?(delta: Delta): void;
  /** Before each request: a process that dies over it has spent something, too. */
  onAttempt?(): void;
  onFailedAttempt?(attempt: FailedAttempt): void;
};

/** What goes over the network for a prompt, but for the headers: they hold the key. */
export type Outgoing = { method: 'POST'; url: string; body: Uint8Array };

/** A model behind one provider and one wire. Throws `key.*` and `model.*`; retries are its own affair. */
export type Model = {
  id: string;
  wire: WireId;
  ask(prompt: Prompt, at: Ask): Promise<Reply>;
  /**
   * The prompt, allowed so much less output that it costs at most `usd` where that is possible, and what it then costs at list
   * prices, in so far as it can be told before; null where no price is known.
   */
  affordable(prompt: Prompt, usd: number): Promise<{ prompt: Prompt; usd: number | null }>;
  /** What `ask` would send at first. Nothing is sent. */
  outgoing(prompt: Prompt): Outgoing;
};

/** The one door for a call's arguments: every wire parses here, so nothing invalid is ever stored as valid. */
export function parseCall(id: string, name: string, raw: string): Item {
  try {
    const args: unknown = JSON.parse(raw);
    if (isJsonObject(args) && isShallow(args, deepest)) return { kind: 'call', id, name, args };
  } catch {
    /* What is not JSON is garbled, as is what is no object. */
  }
  return { kind: 'garbled', id, name, raw };
}

/** Deeper arguments serve nobody, and serialising them again would overflow the stack. */
const deepest = 100;

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)));
