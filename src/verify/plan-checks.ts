import type { ObjectId } from '../core/change.ts';
import type { Check } from '../core/check.ts';
import type { Trees } from '../core/trees.ts';
import { detectChecks } from './ecosystems/index.ts';

/** Which checks a change is judged by: the settings', else what the repository's files say, always of the base commit. */
export async function planChecks(
  commands: readonly string[] | null,
  trees: Pick<Trees, 'read'>,
  base: ObjectId,
): Promise<{ checks: Check[]; why: string }> {
  if (commands !== null) {
    const checks = commands.map((command) => ({ name: command, command, why: 'the settings name it' }));
    return { checks, why: 'These checks are named in the settings.' };
  }
  const checks = await detectChecks(async (path) => {
    const bytes = await trees.read(base, path);
    return bytes && Buffer.from(bytes).toString('utf8');
  });
  if (checks.length > 0) {
    const found = checks.map(({ why }) => why).join(', ');
    return { checks, why: `These checks were found by what the base commit holds: ${found}.` };
  }
  return { checks, why: 'No check was found in the repository; name some with `verify` in the settings.' };
}
