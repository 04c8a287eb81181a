import { isUtf8 } from 'node:buffer';
import { posix } from 'node:path';
import { plainPath } from './plain-path.ts';
import type { Rule, Sides } from './rule.ts';
import { shownPath } from './shown-path.ts';
import { isText } from './sides.ts';

const mostBinaryBytes = 512 * 1024;

const advice = 'Make that part of the change yourself; the whole of it is kept as a patch.';

/** What kind of things a change may hold: files of text, and where nobody but the asker was read also links and small binaries. */
export const entries: Rule = {
  name: 'entries',
  file(file, { taint }) {
    const { path, now } = file;
    if (!now) return null;
    const shown = shownPath(path);
    if (now.mode === '120000') return linkProblem(shown, path, now.bytes, taint);
    if (!isBinary(file)) return null;
    if (taint === 'untrusted') {
      const why = `${shown} is a binary file, and what strangers wrote was read for this change.`;
      return { why, advice };
    }
    if (now.bytes.length <= mostBinaryBytes) return null;
    const why = `${shown} is a binary file of ${now.bytes.length} bytes; ${mostBinaryBytes} is the limit.`;
    return { why, advice: 'Ask for a smaller step; the whole change is kept as a patch.' };
  },
  remarks: (files) =>
    files.flatMap(({ path, before, now }) => {
      const sentence = now ? modeChange(before?.mode ?? '100644', now.mode) : null;
      return sentence ? [{ path, sentence }] : [];
    }),
};

function linkProblem(shown: string, path: string, bytes: Uint8Array, taint: 'trusted' | 'untrusted') {
  if (leaves(path, Buffer.from(bytes).toString('utf8')))
    return { why: `The link ${shown} points out of the repository.`, advice: 'Ask for a link inside it.' };
  if (taint === 'trusted') return null;
  return { why: `${shown} is a link, and what strangers wrote was read for this change.`, advice };
}

/** A way up behind a way down may pass through another link, so that only its first steps may lead up. */
function leaves(path: string, target: string): boolean {
  const to = posix.normalize(posix.join(posix.dirname(path), target));
  const elsewhere = posix.isAbsolute(target) || /^[a-z]:|[\\\0]/i.test(target);
  const winding = /(?:^|\/)(?!\.\.?(?:\/|$))[^/]+\/+(?:.*\/)?\.\.(?:\/|$)/s.test(target);
  return elsewhere || winding || to === '..' || to.startsWith('../') || isGits(to);
}

const isGits = (path: string): boolean => /(?:^|\/)(?:\.git|git~\d)(?:\/|$)/.test(plainPath(path));

/** Bytes that are no UTF-8 are old text where the base has no UTF-8 there either. */
function isBinary({ before, now }: Sides): boolean {
  if (!now) return false;
  if (!isText(now.bytes)) return true;
  return !isUtf8(now.bytes) && (!before?.bytes || !isText(before.bytes) || isUtf8(before.bytes));
}

function modeChange(before: string, now: string): string | null {
  if (before === now) return null;
  if (now === '120000') return 'is a link now.';
  if (before === '120000') return 'is a file now, and was a link.';
  return now === '100755' ? 'can be run as a program now.' : 'can no longer be run as a program.';
}
