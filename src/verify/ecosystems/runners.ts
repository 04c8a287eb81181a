import * as z from 'zod/mini';
import { parseYaml } from '../source/data.ts';
import { check, type Ecosystem, type Found, found, nothing, passed, type Root } from './ecosystem.ts';

/** Names that people give to what tests, the usual one first. */
const usual = ['test', 'tests', 'check'];

/** A file of named recipes, and what runs one of them. */
function recipes(
  name: string,
  command: string,
  files: readonly string[],
  namesIn: (text: string) => ReadonlySet<string>,
): Ecosystem {
  const detect = async (root: Root): Promise<Found> => {
    const file = root.first(...files);
    if (file === null) return nothing;
    const known = namesIn((await root.text(file)) ?? '');
    const test = usual.find((target) => known.has(target));
    if (test === undefined) return passed(`${file} has no target that tests`);
    return found(check('test', `${command} ${test}`, `the target \`${test}\` of the ${file}`));
  };
  return { name, runner: true, detect };
}

/** Every name before a rule's colon; `.PHONY: test` alone is no rule of `test`, nor is `test := 1`. */
export const make = recipes('Make', 'make', ['GNUmakefile', 'makefile', 'Makefile'], (text) => {
  const rules = text.replaceAll('\\\n', ' ').matchAll(/^([A-Za-z][^:=#\t\n]*)::?(?![:=])/gm);
  return new Set([...rules].flatMap(([, targets = '']) => targets.trim().split(/\s+/)));
});

export const just = recipes('just', 'just', ['justfile', 'Justfile', '.justfile'], (text) => {
  const rules = text.matchAll(/^@?([A-Za-z_][\w-]*)(?:\s[^:\n]*)?:(?!=)/gm);
  return new Set([...rules].map(([, name = '']) => name));
});

const schema = z.object({ tasks: z.record(z.string(), z.unknown()) });

export const task = recipes('Task', 'task', ['Taskfile.yml', 'taskfile.yml', 'Taskfile.yaml'], (text) => {
  const { success, data } = schema.safeParse(parseYaml(text));
  return new Set(success ? Object.keys(data.tasks) : []);
});
