import type { ToolResult } from '../../core/tool.ts';
import { callId } from '../../core/tool.ts';
import type { Order } from './read-command.ts';

/** One of a command's calls: the tool by the harness's name, the call's id, and what came of it as far as that is known. */
export type Made = { name: string; id: string; result: ToolResult | undefined };

/**
 * A command's calls as far as they have gone: one after the other until one has no result yet or fails. A failure of a kind
 * for which others are named is passed over, once, and these follow.
 */
export function callsMade(
  { tools, instead }: Pick<Order & { kind: 'tools' }, 'tools' | 'instead'>,
  seq: number,
  resultOf: (id: string) => ToolResult | undefined,
): Made[] {
  const made: Made[] = [];
  let ahead = tools;
  let others = instead;
  for (let index = 0; ahead[0] !== undefined; index++) {
    const [name, ...rest] = ahead;
    const id = callId(seq, index);
    const result = resultOf(id);
    const fault = result && !result.ok ? String(result.fields['fault']) : '';
    const next = Object.hasOwn(others, fault) ? others[fault] : undefined;
    if (!next) made.push({ name, id, result });
    if (next) others = {};
    ahead = next ?? (result?.ok ? rest : []);
  }
  return made;
}
