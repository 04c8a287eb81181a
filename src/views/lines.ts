import { type Entry, type EntryOf, only } from '../core/session.ts';
import type { Call } from '../core/tool.ts';

/**
 * What a terminal or a log shows of the newest entry: plain lines, no escape codes; `loud` ones are warnings. How it ended,
 * and the problem that ended it, is told by whoever has the outcome.
 */
export type Shown = { text: string; loud: boolean };

export function lines(log: readonly Entry[]): Shown[] {
  const entry = log.at(-1);
  switch (entry?.type) {
    case 'sitting.opened':
      return [quiet(`Session ${entry.plan.session}`)];
    case 'sitting.resumed':
      return [quiet('The session goes on where it was cut off.')];
    case 'harness.chosen':
      return [quiet(`${entry.model}, harness ${entry.harness} over ${entry.wire} (${entry.why})`)];
    case 'model.replied':
      return said(entry);
    case 'tool.called':
      return [quiet(called(entry.call))];
    case 'tool.returned':
      return returned(entry, log);
    case 'compaction.opened':
      return [
        quiet(
          `The conversation has become too long (about ${thousands(entry.used)} tokens); the model makes notes of it.`,
        ),
      ];
    case 'compaction.closed':
      return shortened(entry);
    case 'attempt.failed':
      return entry.waitSeconds === null
        ? []
        : [loud(`${entry.problem.happened} ${again(entry.waitSeconds)}`)];
    case 'change.found':
      return entry.left.map(({ path, why }) => loud(`${path} ${why}.`));
    case 'session.rewound':
      return [loud(rewound(entry))];
    default:
      return [];
  }
}

const again = (seconds: number): string => `Trying again in ${Math.ceil(seconds)} s.`;
const quiet = (text: string): Shown => ({ text, loud: false });
const loud = (text: string): Shown => ({ text, loud: true });

/** The last words are the answer and go to stdout, so only words beside calls are shown here. */
function said({ reply }: EntryOf<'model.replied'>): Shown[] {
  if (!reply.items.some(({ kind }) => kind === 'call')) return [];
  return reply.items.flatMap((item) =>
    item.kind === 'text' && item.text.trim() !== '' ? [quiet(clip(item.text.trim(), 400))] : [],
  );
}

function shortened({ kept, cleared, notes, before, after }: EntryOf<'compaction.closed'>): Shown[] {
  if (kept === null && cleared.length === 0) return [loud('The conversation could not be made shorter.')];
  const size = `from about ${thousands(before)} to about ${thousands(after)} tokens`;
  if (kept !== null && notes.length === 0)
    return [loud(`The conversation was made shorter ${size}, without notes of what is left out.`)];
  return [quiet(`The conversation was made shorter ${size}.`)];
}

const thousands = (tokens: number): string => String(tokens).replace(/\B(?=(\d{3})+$)/g, ',');

const called = ({ tool, args }: Call): string =>
  tool === 'exec'
    ? `$ ${clip(String(args['command'] ?? ''), 400)}`
    : `${tool} ${clip(JSON.stringify(args), 160)}`;

function returned({ call, result }: EntryOf<'tool.returned'>, log: readonly Entry[]): Shown[] {
  const known = only(log, 'tool.called').findLast((entry) => entry.call.id === call);
  if (!result.ok && result.fields['output'] === undefined) return [quiet(`  ${clip(result.why, 200)}`)];
  if (known?.call.tool !== 'exec') return [];
  const { code, killed, milliseconds } = result.fields;
  const time = `${(Number(milliseconds ?? 0) / 1000).toFixed(1)} s`;
  if (typeof killed === 'string') return [quiet(`  ${killed} after ${time}`)];
  return [quiet(typeof code === 'number' ? `  exit ${code}, ${time}` : '  goes on in the background')];
}

const rewound = ({ to, kept }: EntryOf<'session.rewound'>): string =>
  `The folder was put back to step ${to}.${kept ? ` What it held before is kept as tree ${kept}.` : ''}`;

const clip = (text: string, characters: number): string =>
  text.length <= characters ? text : `${text.slice(0, characters)}…`;
