import * as z from 'zod/mini';
import type { JsonObject } from '../core/json.ts';
import type { Background, Exit, Output } from '../core/sandbox.ts';
import { failure, type ToolResult, type ToolWorld } from '../core/tool.ts';

/** How a command goes. `code` is null while it runs and when it was killed; `handle` is null once it has ended. */
export type Run = {
  code: number | null;
  killed: Exit['killed'];
  handle: string | null;
  output: Output;
  milliseconds: number;
  /** Where its shell was at the end, where that was asked for. */
  folder?: string;
};

/** A run as the fields of an answer: `ok` whatever the command made of it, which is for the model to judge. */
export const told = ({ output, ...run }: Run): ToolResult & { ok: true } => ({
  ok: true,
  fields: { ...run, output: { ...output } satisfies JsonObject },
});

const longestWait = 1800;

/**
 * Waits for a command in the background and takes what it printed since the last look. A run that is cancelled ends it:
 * whoever goes on with the session later must not look for it.
 */
export async function look(running: Background, seconds: number, signal: AbortSignal): Promise<Run> {
  const began = performance.now();
  const { output, exit } = await poll(running, 1000 * Math.min(seconds, longestWait), signal);
  const milliseconds = exit?.milliseconds ?? Math.round(performance.now() - began);
  if (exit === null) return { code: null, killed: null, handle: running.handle, output, milliseconds };
  return { code: exit.code, killed: exit.killed, handle: null, output, milliseconds };
}

async function poll(
  running: Background,
  milliseconds: number,
  signal: AbortSignal,
): ReturnType<Background['poll']> {
  const stop = (): void => void running.stop().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const { output, exit } = await running.poll(milliseconds, new AbortController().signal);
    const cancelled = signal.aborted && exit?.killed === 'stopped';
    return { output, exit: cancelled ? { ...exit, killed: 'cancelled' } : exit };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** A handle, also as the number that it looks like. */
export const handle = z.pipe(
  z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
  z.string().check(z.minLength(1)),
);

export const background = ({ sandbox }: ToolWorld, handle: string): Background | null =>
  sandbox.background(handle);

export const unknownHandle = (handle: string): ToolResult =>
  failure(`There is no background command ${JSON.stringify(handle)}: use the handle that exec answered.`);
