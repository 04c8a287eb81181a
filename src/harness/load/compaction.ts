import * as z from 'zod/mini';
import type { JsonObject } from '../../core/json.ts';
import type { CompactionData, KeepData, StrategyData } from '../compaction/data.ts';
import { notesNames } from '../compaction/notes.ts';
import type { Path } from './source.ts';

const count = z.int().check(z.nonnegative());
const share = z.number().check(z.positive(), z.lte(1));
const keep = z.strictObject({
  users: z.optional(count),
  tokens: z.optional(count),
  ratio: z.optional(share),
  messages: z.optional(count),
});

/** How a conversation becomes shorter; `data.ts` says what the parts mean. */
export const compactionSchema = <File extends z.core.$ZodType>(file: File) => {
  const shared = {
    request: file,
    wrapper: file,
    options: z.optional(z.record(z.string(), z.json())),
    keep: z.optional(keep),
  };
  return z.strictObject({
    at: z.strictObject({ ratio: z.optional(share), reserve: z.optional(count) }),
    strategies: z
      .array(
        z.discriminatedUnion('name', [
          z.strictObject({
            name: z.literal('prune-outputs'),
            protect: count,
            minimum: count,
            text: z.string(),
          }),
          z.strictObject({
            name: z.literal('summarise-tail-keep'),
            ...shared,
            scribe: z.optional(file),
            tag: z.optional(z.string().check(z.regex(/^[\w-]+$/, 'must be one word'))),
            answer: z.optional(file),
          }),
          z.strictObject({ name: z.literal('handoff-qa'), ...shared, questions: file, answers: file }),
        ]),
      )
      .check(z.minLength(1)),
  });
};

const schema = compactionSchema(z.string());
type CompactionFile = z.infer<typeof schema>;
type StrategyFile = CompactionFile['strategies'][number];

/** The Markdown files that it names: where, which one, the names they can ask for, and those that they have to. */
export function compactionFiles(
  compaction: CompactionFile | undefined,
): { path: Path; file: string; known: readonly string[]; needed: readonly string[] }[] {
  return (compaction?.strategies ?? []).flatMap((told, index) =>
    Object.entries(templatesOf(told)).map(([key, [file, known, needed = []]]) => ({
      path: ['compaction', 'strategies', index, key],
      file,
      known,
      needed,
    })),
  );
}

type Templates = { [key: string]: [file: string, known: readonly string[], needed?: readonly string[]] };

function templatesOf(told: StrategyFile): Templates {
  if (told.name === 'prune-outputs') return {};
  const wrapper: Templates = { wrapper: [told.wrapper, notesNames, ['summary', 'todo']] };
  if (told.name === 'handoff-qa')
    return {
      ...wrapper,
      request: [told.request, []],
      questions: [told.questions, ['task', 'summary', 'newest'], ['summary']],
      answers: [told.answers, ['questions'], ['questions']],
    };
  return {
    ...wrapper,
    request: [told.request, ['again']],
    ...(told.scribe !== undefined && { scribe: [told.scribe, []] }),
    ...(told.answer !== undefined && { answer: [told.answer, []] }),
  };
}

/** With its files read in; null where there is none. */
export function compactionData(
  compaction: CompactionFile | undefined,
  text: (file: string) => string,
): CompactionData | null {
  if (!compaction) return null;
  const { ratio, reserve } = compaction.at;
  return {
    at: { ratio: ratio ?? null, reserve: reserve ?? null },
    strategies: compaction.strategies.map((told) => strategyData(told, text)),
  };
}

function strategyData(told: StrategyFile, text: (file: string) => string): StrategyData {
  if (told.name === 'prune-outputs') return told;
  const shared = {
    request: text(told.request),
    wrapper: text(told.wrapper),
    options: (told.options ?? {}) as JsonObject,
    keep: keepData(told.keep),
  };
  if (told.name === 'handoff-qa')
    return { ...shared, name: told.name, questions: text(told.questions), answers: text(told.answers) };
  const optional = (file: string | undefined): string | null => (file === undefined ? null : text(file));
  const { name, scribe, answer, tag = null } = told;
  return { ...shared, name, tag, scribe: optional(scribe), answer: optional(answer) };
}

const keepData = ({ users, tokens, ratio, messages }: z.infer<typeof keep> = {}): KeepData => ({
  users: users ?? 0,
  tokens: tokens ?? null,
  ratio: ratio ?? null,
  messages: messages ?? null,
});
