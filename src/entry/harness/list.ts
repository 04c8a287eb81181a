import { OiError, toProblem } from '../../core/errors.ts';
import { harnessIds, modelsWithDefault, ownFolder } from '../../harness/choose.ts';
import { readHarnessFolder } from '../../harness/load/folder.ts';
import { readOwnHarness, shelfOf } from '../../harness/own.ts';
import type { Console } from '../console.ts';
import { shipped } from '../parts.ts';
import { printable } from '../watch.ts';
import { placeAt } from './place.ts';

/** `oi harness list`: a line for each harness, and one for the models that get it; then those of the folder's own. */
export async function list(args: readonly string[], { stdout }: Console): Promise<number> {
  if (args.length > 0)
    throw new OiError('input.invalid', 'oi harness list takes nothing else.', 'Leave the rest away.');
  const place = placeAt('.');
  const own: string[] = [];
  for (const id of (await place.list(ownFolder)).map(({ name }) => name).sort())
    if ((await place.list(`${ownFolder}/${id}`)).some(({ name }) => name === 'harness.yml')) own.push(id);
  const ours = await shipped();
  const shelf = shelfOf(place, ours);
  const width = Math.max(...[...harnessIds, ...own].map((id) => id.length)) + 2;
  const line = (text: string): unknown => stdout.write(`${printable(text)}\n`);
  for (const id of harnessIds) {
    const { title } = await readHarnessFolder(id, shelf);
    line(`${id.padEnd(width)}${title}`);
    for (const models of modelsWithDefault(id)) line(`${' '.repeat(width)}default of ${models}`);
  }
  for (const id of own)
    line(`${id.padEnd(width)}${ownFolder}/${id}${(await isWhole(id)) ? '' : brokenWords(id)}`);
  return 0;

  async function isWhole(id: string): Promise<boolean> {
    try {
      await readOwnHarness(id, place, ours);
      return true;
    } catch (error) {
      if (toProblem(error).code === 'harness.invalid') return false;
      throw error;
    }
  }
}

/** One that is broken keeps nobody from the others. */
const brokenWords = (id: string): string => `, broken: see oi harness check ${ownFolder}/${id}`;
