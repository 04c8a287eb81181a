import { OiError } from '../core/errors.ts';
import type { Settings } from '../core/task.ts';
import type { Config } from './config.ts';
import { defaultConfig, type Inputs, parseInputs } from './inputs.ts';
import { namesOf } from './names.ts';
import type { Environment } from './runner-protocol.ts';

/** What holds where neither an input nor the config file says otherwise. action.yml tells people the same. */
export const defaultLimits = { turns: 100, minutes: 30 } as const;
export const defaultRounds = 3;

/** Inputs win over the config file, which wins over the defaults. Throws `input.missing` when nobody names a model. */
export function settle(inputs: Inputs, config: Config): Settings {
  const model = inputs.model ?? config.model;
  if (!model) {
    throw new OiError(
      'input.missing',
      'No model is set.',
      `Set the input \`model\` in the workflow file, or \`model:\` in ${inputs.config}.`,
    );
  }
  const wire = inputs.wire ?? config.wire;
  return {
    trigger: inputs.trigger,
    label: inputs.label,
    model,
    ...(config.fallback && { fallback: config.fallback }),
    harness: inputs.harness ?? config.harness ?? null,
    ...(wire && { wire }),
    allow: allowed(inputs, config, model),
    sandbox: 'workspace-write',
    limits: {
      turns: inputs['max-turns'] ?? config['max-turns'] ?? defaultLimits.turns,
      minutes: inputs['max-minutes'] ?? config['max-minutes'] ?? defaultLimits.minutes,
      tokens: null,
      usd: inputs['max-usd'] ?? config['max-usd'] ?? null,
    },
    bots: config.bots,
    // The file that these stand in may have another name than the one that is protected anyway.
    protect: [...config.protect, ...(inputs.config === defaultConfig ? [] : [literally(inputs.config)])],
    ...(config['allow-paths'] && { allowPaths: config['allow-paths'] }),
    ...(config['allow-hosts'] && { allowHosts: config['allow-hosts'] }),
    verify: {
      commands: inputs.verify ?? config.verify ?? null,
      rounds: inputs['verify-rounds'] ?? config['verify-rounds'] ?? defaultRounds,
      readyWhenGreen: inputs['ready-when-green'] ?? config['ready-when-green'] ?? false,
    },
  };
}

/** A path as a glob for it alone. */
const literally = (path: string): string => path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');

/** What a comment may choose: what is set already, and what the file adds. */
function allowed(inputs: Inputs, config: Config, model: string): NonNullable<Settings['allow']> {
  const harness = inputs.harness ?? config.harness;
  return {
    models: [...new Set([model, ...(config.fallback ?? []), ...(config['allow-models'] ?? [])])],
    harnesses: [...new Set([...(harness ? [harness] : []), ...(config['allow-harnesses'] ?? [])])],
  };
}

/**
 * The settings of a job. Where they are `wrong`, or cannot be read, what is answered besides is enough to find out who
 * asks: only who may command us is told what is wrong.
 */
export async function settingsOf(
  env: Environment,
  configText: () => Promise<string | null>,
): Promise<{ settings: Settings; wrong: OiError | null }> {
  try {
    const inputs = parseInputs(env);
    const text = await configText();
    if (text === null && inputs.config !== defaultConfig) throw noConfig(inputs.config);
    const config = text === null ? noSettings : await parsed(inputs.config, text);
    return { settings: settle(inputs, config), wrong: null };
  } catch (error) {
    if (!(error instanceof OiError)) throw error;
    return { settings: { ...leastSettings, ...namesOf(env) }, wrong: error };
  }
}

const noSettings: Config = { bots: [], protect: [] };

/** Loaded only where there is such a file: a parser of YAML is a fifth of all code that is loaded. */
async function parsed(path: string, text: string): Promise<Config> {
  const { parseConfig } = await import('./config.ts');
  return parseConfig(path, text);
}

/** What a file would have limited or protected must not be free because its name has a slip. */
const noConfig = (path: string): OiError =>
  new OiError(
    'config.invalid',
    `There is no file ${path} on the base branch.`,
    'Correct the input `config`, or leave it out.',
  );

const leastSettings: Settings = {
  trigger: '',
  label: '',
  model: '',
  harness: null,
  sandbox: 'read-only',
  limits: { ...defaultLimits, tokens: null, usd: null },
  bots: [],
  protect: [],
  verify: { commands: null, rounds: 1, readyWhenGreen: false },
};
