import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './folder.ts';

const source = (file: string): string =>
  JSON.stringify(new URL(`../../src/entry/${file}`, import.meta.url).href);

/** The action without the start that sets variables aside: the attacks succeed on it that the product withstands. */
export function unguardedAction(product: string): string {
  const action = temporaryFolder();
  cpSync(new URL('../../action.yml', import.meta.url), join(action, 'action.yml'));
  mkdirSync(join(action, 'dist'));
  writeFileSync(join(action, 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(action, 'dist/action.js'),
    `import { readFileSync } from 'node:fs';
import { main } from ${source('act.ts')};
import { listenForCancelling } from ${source('runner-protocol.ts')};

const { env } = process;
const event = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8'));
const how = { env, name: env.GITHUB_EVENT_NAME, event, cancelling: listenForCancelling(), loaders: [] };
process.exit(await main(how));
`,
  );
  symlinkSync(join(product, 'post.js'), join(action, 'dist/post.js'));
  return action;
}
