import { type Document, isMap, isScalar } from 'yaml';
import * as z from 'zod/mini';
import { OiError } from '../core/errors.ts';
import { nearest } from '../text/nearest.ts';
import { readYaml } from '../text/yaml.ts';
import { commandLines, sharedValues } from './values.ts';

const bots = 'a list of the numbers of bot accounts, e.g. `[49699333]`';
const fallback = 'a list of models, e.g. `[deepseek/deepseek-v4-flash]`';
const allowModels = 'a list of models by their whole names, e.g. `[moonshotai/kimi-k2.5]`';
const allowHarnesses = 'a list of harnesses, e.g. `[pi, native]`';
const allowPaths = 'a list of globs, e.g. `[.vscode/**]`';
const allowHosts = 'a list of hosts, e.g. `[npm.example.org]`';
const protect = 'a list of globs, e.g. `[db/migrations/**]`';

const words = (rule: string, pattern: RegExp) =>
  z.array(z.string({ error: rule }).check(z.regex(pattern, { error: rule })), { error: rule });

/** `.github/oi.yml`: what is about the repository rather than one workflow. */
const shape = z.strictObject({
  ...sharedValues,
  fallback: z.optional(words(fallback, /^\S+$/)),
  'allow-models': z.optional(words(allowModels, /^[^\s*]+$/)),
  'allow-harnesses': z.optional(words(allowHarnesses, /^[^\s*]+$/)),
  bots: z._default(z.array(z.int({ error: bots }), { error: bots }), []),
  protect: z._default(words(protect, /\S/), []),
  'allow-paths': z.optional(words(allowPaths, /\S/)),
  'allow-hosts': z.optional(words(allowHosts, /^[a-z\d.-]+(?::\d+)?$/)),
});
export type Config = z.infer<typeof shape>;
const keys = Object.keys(shape.shape);

/**
 * Parses the config file; no file is an empty one. Throws `config.invalid` with file, line and, for an unknown key, the
 * nearest right one. `text` comes from the base branch: whoever can write there may configure us.
 */
export function parseConfig(path: string, text: string | null): Config {
  const { document, lines, errors } = readYaml(text ?? '');
  const wrong = (offset: number, happened: string, advice: string): OiError =>
    new OiError(
      'config.invalid',
      `${path}, line ${Math.max(lines.linePos(offset).line, 1)}: ${happened}`,
      advice,
    );
  const [broken] = errors;
  if (broken?.code === 'MULTIPLE_DOCS')
    throw wrong(broken.offset, 'A second document begins here.', 'Keep one.');
  if (broken) throw wrong(broken.offset, broken.text.replace(/\.?\s*$/, '.'), 'Correct the YAML.');
  const content = isEmpty(document) ? {} : toValues(document);
  if (typeof content?.['verify'] === 'string') content['verify'] = commandLines(content['verify']);
  if (content === null) throw wrong(0, 'This is not a list of settings.', 'Write `name: value` lines.');
  const parsed = shape.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const [near] = nearest(key, keys);
    throw wrong(
      offsetOf(key, document),
      `There is no setting \`${key}\`${near ? `; did you mean \`${near}\`?` : '.'}`,
      `The settings are ${keys.map((known) => `\`${known}\``).join(', ')}.`,
    );
  }
  const key = String(issue?.path[0]);
  throw wrong(
    offsetOf(key, document),
    `\`${key}\` must be ${issue?.message}.`,
    `Correct \`${key}\`, or leave it out.`,
  );
}

const isEmpty = ({ contents }: Document): boolean =>
  contents === null || (isScalar(contents) && contents.value === null);

/** Null for what is no map, and for one that aliases would blow up. */
function toValues(document: Document): Record<string, unknown> | null {
  if (!isMap(document.contents)) return null;
  try {
    return document.toJS({ maxAliasCount: 20 }) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function offsetOf(name: string, { contents }: Document): number {
  const pairs = isMap(contents) ? contents.items : [];
  const found = pairs.find(({ key }) => isScalar(key) && String(key.value) === name);
  return isScalar(found?.key) ? (found.key.range?.[0] ?? 0) : 0;
}
