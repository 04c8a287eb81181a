import type { TestContext } from 'node:test';
import { type ModelOptions, type SimModel, startModel } from '../../sim/model/index.ts';
import type { FailedAttempt, Message, Model, Prompt, ToolCard, WireId } from '../../src/core/model.ts';
import { openModel } from '../../src/model/index.ts';

export const key = 'sk-test-0123456789abcdef';
export const bash: ToolCard = {
  name: 'bash',
  description: 'Runs a command.',
  parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
};

export const say = (...texts: readonly string[]): Prompt => ({
  messages: texts.map((text): Message => ({ role: 'user', text })),
  tools: [],
  options: {},
});

/** The same for a wire: that of messages wants a limit. */
export const sayOver = (wire: WireId, ...texts: readonly string[]): Prompt => ({
  ...say(...texts),
  options: wire === 'messages' ? { max_tokens: 1000 } : {},
});

/** A model server that lives as long as the test. */
export async function simFor(t: TestContext, options: ModelOptions): Promise<SimModel> {
  const sim = await startModel(options);
  t.after(() => sim.close());
  return sim;
}

export type Asked = {
  model: Model;
  failed: FailedAttempt[];
  /** Seconds of each wait between attempts; none of them is really waited for. */
  waits: number[];
  ask(prompt: Prompt, seconds?: number, signal?: AbortSignal): ReturnType<Model['ask']>;
};

/** A model at `baseUrl` that does not really wait, and remembers what failed. `onWait` runs in the place of a wait. */
export async function modelAt(
  baseUrl: string,
  {
    idleSeconds = 30,
    onWait = async () => {},
    env = { OI_API_KEY: key },
    wire = 'chat',
  }: {
    idleSeconds?: number;
    onWait?: () => Promise<void>;
    env?: Record<string, string>;
    wire?: WireId;
  } = {},
): Promise<Asked> {
  const waits: number[] = [];
  const failed: FailedAttempt[] = [];
  const model = await openModel({
    id: 'custom/sim',
    wire,
    baseUrl,
    env,
    now: () => new Date('2026-10-01T12:00:00Z'),
    random: () => 0,
    idleSeconds,
    sleep: async (seconds) => {
      waits.push(seconds);
      await onWait();
    },
  });
  return {
    model,
    failed,
    waits,
    ask: (prompt, seconds = 3600, signal = new AbortController().signal) =>
      model.ask(prompt, { signal, seconds, onFailedAttempt: (attempt) => failed.push(attempt) }),
  };
}
