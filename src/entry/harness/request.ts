import { liveSecrets } from '../../text/secrets.ts';
import { asked } from '../asked.ts';
import type { Console } from '../console.ts';
import { askingFlags, parseExecFlags } from '../flags.ts';
import { here } from '../here.ts';
import { harnessOf, modelOf, secretsIn } from '../parts.ts';
import { printable } from '../watch.ts';
import { firstPrompt } from './first-prompt.ts';
import { inMemory } from './in-memory.ts';
import { placeAt } from './place.ts';

/**
 * `oi harness request`: the first request of `oi exec` as an HTTP message without the headers that a key or a connection
 * needs. Its last line is the body as it would be sent.
 */
export async function request(args: readonly string[], console: Console): Promise<number> {
  const flags = parseExecFlags(args, console.env, askingFlags);
  const { event, folder, settings } = await asked({ ...flags, resume: null }, console);
  const live = liveSecrets(secretsIn(console.env));
  const blobs = inMemory(live.in);
  const model = modelOf({ baseUrl: flags.baseUrl, env: {}, ownKey: noKey });
  const { method, url, body } = await firstPrompt(event, settings, {
    ...here(),
    ...harnessOf(blobs, flags.baseUrl),
    model,
    blobs,
    hide: live.hide,
    workspace: placeAt(folder),
  });
  const { pathname, search, host } = new URL(url);
  const message = `${method} ${pathname}${search} HTTP/1.1\nhost: ${host}\n\n${Buffer.from(body)}\n`;
  // A terminal obeys what a file may hold; a program gets every byte.
  console.stdout.write(console.stdout.isTTY ? printable(message) : message);
  return 0;
}

/** Every provider is content with it, because it never gets it. */
export const noKey = { called: 'no key', value: 'none' };
