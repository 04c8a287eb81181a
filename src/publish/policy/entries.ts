import { posix } from 'node:path';
import { tooLarge } from '../../core/change.ts';
import { plainPath } from './plain-path.ts';
import type { Rule } from './rule.ts';

const mostBinaryBytes = 512 * 1024;

const keptAsPatch = 'Ask for a smaller step; the whole change is kept as a patch.';

/** What kind of things a change may hold, and how much of it. */
export const entries: Rule = {
  name: 'entries',
  counts(change) {
    const why = tooLarge(change);
    return why === null ? null : { why, advice: keptAsPatch };
  },
  file({ path, now }) {
    if (!now) return null;
    const { bytes } = now;
    if (now.mode === '120000' && leaves(path, Buffer.from(bytes).toString('utf8'))) {
      return { why: `The link ${path} points out of the repository.`, advice: 'Ask for a link inside it.' };
    }
    if (now.mode !== '120000' && bytes.length > mostBinaryBytes && isBinary(bytes)) {
      return {
        why: `${path} is a binary file of ${bytes.length} bytes; ${mostBinaryBytes} is the limit.`,
        advice: keptAsPatch,
      };
    }
    return null;
  },
};

function leaves(path: string, target: string): boolean {
  const to = posix.normalize(posix.join(posix.dirname(path), target));
  return posix.isAbsolute(target) || to === '..' || to.startsWith('../') || isGits(to);
}

const isGits = (path: string): boolean => /(?:^|\/)(?:\.git|git~\d)(?:\/|$)/.test(plainPath(path));

const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 8192).includes(0);
