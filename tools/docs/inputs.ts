import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

type Manifest = {
  inputs: Record<string, { description: string; default?: string }>;
  outputs: Record<string, { description: string }>;
};

/** docs/inputs.md: what action.yml says, as tables. */
export function inputsPage(root: string): string {
  const { inputs, outputs } = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Manifest;
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
