import { passed } from '../core/check.ts';
import { isJsonObject, type Json } from '../core/json.ts';
import { type Entry, last, only, round, sitting, standing } from '../core/session.ts';
import type { Call } from '../core/tool.ts';
import { costWords, limitedIn } from './cost.ts';
import { usage } from './usage.ts';

/** What the comment shows besides the log: where the run can be watched. */
export type Tracked = { runUrl: string | null };
/** What makes text of a model's harmless: prose, and what is shown as it stands. */
export type Quotes = { words(text: string): string; code(text: string): string };

const marks: Record<string, string> = { done: '- [x] ', in_progress: '- [ ] ⏳ ', pending: '- [ ] ' };

/**
 * The body of the tracking comment while the work goes on, rebuilt whole from the log each time: what is going on, the
 * agent's own list, the last steps, the checks, time and cost.
 */
export function tracking(log: readonly Entry[], { runUrl }: Tracked, quote: Quotes): string {
  const here = standing(log);
  const watch = runUrl ? ` [Watch the run](${runUrl}).` : '';
  const opened = last(here, 'sitting.opened');
  const parts = [`On it.${watch}`, ...todo(here, quote), ...steps(here, quote), ...checks(here, quote)];
  if (opened) parts.push(`<sub>${footer(log, opened.at)}</sub>`);
  return parts.filter(Boolean).join('\n\n');
}

function todo(entries: readonly Entry[], quote: Quotes): string[] {
  const call = only(sitting(entries), 'tool.called').findLast((entry) => entry.call.tool === 'todo')?.call;
  const items = Array.isArray(call?.args['items'])
    ? (call.args['items'] as { text?: unknown; status?: unknown }[])
    : [];
  const lines = items.map(
    ({ text, status }) =>
      `${marks[String(status)] ?? '- [ ] '}${quote.words(oneLine(String(text ?? ''), 120))}`,
  );
  return lines.length > 0 ? [lines.join('\n')] : [];
}

/** Two lists in a row would be read as one. */
function steps(entries: readonly Entry[], quote: Quotes): string[] {
  const calls = only(round(entries), 'tool.called').filter(({ call }) => call.tool !== 'todo');
  const lines = calls
    .slice(-3)
    .map(({ call }) => [`- ${call.tool}`, codeOf(oneLine(about(call), 100), quote)].join(' ').trimEnd());
  return lines.length > 0 ? ['Last steps:', lines.join('\n')] : [];
}

/** What the repository's own checks say so far, once the agent is done. */
function checks(entries: readonly Entry[], quote: Quotes): string[] {
  const here = round(entries);
  if (!last(here, 'change.found') || !last(sitting(entries), 'checks.planned')) return [];
  const ran = only(here, 'check.ran').filter(({ on }) => on === 'change');
  const lines = ran.map(
    ({ check, ran }) => `- ${passed(ran) ? '✅' : '❌'} ${quote.code(oneLine(check, 100))}`,
  );
  return ['Running the checks.', ...(lines.length > 0 ? [lines.join('\n')] : [])];
}

const codeOf = (text: string, { code }: Quotes): string => (text === '' ? '' : code(text));

/** The one argument that tells most. */
function about({ args }: Call): string {
  const { command, path, pattern, patch, keys } = args;
  const file = /^\*\*\* \w+ File: (.*)$/m.exec(String(patch ?? ''))?.[1];
  return String(command ?? path ?? pattern ?? file ?? typed(keys));
}

/** The first that is typed into a terminal. */
function typed(keys: Json | undefined): string {
  const texts = Array.isArray(keys)
    ? (keys as readonly Json[]).filter(isJsonObject).map(({ text }) => String(text))
    : [];
  return texts.find((text) => text.trim() !== '') ?? '';
}

function footer(log: readonly Entry[], since: string): string {
  const seconds = Math.round((Date.parse(log.at(-1)?.at ?? since) - Date.parse(since)) / 1000);
  const { model, harness, wire } = last(log, 'harness.chosen') ?? {};
  const turns = only(sitting(log), 'model.replied').length;
  const who = model ? `${model} with the ${harness} harness over ${wire}, ` : '';
  return `${who}${seconds} s, ${costWords(turns, usage(log), limitedIn(log))}`;
}

const oneLine = (text: string, characters: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= characters ? line : `${line.slice(0, characters)}…`;
};
