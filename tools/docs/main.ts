// `npm run docs`: writes the pages that are made from the sources. A test says when one is stale.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { conformanceTable } from './conformance.ts';
import { embedded } from './embedded.ts';
import { errorsPage } from './errors.ts';
import { harnessTable } from './harnesses.ts';
import { firstInputs, inputsPage } from './inputs.ts';
import { providersPage } from './providers.ts';
import { settingsTable } from './settings.ts';
import { threatTables } from './threats/page.ts';

const root = join(import.meta.dirname, '../..');
const providers = await providersPage();
const conformance = await conformanceTable();

export const pages = (): readonly (readonly [file: string, text: string])[] => [
  embedded(root, 'README.md', { inputs: firstInputs(root) }),
  ['docs/errors.md', errorsPage()],
  ['docs/inputs.md', inputsPage(root)],
  ['docs/providers.md', providers],
  embedded(root, 'docs/harnesses.md', { harnesses: harnessTable(root), conformance }),
  embedded(root, 'docs/configuration.md', { settings: settingsTable(root) }),
  embedded(root, 'docs/threats.md', threatTables(root)),
];

if (import.meta.main) for (const [file, text] of pages()) writeFileSync(join(root, file), text);
