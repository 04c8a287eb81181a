import * as z from 'zod/mini';
import type { Json } from '../../core/json.ts';
import type {
  CodecData,
  HarnessData,
  Opening,
  Rendering,
  ToolCallsData,
  ToolFace,
  UnusedData,
} from '../data.ts';
import { chainOf, invalid, spot } from './chain.ts';
import { check } from './check.ts';
import { compactionData, compactionFiles } from './compaction.ts';
import { merge } from './merge.ts';
import { mistakesIn } from './mistakes.ts';
import { type HarnessFile, harnessFile } from './schema.ts';
import type { Shelf } from './shelf.ts';
import { fileOf, type NamedFile, type Source } from './source.ts';

/**
 * A harness from its folder, with what it extends merged in (`merge.ts`); a file that it names is looked for in its own
 * folder, then in that of the harness it extends. Throws `harness.invalid` with file, line and column of each mistake.
 */
export async function readHarnessFolder(id: string, shelf: Shelf): Promise<HarnessData> {
  const chain = await chainOf(id, shelf);
  const data = [...chain].reverse().reduce((base, source) => merge(base, source.data), merge({}, {}));
  const parsed = z.safeParse(harnessFile, data);
  if (!parsed.success) {
    throw invalid(
      id,
      mistakesIn(data, parsed.error.issues).map(({ path, text }) => spot(chain, path, text)),
    );
  }
  const texts = await textsOf(parsed.data, chain, shelf);
  const read = (name: string): NamedFile | null => texts.get(name) ?? null;
  const mistakes = check(parsed.data, read, (path, text) => spot(chain, path, text));
  if (mistakes.length > 0) throw invalid(id, mistakes);
  const text = (name: string): string => read(name)?.text.trim() ?? '';
  return assemble(id, parsed.data, (name) =>
    text(name).replace(include, (_, included: string) => text(included)),
  );
}

/** `{{> file.md}}` in a Markdown file puts another one in its place. */
const include = /\{\{> *([\w-]+\.md) *\}\}/g;

/** The Markdown files that a harness names, and those that they include. A name without a file is left out. */
async function textsOf(
  { system, opening, again, codec, compaction, tools }: HarnessFile,
  chain: readonly Source[],
  shelf: Shelf,
): Promise<ReadonlyMap<string, NamedFile>> {
  const texts = new Map<string, NamedFile>();
  const descriptions = Object.values(tools).map(({ description }) => description);
  const names = [
    ...(system === undefined ? [] : [system]),
    ...[...opening, ...again].map(fileOf),
    ...correctionsOf(codec),
    ...compactionFiles(compaction).map(({ file }) => file),
    ...descriptions,
  ];
  for (const name of names) await take(name);
  const included = [...texts.values()].flatMap(({ text }) => [...text.matchAll(include)]);
  for (const [, name = ''] of included) await take(name);
  return texts;

  async function take(name: string): Promise<void> {
    if (texts.has(name)) return;
    const found = await find(name, chain, shelf);
    if (found) texts.set(name, found);
  }
}

/** What a codec says to a model by itself. */
const correctionsOf = (codec: HarnessFile['codec']): string[] => [
  codec.correction,
  ...(codec.name === 'tool-calls' ? (codec.repeats?.reminders.map(({ file }) => file) ?? []) : []),
  ...(codec.name === 'tool-calls' && codec.unused ? [codec.unused.file] : []),
];

async function find(name: string, chain: readonly Source[], shelf: Shelf): Promise<NamedFile | null> {
  for (const { id } of chain) {
    const text = await shelf.read(`${id}/${name}`);
    if (text !== null) return { file: shelf.shown(`${id}/${name}`), text };
  }
  return null;
}

function assemble(id: string, file: HarnessFile, text: (name: string) => string): HarnessData {
  const { codec } = file;
  const opening = (one: Opening): Opening =>
    typeof one === 'string' ? text(one) : { answer: text(one.answer) };
  return {
    id,
    title: file.title ?? '',
    wires: file.wires ?? ['chat'],
    system: file.system === undefined ? '' : text(file.system),
    opening: file.opening.map(opening),
    again: file.again.map(opening),
    codec: assembleCodec(codec, text),
    compaction: compactionData(file.compaction, text),
    outline: outlineOf(file.outline),
    parts: file.parts ?? [],
    options: optionsOf(file),
    interrupted: file.interrupted,
    unanswered: rendering(file.unanswered),
    tools: Object.entries(file.tools).map(([name, tool]): ToolFace => {
      const ok = rendering(tool.render.ok);
      return {
        name,
        description: text(tool.description),
        parameters: tool.parameters as ToolFace['parameters'],
        freeform: tool.freeform ?? null,
        tool: tool.tool,
        args: tool.args as ToolFace['args'],
        defaults: (tool.defaults ?? {}) as ToolFace['defaults'],
        recall: tool.recall ?? [],
        render: {
          ok,
          failed: tool.render.failed ? rendering(tool.render.failed) : ok,
          faults: Object.fromEntries(
            Object.entries(tool.render.faults ?? {}).flatMap(([fault, told]) =>
              told ? [[fault, rendering(told)]] : [],
            ),
          ),
        },
      };
    }),
  };
}

function outlineOf(told: HarnessFile['outline']): HarnessData['outline'] {
  if (!told) return null;
  const { first, widths = null, items = null, closed = [], style } = told;
  return { first, widths, items, closed, style: { ...style, empty: style.empty ?? '' } };
}

function assembleCodec(codec: HarnessFile['codec'], text: (name: string) => string): CodecData {
  const correction = text(codec.correction);
  switch (codec.name) {
    case 'tool-calls': {
      const { sentinel = null, strict = null, repeats } = codec;
      const longer = (codec.longer ?? null) as ToolCallsData['longer'];
      const reminders = repeats?.reminders.map(({ from, file }) => ({ from, text: text(file) })) ?? [];
      const told = repeats ? { ...repeats, reminders } : null;
      const unused = codec.unused ? unusedData(codec.unused, text) : null;
      return { ...codec, correction, sentinel, strict, longer, repeats: told, unused };
    }
    case 'fenced':
      return { ...codec, correction };
    case 'json-object':
    case 'xml-sections':
      return { ...codec, correction, observation: rendering(codec.observation) };
    case 'commands':
      return {
        ...codec,
        correction,
        blocked: codec.blocked ?? null,
        observation: rendering(codec.observation),
      };
  }
}

/** What holds for all wires, with what one of them is told besides or instead. */
const optionsOf = ({ wires = ['chat'], options = {}, over = {} }: HarnessFile): HarnessData['options'] =>
  Object.fromEntries(wires.map((wire) => [wire, merge(options as Json, (over[wire] ?? {}) as Json)]));

const rendering = ({ steps = [], template, fails }: HarnessFile['unanswered']): Rendering => ({
  steps: steps as Rendering['steps'],
  template,
  ...(fails && { fails }),
});

const unusedData = (
  { tool, turns, file }: { tool: string; turns: number; file: string },
  text: (name: string) => string,
): UnusedData => ({ tool, turns, text: text(file) });
