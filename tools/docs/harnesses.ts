import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { harnessIds, modelsWithDefault } from '../../src/harness/choose.ts';

/** The harnesses that come along, each with its title and the models that get it where none is asked for. */
export function harnessTable(root: string): string {
  const rows = harnessIds.map((id) => {
    const { title } = parse(readFileSync(join(root, 'harnesses', id, 'harness.yml'), 'utf8'));
    return `| [\`${id}\`](../harnesses/${id}) | ${title} | ${modelsWithDefault(id).join('; ')} |`;
  });
  return ['| harness | what it is | default of |', '|---|---|---|', ...rows].join('\n');
}
