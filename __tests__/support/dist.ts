import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { buildInto } from '../../tools/build.ts';

/** The folder with the built product: the one that `npm test` made, else one for this file alone. */
export async function dist(): Promise<string> {
  const given = process.env['OI_TEST_DIST'];
  if (given) return given;
  const folder = mkdtempSync(join(tmpdir(), 'oi-test-dist-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  await buildInto(folder);
  return folder;
}
