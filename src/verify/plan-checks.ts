import type { ObjectId } from '../core/change.ts';
import type { Check } from '../core/check.ts';
import type { Trees } from '../core/trees.ts';
import { detect } from './detect.ts';

/** Which checks a change is judged by: the settings', else what the repository's files say, always of the base commit. */
export async function planChecks(
  commands: readonly string[] | null,
  trees: Pick<Trees, 'read' | 'list'>,
  base: ObjectId,
): Promise<{ checks: readonly Check[]; why: string }> {
  if (commands !== null) {
    const checks = commands.map((command) => ({ name: command, command, why: 'the settings' }));
    return { checks, why: 'The checks are the configured ones.' };
  }
  const read = (path: string) => trees.read(base, path);
  const { checks, passed } = await detect({ read, list: () => trees.list(base) });
  if (checks.length > 0) {
    const reasons = checks.map(({ name, why }) => `\`${name}\`, because ${why} says so`);
    return { checks, why: `The checks were found in the repository: ${reasons.join('; ')}.` };
  }
  const found =
    passed.length > 0 ? passed.join('; ') : 'no file in its root says what kind of project this is';
  return { checks, why: `No check was found: ${found}. Name some with \`verify\` in the settings.` };
}
