import type { Step } from '../core/harness.ts';
import type { Output } from '../core/sandbox.ts';
import type { ToolResult } from '../core/tool.ts';

/** A text as the end of the work: its first line is the title, the rest the body. */
export function finish(text: string): Step & { kind: 'finish' } {
  const [title = '', ...body] = text.trim().split('\n');
  return { kind: 'finish', title: title.trim(), body: body.join('\n').trim() };
}

/**
 * Ends the work when a command's output says so, whatever the command was: its first line is the sentinel and it exited
 * with 0. What follows is the submission; where that is nothing, or a patch and no words, the model's own words stand.
 */
export function submission(sentinel: string, { fields }: ToolResult, words: string): Step | null {
  const output = fields['output'] as Output | undefined;
  if (fields['code'] !== 0 || !output) return null;
  const { head, omitted, tail } = output;
  const whole = omitted === 0 ? head + tail : `${head}\n…\n${tail}`;
  const [first = '', ...rest] = whole.trimStart().split('\n');
  if (first.trim() !== sentinel) return null;
  const submitted = rest.join('\n').trim();
  return finish(submitted === '' || submitted.startsWith('diff --git ') ? words : submitted);
}

/** The end of a model that no longer answers in a form that anything can be done with. */
export const gaveUp = (answers: number): Step => ({
  kind: 'stop',
  why: `The model gave ${answers} answers in a row that nothing could be done with.`,
});
