import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const examples = join(import.meta.dirname, '../../examples/harnesses');

/** The files of an example, where a repository of its own has them. */
export const exampleHarness = (id: string): { [path: string]: string } =>
  Object.fromEntries(
    readdirSync(join(examples, id)).map((name) => [
      `.github/oi/harnesses/${id}/${name}`,
      readFileSync(join(examples, id, name), 'utf8'),
    ]),
  );
