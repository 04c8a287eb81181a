import type { JsonObject } from '../../core/json.ts';
import type { Delta, Prompt, Reply, Usage } from '../../core/model.ts';
import type { Trouble } from '../problems.ts';

/** What one wire says in a way of its own; what all have in common is in `open-wire.ts`. */
export type Protocol = {
  /** Besides those that every request has. */
  headers: Readonly<Record<string, string>>;
  /** Parameters that only some servers know, and that help where they do: whoever refuses one is asked without it. */
  hints: readonly string[];
  /** The body as bytes, in pieces. What is constant comes first, so that each request extends the one before. */
  pieces(prompt: Prompt): Uint8Array[];
  /** Learns from a refusal what the server wants otherwise; true if the request is worth another try because of it. */
  learn(refusal: string): boolean;
  /** What reads an answer: it and its schema are loaded while the answer is awaited. */
  reader(): Promise<Assemble>;
};

/** Puts one answer to a prompt together. Ids that a provider forgot are made up, unlike those of other turns. */
export type Assemble = (prompt: Prompt, onDelta: (delta: Delta) => void) => Assembly;

/** An answer that comes in. What is read is untrusted; errors are told apart before (`read-answer.ts`). */
export type Assembly = {
  /** Takes an event of the stream, or a whole answer from a server that ignores `stream`; answers what is wrong with it. */
  add(json: unknown): Trouble | null;
  /** Whether a body of JSON is an answer in this protocol. */
  isWhole(body: JsonObject): boolean;
  /** Whether it said itself that nothing more belongs to it. */
  done(): boolean;
  /** Whether what has come is an answer. `closed`: the server ended it in good order. */
  judge(closed: boolean): Trouble | null;
  /** What the provider told so far, null where it told nothing. */
  usage(): Usage | null;
  reply(): Omit<Reply, 'usage'>;
};
