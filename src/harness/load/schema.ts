import * as z from 'zod/mini';
import { wireIds } from '../../core/model.ts';
import { canonicalTools } from './canonical.ts';
import { commandsCodec } from './commands.ts';
import { compactionSchema } from './compaction.ts';

/** A Markdown file: in the harness's own folder, else in that of the harness it extends. */
const file = z.string().check(z.regex(/^[\w-]+\.md$/, 'must be the name of a Markdown file, e.g. task.md'));
/** A user message, or an answer that the model is shown as its own. */
const opening = z.union([file, z.strictObject({ answer: file })]);
const count = z.int().check(z.positive());
const room = z.strictObject({ lines: count, chars: count });

const name = {
  to: z.string(),
  per: z.optional(z.number().check(z.positive())),
  plus: z.optional(z.int()),
  least: z.optional(z.number()),
  most: z.optional(z.number()),
  flag: z.optional(z.json()),
  text: z.optional(z.literal(true)),
  told: z.optional(z.literal(true)),
  or: z.optional(z.json()),
  words: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
};
const inner = z.union([z.string(), z.strictObject(name)]);

const step = z.discriminatedUnion('step', [
  z.strictObject({
    step: z.literal('add'),
    fields: z.array(z.string()),
    less: z.optional(z.array(z.string())),
    plus: z.int(),
    into: z.string(),
  }),
  z.strictObject({ step: z.literal('bytes'), field: z.string(), bytes: count }),
  z.strictObject({
    step: z.literal('cut'),
    field: z.string(),
    chars: count,
    tail: z.optional(z.int().check(z.nonnegative())),
    over: z.optional(count),
    lines: z.optional(z.literal(true)),
    into: z.optional(z.string()),
  }),
  z.strictObject({
    step: z.literal('divide'),
    field: z.string(),
    into: z.string(),
    by: z.number(),
    digits: z.int().check(z.nonnegative(), z.lte(20)),
  }),
  z.strictObject({ step: z.literal('hash'), field: z.string(), into: z.string(), digits: count }),
  z.strictObject({ step: z.literal('ends'), field: z.string(), over: room, head: room, tail: room }),
  z.strictObject({ step: z.literal('ended'), field: z.string(), into: z.string() }),
  z.strictObject({
    step: z.literal('join'),
    field: z.string(),
    template: z.string(),
    separator: z.string(),
    into: z.string(),
    most: z.optional(count),
    limit: z.optional(z.string()),
    chars: z.optional(count),
    left: z.optional(z.string()),
    groups: z.optional(z.strictObject({ by: z.string(), heading: z.string(), gap: z.string() })),
  }),
  z.strictObject({
    step: z.literal('json'),
    fields: z.array(z.string()),
    indent: z.optional(count),
    each: z.optional(z.record(z.string(), inner)),
  }),
  z.strictObject({
    step: z.literal('number'),
    field: z.string(),
    start: z.string(),
    width: z.int().check(z.nonnegative(), z.lte(20)),
    separator: z.string(),
  }),
  z.strictObject({
    step: z.literal('resolve'),
    field: z.string(),
    against: z.string(),
    each: z.optional(z.string()),
  }),
  z.strictObject({
    step: z.literal('front'),
    field: z.string(),
    having: z.string(),
    value: z.string(),
    mark: z.string(),
  }),
  z.strictObject({ step: z.literal('or'), field: z.string(), value: z.union([z.string(), z.number()]) }),
  z.strictObject({ step: z.literal('sort'), field: z.string(), by: z.string() }),
  z.strictObject({ step: z.literal('tail'), field: z.string(), lines: count, chars: count }),
  z.strictObject({ step: z.literal('tokens'), field: z.string(), into: z.string() }),
  z.strictObject({ step: z.literal('trim'), field: z.string() }),
  z.strictObject({ step: z.literal('unclose'), field: z.string(), tags: z.array(z.string()) }),
  z.strictObject({
    step: z.literal('words'),
    field: z.string(),
    into: z.optional(z.string()),
    words: z.record(z.string(), z.string()),
  }),
]);
const rendering = z.strictObject({
  steps: z.optional(z.array(step)),
  template: z.string(),
  fails: z.optional(z.array(z.string())),
});

const outer = z.union([
  z.string(),
  z.strictObject({
    ...name,
    each: z.optional(z.record(z.string(), inner)),
    alone: z.optional(z.literal(true)),
  }),
]);

const options = z.record(z.string(), z.json());
const canonical = z.enum(Object.keys(canonicalTools) as [string, ...string[]]);
const tool = z.strictObject({
  description: file,
  parameters: z.looseObject({ type: z.literal('object') }),
  /** Raw text in place of JSON, where the wire can: it is that parameter. The grammar is Lark's. */
  freeform: z.optional(z.strictObject({ parameter: z.string(), grammar: z.string() })),
  tool: canonical,
  args: z.record(z.string(), outer),
  defaults: z.optional(z.record(z.string(), z.json())),
  recall: z.optional(
    z.array(
      z.union([
        z.string(),
        z.strictObject({
          argument: z.string(),
          from: z.array(canonical),
          field: z.string(),
          same: z.optional(z.string()),
        }),
      ]),
    ),
  ),
  render: z.strictObject({
    ok: rendering,
    failed: z.optional(rendering),
    faults: z.optional(
      z.strictObject({
        missing: z.optional(rendering),
        folder: z.optional(rendering),
        exists: z.optional(rendering),
        behind: z.optional(rendering),
        reversed: z.optional(rendering),
        absent: z.optional(rendering),
        ambiguous: z.optional(rendering),
        same: z.optional(rendering),
        empty: z.optional(rendering),
        overlap: z.optional(rendering),
        unseen: z.optional(rendering),
        changed: z.optional(rendering),
      }),
    ),
  }),
});

const shared = { correction: file, patience: count };
const sections = {
  tool: z.string(),
  commands: z.strictObject({ parameter: z.string(), text: z.string() }),
  complete: z.string(),
  observation: rendering,
};
const codec = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('tool-calls'),
    ...shared,
    sentinel: z.optional(z.string()),
    strict: z.optional(z.boolean()),
    longer: z.optional(z.record(z.string(), z.json())),
    repeats: z.optional(
      z.strictObject({ reminders: z.array(z.strictObject({ from: count, file })), stop: count }),
    ),
    unused: z.optional(z.strictObject({ tool: canonical, turns: count, file })),
  }),
  z.strictObject({
    name: z.literal('fenced'),
    ...shared,
    sentinel: z.string(),
    label: z.string().check(z.regex(/^[\w-]+$/, 'must be one word')),
    tool: z.string(),
    parameter: z.string(),
  }),
  z.strictObject({ ...commandsCodec(rendering), ...shared }),
  z.strictObject({ name: z.literal('json-object'), ...shared, ...sections }),
  z.strictObject({
    name: z.literal('xml-sections'),
    ...shared,
    ...sections,
    root: z.string().check(z.regex(/^[\w-]+$/, 'must be one word')),
  }),
]);

const style = z.strictObject({
  entry: z.string(),
  last: z.string(),
  beside: z.string(),
  below: z.string(),
  folder: z.string(),
  closed: z.string(),
  left: z.strictObject({ top: z.string(), inside: z.string() }),
  notes: z.enum(['once', 'each']),
  empty: z.optional(z.string()),
});
const outline = z.strictObject({
  first: z.enum(['files', 'folders']),
  widths: z.optional(z.array(count)),
  items: z.optional(count),
  closed: z.optional(z.array(z.string())),
  style,
});

/** A harness.yml, with what it extends merged in. `data.ts` says what the parts mean. */
export const harnessFile = z.strictObject({
  extends: z.optional(z.string()),
  title: z.optional(z.string()),
  wires: z.optional(z.array(z.enum(wireIds)).check(z.minLength(1))),
  system: z.optional(file),
  opening: z.array(opening),
  again: z.array(opening),
  codec,
  compaction: z.optional(compactionSchema(file)),
  outline: z.optional(outline),
  parts: z.optional(z.array(z.enum(['user', 'tool']))),
  options: z.optional(options),
  over: z.optional(z.partialRecord(z.enum(wireIds), options)),
  interrupted: z.string(),
  unanswered: rendering,
  tools: z.record(z.string(), tool),
});
export type HarnessFile = z.infer<typeof harnessFile>;
