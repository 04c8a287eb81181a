import type { Json } from '../../core/json.ts';
import { type Entry, last, only } from '../../core/session.ts';
import type { RecallData } from '../data.ts';

/** What an interface remembers between commands, by the names that the harness gives it: read from the log each time. */
export type Recalled = { readonly [name: string]: Json };

/**
 * Each value is the field of the newest success of one of its tools, or else the argument of that name. `folder` is the
 * workspace as the agent sees it.
 */
export function recall(rules: { readonly [name: string]: RecallData }, entries: readonly Entry[]): Recalled {
  const calls = new Map(only(entries, 'tool.called').map(({ call }) => [call.id, call]));
  const returned = only(entries, 'tool.returned').filter(({ result }) => result.ok);
  const known: { [name: string]: Json } = { folder: last(entries, 'environment.seen')?.folder ?? null };
  for (const [name, { from, field }] of Object.entries(rules)) {
    const newest = returned.findLast(({ call }) => from.includes(calls.get(call)?.tool ?? ''));
    const value = newest && (newest.result.fields[field] ?? calls.get(newest.call)?.args[field]);
    if (value !== undefined) known[name] = value;
  }
  return known;
}
