import type { JsonObject } from '../core/json.ts';
import type { Output } from '../core/sandbox.ts';
import { compacting, type Entry, type EntryOf, last, only, standing } from '../core/session.ts';
import type { Call, ToolResult } from '../core/tool.ts';
import { usage } from './usage.ts';

/** One line of `oi exec --json`: a Codex exec event (openai/codex, `sdk/typescript/src/events.ts` and `items.ts`). */
export type CodexEvent = { type: string } & JsonObject;

/** The events that the newest entry of a log causes; a pure function, so the stream can be made again from the log. */
export function codexEvents(log: readonly Entry[]): CodexEvent[] {
  const entry = log.at(-1);
  switch (entry?.type) {
    case 'sitting.opened':
    case 'sitting.resumed':
      return begun(log);
    case 'model.replied':
      // Notes for itself are said to nobody.
      return compacting(standing(log)) ? [] : saidEvents(entry);
    case 'tool.called':
      return calledEvents(entry);
    case 'tool.returned':
      return returnedEvents(entry, log);
    case 'attempt.failed':
      return [item('item.completed', `item_${entry.seq}`, 'error', { message: entry.problem.happened })];
    case 'sitting.closed':
      return [ended(entry, log)];
    default:
      return [];
  }
}

function begun(log: readonly Entry[]): CodexEvent[] {
  const id = last(log, 'sitting.opened')?.plan.session ?? '';
  return [{ type: 'thread.started', thread_id: id }, { type: 'turn.started' }];
}

const item = (type: string, id: string, kind: string, fields: JsonObject): CodexEvent => ({
  type,
  item: { id, type: kind, ...fields },
});

function saidEvents({ seq, reply }: EntryOf<'model.replied'>): CodexEvent[] {
  return reply.items.flatMap((said, index) => {
    const id = `item_${seq}_${index}`;
    if (said.kind === 'text' && said.text.trim() !== '') {
      return [item('item.completed', id, 'agent_message', { text: said.text })];
    }
    if (said.kind === 'thinking') return [item('item.completed', id, 'reasoning', { text: said.text })];
    return [];
  });
}

function calledEvents({ call }: EntryOf<'tool.called'>): CodexEvent[] {
  const kind = kindOf(call);
  if (kind === 'file_change' || kind === 'todo_list') return [];
  return [item('item.started', call.id, kind, { ...started(call), status: 'in_progress' })];
}

function returnedEvents({ call: id, result }: EntryOf<'tool.returned'>, log: readonly Entry[]): CodexEvent[] {
  const call = only(log, 'tool.called').findLast((entry) => entry.call.id === id)?.call;
  if (!call) return [];
  const kind = kindOf(call);
  const status = result.ok ? 'completed' : 'failed';
  switch (kind) {
    case 'todo_list':
      return [item('item.completed', id, kind, { items: todoItems(call) })];
    case 'file_change':
      return [item('item.completed', id, kind, { changes: changes(call, result), status })];
    case 'command_execution':
      return [item('item.completed', id, kind, { ...started(call), ...ran(result), status })];
    default:
      return [item('item.completed', id, kind, { ...started(call), ...answer(result), status })];
  }
}

function kindOf({ tool }: Call): string {
  if (tool === 'exec') return 'command_execution';
  if (tool === 'todo') return 'todo_list';
  if (['write', 'replace', 'splice', 'patch'].includes(tool)) return 'file_change';
  return 'mcp_tool_call';
}

/** Tools that Codex has no item for are shown as calls to a tool server of ours. */
const started = (call: Call): JsonObject =>
  call.tool === 'exec'
    ? { command: String(call.args['command'] ?? ''), aggregated_output: '' }
    : { server: 'oi', tool: call.tool, arguments: call.args };

function ran({ fields }: ToolResult): JsonObject {
  const code = fields['code'];
  return {
    aggregated_output: outputText(fields['output'] as Output | undefined),
    ...(typeof code === 'number' ? { exit_code: code } : {}),
  };
}

const outputText = (output: Output | undefined): string => {
  if (!output) return '';
  const { head, omitted, tail } = output;
  return omitted === 0 ? head : `${head}\n[${omitted} characters left out]\n${tail}`;
};

const answer = (result: ToolResult): JsonObject =>
  result.ok
    ? {
        result: {
          content: [{ type: 'text', text: JSON.stringify(result.fields) }],
          structured_content: null,
        },
      }
    : { error: { message: result.why } };

function changes(call: Call, { fields }: ToolResult): JsonObject[] {
  const files = fields['files'];
  if (call.tool === 'patch' && Array.isArray(files)) {
    const kinds: Record<string, string> = { A: 'add', D: 'delete', M: 'update' };
    return files.map((file: { op: string; path: string }) => ({
      path: file.path,
      kind: kinds[file.op] ?? 'update',
    }));
  }
  const path = String(call.args['path'] ?? '');
  return [{ path, kind: call.tool === 'write' && fields['existed'] === false ? 'add' : 'update' }];
}

function todoItems({ args }: Call): JsonObject[] {
  const items = Array.isArray(args['items']) ? (args['items'] as { text?: unknown; status?: unknown }[]) : [];
  return items.map(({ text, status }) => ({ text: String(text ?? ''), completed: status === 'done' }));
}

function ended({ outcome }: EntryOf<'sitting.closed'>, log: readonly Entry[]): CodexEvent {
  const { input, cached, output } = usage(log);
  const tokens = { input_tokens: input, cached_input_tokens: cached, output_tokens: output };
  switch (outcome.kind) {
    case 'failed':
      return { type: 'turn.failed', error: { message: `${outcome.happened} ${outcome.advice}` } };
    case 'stopped':
    case 'refused':
      return { type: 'turn.failed', error: { message: `${outcome.why} ${outcome.advice}` } };
    default:
      return { type: 'turn.completed', usage: tokens };
  }
}
