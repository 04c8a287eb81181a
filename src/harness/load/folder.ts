import * as z from 'zod/mini';
import type { CodecData, HarnessData, Rendering, ToolFace } from '../data.ts';
import { chainOf, invalid, type ReadFile, spot } from './chain.ts';
import { check } from './check.ts';
import { merge } from './merge.ts';
import { mistakesIn } from './mistakes.ts';
import { type HarnessFile, harnessFile } from './schema.ts';
import type { Source } from './source.ts';

/**
 * A harness from its folder, with what it extends merged in (`merge.ts`); a file that it names is looked for in its own
 * folder, then in that of the harness it extends. Throws `harness.invalid` with file, line and column of each mistake.
 */
export function readHarnessFolder(id: string, readFile: ReadFile): HarnessData {
  const chain = chainOf(id, readFile);
  const data = [...chain].reverse().reduce((base, source) => merge(base, source.data), merge({}, {}));
  const parsed = z.safeParse(harnessFile, data);
  if (!parsed.success) {
    throw invalid(
      id,
      mistakesIn(data, parsed.error.issues).map(({ path, text }) => spot(chain, path, text)),
    );
  }
  const read = reader(chain, readFile);
  const mistakes = check(parsed.data, read, (path, text) => spot(chain, path, text));
  if (mistakes.length > 0) throw invalid(id, mistakes);
  const text = (name: string): string => read(name)?.text.trim() ?? '';
  return assemble(id, parsed.data, (name) =>
    text(name).replace(include, (_, included: string) => text(included)),
  );
}

/** `{{> file.md}}` in a Markdown file puts another one in its place. */
const include = /\{\{> *([\w-]+\.md) *\}\}/g;

/** Where a named file was found, and what it says. */
export type Found = { file: string; text: string };

const reader =
  (chain: readonly Source[], readFile: ReadFile) =>
  (name: string): Found | null => {
    for (const { id } of chain) {
      const text = readFile(`${id}/${name}`);
      if (text !== null) return { file: `${id}/${name}`, text };
    }
    return null;
  };

function assemble(id: string, file: HarnessFile, text: (name: string) => string): HarnessData {
  const { codec } = file;
  return {
    id,
    title: file.title ?? '',
    system: text(file.system),
    opening: file.opening.map(text),
    again: file.again.map(text),
    codec: assembleCodec(codec, text(codec.correction)),
    parts: file.parts ?? [],
    options: (file.options ?? {}) as HarnessData['options'],
    interrupted: file.interrupted,
    unanswered: rendering(file.unanswered),
    tools: Object.entries(file.tools).map(([name, tool]): ToolFace => {
      const ok = rendering(tool.render.ok);
      return {
        name,
        description: text(tool.description),
        parameters: tool.parameters as ToolFace['parameters'],
        tool: tool.tool,
        args: tool.args as ToolFace['args'],
        defaults: (tool.defaults ?? {}) as ToolFace['defaults'],
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

function assembleCodec(codec: HarnessFile['codec'], correction: string): CodecData {
  switch (codec.name) {
    case 'tool-calls':
      return { ...codec, correction, sentinel: codec.sentinel ?? null, strict: codec.strict ?? null };
    case 'fenced':
      return { ...codec, correction };
    case 'commands':
      return { ...codec, correction, observation: rendering(codec.observation) };
  }
}

const rendering = ({ steps = [], template }: HarnessFile['unanswered']): Rendering => ({ steps, template });
