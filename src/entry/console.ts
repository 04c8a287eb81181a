import type { Readable } from 'node:stream';

/** The process as `oi` uses it, so that a test can hand in its own. */
export type Console = {
  env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  stdout: { write(text: string): unknown; isTTY?: boolean };
  stderr: { write(text: string): unknown; isTTY?: boolean };
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
};
