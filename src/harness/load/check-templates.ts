import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../core/json.ts';
import { placeholders } from '../../text/template.ts';
import { type Amiss, amissIn, isAmong } from '../../text/template-names.ts';
import type { StepData } from '../data.ts';
import { openingView } from '../opening.ts';
import type { Fields } from '../steps/fields.ts';
import { get, set } from '../steps/fields.ts';
import { steps } from '../steps/index.ts';
import { meant } from './meant.ts';
import { answers, known as beginning, failure } from './samples.ts';
import type { HarnessFile } from './schema.ts';
import { fileOf, lineOf, type NamedFile, type Path, type Spot } from './source.ts';

type At = (path: Path, text: string) => Spot;
type Told = HarnessFile['unanswered'];

/**
 * Every template of a harness.yml, filled in once with what a tool may answer: those that are broken, ask for what there is
 * not, or would write an object where a text belongs.
 */
export function checkTemplates({ codec, tools, unanswered }: HarnessFile, at: At): Spot[] {
  const called: Fields = { call: 'call_1', took: 1234 };
  const isTable = codec.name === 'commands';
  const recalled = isTable ? Object.keys(codec.recall).map((name) => [name, 'x']) : [];
  const known: Fields = { folder: '/repo', ...Object.fromEntries(recalled) };
  // In a table of commands each of its tools sees all the words of the command.
  const everyone = Object.values(tools).map(({ parameters }) => sampleOf(parameters as Schema));
  const spots = [...inCodec(), ...inTools()];
  return spots.filter((spot, index) => spots.findIndex((other) => isDeepStrictEqual(spot, other)) === index);

  function inTools(): Spot[] {
    return Object.entries(tools).flatMap(([name, { tool, parameters, render }]) => {
      const args = isTable ? Object.assign({}, ...everyone) : sampleOf(parameters as Schema);
      // One template may serve for both.
      const ok = { ...known, args, ...called, why: null, ...answers[tool] };
      const failed = { ...ok, ...failure };
      const path = ['tools', name, 'render'];
      return [
        ...inRendering([...path, 'ok'], render.ok, render.failed ? ok : failed),
        ...inRendering([...path, 'failed'], render.failed, failed),
        ...Object.entries(render.faults ?? {}).flatMap(([fault, told]) =>
          inRendering([...path, 'faults', fault], told, failed),
        ),
      ];
    });
  }

  function inCodec(): Spot[] {
    const told = { ...known, output: 'one\n', warnings: 'x', complete: true };
    const blocked = isTable ? codec.blocked : null;
    return [
      ...inRendering(['unanswered'], unanswered, { ...called, why: 'It was not run.' }),
      ...('observation' in codec ? inRendering(['codec', 'observation'], codec.observation, told) : []),
      ...(blocked ? inTemplate(['codec', 'blocked', 'template'], blocked.template, { action: 'vim' }) : []),
    ];
  }

  /** Goes through the steps as a result does, so that each sees what the ones before made. */
  function inRendering(path: Path, told: Told | undefined, sample: Fields): Spot[] {
    if (!told) return [];
    const fields = structuredClone(sample);
    const marks = (told.fails ?? []).flatMap((name, index) =>
      isAmong(sample, name)
        ? []
        : [
            at(
              [...path, 'fails', index],
              `Nothing is called \`${name}\` here${meant(name, Object.keys(sample))}`,
            ),
          ],
    );
    const inSteps = (told.steps ?? []).flatMap((step, index) =>
      inStep([...path, 'steps', index], step as StepData, fields),
    );
    return [...marks, ...inSteps, ...inTemplate([...path, 'template'], told.template, fields)];
  }

  function inStep(path: Path, step: StepData, fields: Fields): Spot[] {
    const missing = namedBy(step)
      .filter((name) => !isAmong(fields, name))
      .map((name) =>
        at([...path, 'field'], `Nothing is called \`${name}\` here${meant(name, Object.keys(fields))}`),
      );
    const [item] = step.step === 'join' ? ((get(fields, step.field) ?? []) as Fields[]) : [];
    const view = { ...fields, ...item };
    const spots =
      step.step === 'join'
        ? [
            ...inTemplate([...path, 'template'], step.template, view),
            ...inTemplate([...path, 'groups', 'heading'], step.groups?.heading ?? '', view),
          ]
        : [];
    const own = steps.find(({ name }) => name === step.step);
    if (missing.length + spots.length === 0)
      (own as { apply(fields: Fields, told: StepData): void } | undefined)?.apply(fields, step);
    // Some make something only of some answers.
    for (const name of madeBy(step)) if (get(fields, name) === undefined) set(fields, name, null);
    return [...missing, ...spots];
  }

  function inTemplate(path: Path, template: string, fields: Fields): Spot[] {
    const found = placeholders(template);
    if ('broken' in found) return [at(path, `${found.broken}.`)];
    const files = found.filter(({ kind }) => kind === 'file');
    return [
      ...files.map(({ name }) => at(path, `No file can stand here, so not \`${name}\`.`)),
      ...amissIn(template, fields).map((amiss) => at(path, wordsFor(amiss))),
    ];
  }
}

/** What opens a conversation, in the same way: where an object would stand in it. */
export function checkOpenings(
  { system, opening, again }: HarnessFile,
  read: (name: string) => NamedFile | null,
): Spot[] {
  const names = new Set([...(system ? [system] : []), ...[...opening, ...again].map(fileOf)]);
  return [...names].flatMap((name) => {
    const found = read(name);
    if (!found || 'broken' in placeholders(found.text)) return [];
    return amissIn(found.text, openingView(beginning, { outline: null })).flatMap((amiss) =>
      'parts' in amiss ? [{ file: found.file, ...lineOf(found.text, amiss.at), text: wordsFor(amiss) }] : [],
    );
  });
}

/** The fields that a step works on, and cannot do without. */
function namedBy(step: StepData): readonly string[] {
  if ('fields' in step) return step.fields;
  return step.step === 'or' || 'each' in step ? [] : [step.field];
}

const madeBy = (step: StepData): string[] =>
  ['into', 'left'].flatMap((key) => {
    const name = (step as { [key: string]: unknown })[key];
    return typeof name === 'string' ? [name] : [];
  });

const wordsFor = (amiss: Amiss): string =>
  'parts' in amiss
    ? `\`${amiss.name}\` is no text: ask for ${amiss.parts.map((part) => `\`${amiss.name}.${part}\``).join(', ')}.`
    : `Nothing is called \`${amiss.name}\` here${meant(amiss.name, amiss.known)}`;

type Schema = { type?: Json; properties?: { [name: string]: Schema }; items?: Schema; anyOf?: Json };

/** A value that a schema allows, as far as a template can tell. */
function sampleOf({ type, properties, items, anyOf }: Schema): Json {
  if (anyOf) return null;
  const [kind] = Array.isArray(type) ? type : [type];
  if (kind === 'object') {
    const parts = Object.entries(properties ?? {}).map(([name, schema]) => [name, sampleOf(schema)]);
    return Object.fromEntries(parts) as JsonObject;
  }
  if (kind === 'array') return [sampleOf(items ?? {})];
  return kind === 'number' || kind === 'integer' ? 1 : kind === 'boolean' ? true : 'x';
}
