import assert from 'node:assert/strict';
import type { Code } from '../../../src/core/errors.ts';
import type { Harness, Step } from '../../../src/core/harness.ts';
import type { Item, Prompt } from '../../../src/core/model.ts';
import type { Fact } from '../../../src/core/session.ts';
import type { ToolResult } from '../../../src/core/tool.ts';
import type { HarnessData } from '../../../src/harness/data.ts';
import { call, type Log, ran, reply, text, textIn } from '../play.ts';

/** How each harness runs a command; it is never the same twice. */
export function shell(id: string, count: number): Item {
  const command = `ls ${String(count).padStart(3, '0')}`;
  switch (id) {
    case 'native':
      return call('exec_command', { cmd: command }, `w-${count}`);
    case 'qwen-code':
      return call('run_shell_command', { command, is_background: false }, `w-${count}`);
    case 'terminus-2':
      return text(`{"analysis": "", "plan": "", "commands": [{"keystrokes": "${command}\\n"}]}`);
    case 'terminus-2-xml':
      return text(
        `<response><analysis></analysis><plan></plan><commands><keystrokes>${command}\n</keystrokes></commands></response>`,
      );
    default:
      return call(names[id] ?? 'bash', { command }, `w-${count}`);
  }
}
const names: { readonly [id: string]: string } = {
  'kimi-cli': 'Shell',
  'claude-code': 'Bash',
  zcode: 'Bash',
  'claude-code-bare': 'Bash',
  'kimi-code': 'Bash',
};

/** A result that counts as exactly so many tokens, of four characters as JSON. */
export function weighing(tokens: number): ToolResult {
  const empty = JSON.stringify(ran('')).length;
  return ran('x'.repeat(tokens * 4 - empty));
}

/** Answers that call, each with a result of so many tokens; `used` is what all took by the last one's word, in a `window`. */
export function work(
  at: Log,
  id: string,
  results: readonly number[],
  used: number | null,
  window?: number,
): void {
  for (const [index, tokens] of results.entries()) {
    const isLast = index === results.length - 1;
    const usage = { input: isLast && used !== null ? used - tokens : 0, cached: 0, output: 0, usd: null };
    const said = { ...reply(shell(id, index)), usage, ...(window !== undefined && { window }) };
    at.record({ type: 'model.replied', reply: said });
    const made = {
      id: `c${at.entries.length}_0`,
      tool: 'exec',
      args: { command: `ls ${index}` },
      quote: null,
    };
    at.record(
      { type: 'tool.called', call: made },
      { type: 'tool.returned', call: made.id, result: weighing(tokens) },
    );
  }
}

/** An attempt that was the last one. */
export const failed = (code: Code): Fact =>
  ({
    type: 'attempt.failed',
    problem: { code, happened: 'It failed.', advice: 'Try.' },
    usage: { input: 0, cached: 0, output: 0, usd: 0 },
    waitSeconds: null,
  }) as const;

export const opened = (step: Step) =>
  step.kind === 'compact' && step.fact.type === 'compaction.opened' ? step.fact : null;
export const closed = (step: Step) =>
  step.kind === 'compact' && step.fact.type === 'compaction.closed' ? step.fact : null;
export const lastOf = (prompt: Prompt): string => textIn(prompt.messages.at(-1));

/** Records what the harness wants recorded until it asks. */
export function settle(at: Log, with_: Harness): void {
  for (let turns = 0; turns < 10; turns++) {
    const step = with_.next(at.entries);
    if (step.kind !== 'compact') return;
    at.record(step.fact);
  }
  assert.fail('It spins.');
}

/** Results that make up most of so many tokens. */
export const quarters = (tokens: number): number[] => [1, 2, 3, 4].map(() => Math.floor(tokens / 5));

/** Without leaving out results first. */
export const onlyNotes = (all: HarnessData): HarnessData => ({
  ...all,
  compaction: all.compaction && {
    ...all.compaction,
    strategies: all.compaction.strategies.filter(({ name }) => name !== 'prune-outputs'),
  },
});

/** A log in which the conversation has become too long, by the provider's word. */
export function overflowing(at: Log, id: string, results: readonly number[], window?: number): void {
  work(at, id, results, null, window);
  at.record(failed('model.overflow'));
}

/** Says this when asked in a compaction, until that is over. */
export function noting(at: Log, with_: Harness, ...said: readonly string[]): void {
  settle(at, with_);
  for (const words of said) {
    at.record({ type: 'model.replied', reply: reply(text(words)) });
    settle(at, with_);
  }
}
