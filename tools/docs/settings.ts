import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { OiError } from '../../src/core/errors.ts';
import { type Config, parseConfig } from '../../src/entry/config.ts';

type Manifest = { inputs: Record<string, { description: string }> };

/** What action.yml has no input for, or says for a workflow. Typed by key, so that a new one cannot be forgotten here. */
const settings: Record<keyof Config, string | null> = {
  model: null,
  harness: null,
  wire: null,
  verify: null,
  'verify-rounds': null,
  'ready-when-green': null,
  'max-turns': null,
  'max-minutes': null,
  'max-usd': null,
  fallback:
    'The models that take over, one after the other, where the provider of the one before fails for good. By default none.',
  'allow-models':
    'The models that a command may choose with --model, besides the one that is set and those that may take over. By default none.',
  'allow-harnesses':
    'The harnesses that a command may choose with --harness, besides the one that is set. By default none.',
  bots: 'The bots that may give it work, by the number of their account. By default none.',
  'allow-paths':
    'Protected paths that a change may touch, where nobody but the asker was read. By default none.',
  'allow-hosts':
    'Hosts that a lockfile may load from, besides those that it names already and the public registries. By default none.',
  protect: 'Paths that no change may touch, besides those that are always protected. By default none.',
};

/** The keys of `.github/oi.yml`: what the input of that name says, and the rule in the words of the refusal. */
export function settingsTable(root: string): string {
  const { inputs } = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Manifest;
  const rows = Object.entries(settings).map(
    ([key, own]) => `| \`${key}\` | ${own ?? inputs[key]?.description} | ${ruleOf(key)} |`,
  );
  return ['| key | what it is | must be |', '|---|---|---|', ...rows].join('\n');
}

/** A map is no value of any key. */
function ruleOf(key: string): string {
  try {
    parseConfig('oi.yml', `${key}: { no: value }`);
  } catch (error) {
    const [, rule] = /`[\w-]+` must be (.+)\.$/.exec(error instanceof OiError ? error.happened : '') ?? [];
    if (rule) return rule;
    throw error;
  }
  throw new Error(`${key} takes any value.`);
}
