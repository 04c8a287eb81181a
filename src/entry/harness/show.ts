import { chooseHarness, ownFolder } from '../../harness/choose.ts';
import { showHarness } from '../../harness/load/show.ts';
import { shelfOf } from '../../harness/own.ts';
import type { Console } from '../console.ts';
import { shipped } from '../parts.ts';
import { printable } from '../watch.ts';
import { oneArgument } from './one-argument.ts';
import { placeAt } from './place.ts';

/** `oi harness show ID`: a comment that names the files, then YAML that is a harness.yml again. */
export async function show(args: readonly string[], { stdout }: Console): Promise<number> {
  const asked = oneArgument('oi harness show', 'the name of a harness', args);
  const place = placeAt('.');
  const own = (await place.list(ownFolder)).map(({ name }) => name);
  const { id } = chooseHarness('', { asked, own });
  const { yaml, files } = await showHarness(id, shelfOf(place, await shipped()));
  const names = files.map((file) => `#   ${file.startsWith('.') ? file : `harnesses/${file}, shipped`}\n`);
  stdout.write(printable(`# ${id}, made of\n${names.join('')}${yaml}`));
  return 0;
}
