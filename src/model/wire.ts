import type { OiError } from '../core/errors.ts';
import type { Delta, Prompt, Reply, Usage } from '../core/model.ts';

/** What a wire needs to know of where it sends. The key is not part of it: it stays in closures that nobody prints. */
export type Place = {
  /** As it was asked for, e.g. `provider/model`: what opaque items name. */
  id: string;
  /** `custom` is a server that we know nothing of but its base URL. */
  provider: string;
  /** As the provider calls it. */
  model: string;
  /** Without a slash at its end. */
  baseUrl: string;
  /** Where requests go. */
  endpoint: string;
  /** What a key may stand in, as people call it: environment variables, an input. */
  keySources: readonly string[];
  quirks: Quirks;
};

/** Where a provider differs from what most do. */
export type Quirks = {
  /**
   * How earlier reasoning is sent back: under which name, and what stands for it where a message with calls has none
   * (null: nothing). Without a `thinking` quirk it is left out.
   */
  thinking?: { field: 'reasoning_content' | 'reasoning'; missing: string | null };
  /** On the responses wire it knows neither developers nor tools that take raw text. */
  plainResponses?: true;
  /** Where the messages wire wants the key; by default as a bearer token. */
  keyHeader?: 'x-api-key';
};

/** One try. `usage` of a failed one is what the provider told before it failed. */
export type Attempt = { ok: true; reply: Reply } | Failure;
export type Failure = {
  ok: false;
  error: OiError;
  usage: Usage;
  /** Whether the same request may go better. */
  again: boolean;
  /** Seconds the provider asks to wait, if it does. */
  retryAfterSeconds: number | null;
};

export type Try = { signal: AbortSignal; idleSeconds: number; onDelta(delta: Delta): void };

/** A protocol to talk to a model. An attempt never throws for what the network or the provider did. */
export type Wire = {
  attempt(prompt: Prompt, at: Try): Promise<Attempt>;
  /** The pieces of the body that the next attempt sends. */
  pieces(prompt: Prompt): Uint8Array[];
};

/** What nobody was charged for. */
export const nothingUsed: Usage = { input: 0, cached: 0, output: 0, usd: 0 };
