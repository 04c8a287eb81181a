import { posix } from 'node:path';
import type { Rule } from './rule.ts';

/** A pull request that nobody can review is worth nothing; GitHub's own diff view ends at 300 files. */
const mostFiles = 300;
const mostBytes = 4 * 1024 * 1024;
const mostBinaryBytes = 512 * 1024;

const keptAsPatch = 'Ask for a smaller step; the whole change is kept as a patch.';

/** What kind of things a change may hold, and how much of it. */
export const entries: Rule = {
  name: 'entries',
  whole({ files }) {
    if (files.length > mostFiles) {
      return {
        why: `The change touches ${files.length} files; ${mostFiles} is the limit.`,
        advice: keptAsPatch,
      };
    }
    const bytes = files.reduce((sum, { now }) => sum + (now?.size ?? 0), 0);
    if (bytes > mostBytes) {
      return {
        why: `The changed files hold ${bytes} bytes; ${mostBytes} is the limit.`,
        advice: keptAsPatch,
      };
    }
    return null;
  },
  file({ path, now }, bytes) {
    if (!now || !bytes) return null;
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
  return posix.isAbsolute(target) || to === '..' || to.startsWith('../') || to.split('/').includes('.git');
}

const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 8192).includes(0);
