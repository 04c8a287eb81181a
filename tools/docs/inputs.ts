import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

type Manifest = {
  inputs: Record<string, { description: string; default?: string }>;
  outputs: Record<string, { description: string }>;
};

const manifest = (root: string): Manifest => parse(readFileSync(join(root, 'action.yml'), 'utf8'));

/** What somebody sets who has just heard of us. */
const first = ['model', 'api-key', 'base-url', 'prompt', 'max-minutes', 'max-usd'];

/** The README's short table. None of these has a default in the manifest. */
export function firstInputs(root: string): string {
  const { inputs } = manifest(root);
  const rows = first.map((name) => `| \`${name}\` | ${inputs[name]?.description} |`);
  return ['| input | what it is |', '|---|---|', ...rows].join('\n');
}

/** docs/inputs.md: what action.yml says, as tables. */
export function inputsPage(root: string): string {
  const { inputs, outputs } = manifest(root);
  return [
    '# Inputs and outputs of the Action',
    '',
    'Made from `action.yml` by `npm run docs`.',
    '',
    '| input | what it is | default |',
    '|---|---|---|',
    ...Object.entries(inputs).map(
      ([name, input]) =>
        `| \`${name}\` | ${input.description} | ${input.default ? `\`${input.default}\`` : ''} |`,
    ),
    '',
    '| output | what it is |',
    '|---|---|',
    ...Object.entries(outputs).map(([name, output]) => `| \`${name}\` | ${output.description} |`),
    '',
  ].join('\n');
}
