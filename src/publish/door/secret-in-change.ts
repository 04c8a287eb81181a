import type { Blobs, ChangeSet } from '../../core/change.ts';
import type { Door, Found } from '../../core/door.ts';
import { OiError } from '../../core/errors.ts';
import type { Sides } from '../policy/rule.ts';
import { isText, readSides } from '../policy/sides.ts';

/**
 * Throws `secret.found` where a change brings a secret along: in a new name, in an added line, or anywhere in a file that is no
 * text. What the base already holds there is no news, and does not hold the change back.
 */
export async function refuseSecrets(
  change: ChangeSet,
  { blobs, door }: { blobs: Blobs; door: Door },
): Promise<void> {
  for (const file of await readSides(change, blobs)) {
    const [inName] = file.before ? [] : await door.find(file.path);
    if (inName) throw refused(`The name of a file holds ${inName.kind}`);
    const found = await firstNew(file, door);
    if (found) throw refused(`The file ${JSON.stringify(file.path)} holds ${found.kind}`);
  }
}

async function firstNew({ before, now, added }: Sides, door: Door): Promise<Found | undefined> {
  if (!now) return undefined;
  const text = isText(now.bytes) ? added.join('\n') : latin1(now.bytes);
  const found = text === '' ? [] : await door.find(text);
  const known = found.length > 0 && before?.bytes ? latin1(before.bytes) : '';
  return found.find(({ start, end }) => !known.includes(latin1(Buffer.from(text.slice(start, end)))));
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const refused = (happened: string): OiError =>
  new OiError(
    'secret.found',
    `${happened}, so nothing of the change is published or shown.`,
    'Take it out and withdraw it where it was issued, then start anew; if it is none, make that part of the change yourself.',
  );
