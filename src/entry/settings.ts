import { OiError } from '../core/errors.ts';
import type { Settings } from '../core/task.ts';
import type { Config } from './config.ts';
import type { Inputs } from './inputs.ts';

/** What holds where neither an input nor the config file says otherwise. action.yml tells people the same. */
export const defaultLimits = { turns: 100, minutes: 30 } as const;

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
  return {
    trigger: inputs.trigger,
    model,
    harness: inputs.harness ?? config.harness ?? null,
    sandbox: 'workspace-write',
    limits: {
      turns: inputs['max-turns'] ?? config['max-turns'] ?? defaultLimits.turns,
      minutes: inputs['max-minutes'] ?? config['max-minutes'] ?? defaultLimits.minutes,
      tokens: null,
      usd: inputs['max-usd'] ?? config['max-usd'] ?? null,
    },
    bots: config.bots,
    protect: config.protect,
  };
}
