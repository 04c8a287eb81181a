import { OiError } from '../core/errors.ts';
import type { WireId } from '../core/model.ts';
import { nearest } from '../text/nearest.ts';

/** The harnesses we ship. */
export const harnessIds = [
  'claude-code',
  'claude-code-bare',
  'deepseek-tui',
  'kimi-cli',
  'kimi-code',
  'little-coder',
  'mini-swe-agent',
  'mini-swe-agent-text',
  'minimal',
  'native',
  'opencode',
  'pi',
  'qwen-code',
  'swe-agent',
  'terminus-2',
  'terminus-2-xml',
  'zcode',
] as const;
export type HarnessId = (typeof harnessIds)[number];

/** Where a repository has harnesses of its own, one folder each. */
export const ownFolder = '.github/oi/harnesses';

type Rule = { fits(model: string, wire: WireId): boolean; id: HarnessId; why: string; models: string };

/** Which models are used to which harness: the first rule that fits. The last fits every model. */
const rules: readonly Rule[] = [
  {
    fits: (model) => /anthropic|claude/.test(model),
    id: 'claude-code',
    why: 'Claude models are used to the tools of Claude Code.',
    models: 'Claude models',
  },
  {
    fits: (_, wire) => wire === 'messages',
    id: 'claude-code',
    why: 'Who is asked over messages is used to the tools of Claude Code.',
    models: 'models that are asked over `messages`',
  },
  {
    fits: (model) => /kimi|moonshot/.test(model),
    id: 'kimi-code',
    why: 'Kimi models are used to the tools of Kimi Code.',
    models: 'models with `kimi` or `moonshot` in their name or their provider’s',
  },
  {
    fits: (model) => /qwen|dashscope|(^|\/)qwq/.test(model),
    id: 'qwen-code',
    why: 'Qwen models were trained with the tools of Qwen Code.',
    models: 'Qwen and QwQ models',
  },
  {
    fits: (model) => model.includes('deepseek'),
    id: 'claude-code-bare',
    why: 'DeepSeek models do best with the bare tools of Claude Code.',
    models: 'DeepSeek models',
  },
  {
    fits: () => true,
    id: 'native',
    why: 'No other harness is known to suit this model better.',
    models: 'every model that no other harness is known to suit better',
  },
];

/** Which models get a harness where none is asked for, in words. */
export const modelsWithDefault = (id: string): string[] =>
  rules.filter((rule) => rule.id === id).map(({ models }) => models);

/**
 * The harness for a model, or the one asked for: `own` names those of the repository's own, `wire` is the one that the model is
 * asked over best. Throws `harness.unknown` with the
 * nearest names, and `harness.invalid` where one of ours and one of theirs have the same.
 */
export function chooseHarness(
  model: string,
  { asked, own = [], wire = 'chat' }: { asked: string | null; own?: readonly string[]; wire?: WireId },
): { id: string; own: boolean; why: string } {
  if (asked === null) return { ...suiting(model, wire), own: false };
  const shipped = harnessIds.some((id) => id === asked);
  const isOwn = own.includes(asked);
  if (shipped && isOwn) throw nameTaken(`${ownFolder}/${asked}`);
  if (!shipped && !isOwn) throw unknown(asked, [...harnessIds, ...own]);
  return { id: asked, own: isOwn, why: 'It was asked for.' };
}

function suiting(model: string, wire: WireId): { id: HarnessId; why: string } {
  const rule = rules.find(({ fits }) => fits(model.toLowerCase(), wire));
  if (!rule) throw new OiError('bug', 'No rule chooses a harness.', 'Please report it with the session log.');
  return { id: rule.id, why: rule.why };
}

function unknown(asked: string, ids: readonly string[]): OiError {
  const near = nearest(asked, ids);
  return new OiError(
    'harness.unknown',
    `There is no harness "${asked}".`,
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are ${ids.join(', ')}.`,
  );
}

export const nameTaken = (folder: string): OiError =>
  new OiError(
    'harness.invalid',
    `${folder} has the name of a harness that comes along.`,
    'Give the folder another name; with `extends` it can still build on that one.',
  );
