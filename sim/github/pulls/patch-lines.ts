import type { Git } from '../git/open-git.ts';
import type { Side, Thread } from '../hub/records.ts';

export type PatchLine = { diffHunk: string; position: number };

/** Finds a line of a patch; null for one that the diff does not show, on which GitHub takes no comment. */
export function findPatchLine(patch: string, line: number, side: Side): PatchLine | null {
  let before = 0;
  let after = 0;
  let hunk: string[] = [];
  for (const [position, text] of patch.split('\n').entries()) {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(text);
    if (header) {
      before = Number(header[1]) - 1;
      after = Number(header[2]) - 1;
      hunk = [text];
      continue;
    }
    hunk.push(text);
    if (text[0] !== '-') after++;
    if (text[0] !== '+') before++;
    const here = side === 'LEFT' ? text[0] !== '+' && before === line : text[0] !== '-' && after === line;
    if (here) return { diffHunk: hunk.join('\n'), position };
  }
  return null;
}

/** The thread's line in the head of today; null where the line changed since, which makes the thread outdated. */
export async function currentLine(git: Git, thread: Thread, line: number | null): Promise<number | null> {
  const head = thread.issue.pull.headSha;
  if (line === null || thread.side === 'LEFT' || head === thread.originalSha) return line;
  const diff = await git.once(`lines ${thread.originalSha} ${head} ${thread.path}`, async () => {
    const result = await git.run(['diff', '-U0', '--no-color', thread.originalSha, head, '--', thread.path]);
    return result.output.toString();
  });
  return moveLine(diff, line);
}

/** Follows a line through a diff without context. */
function moveLine(diff: string, line: number): number | null {
  let shift = 0;
  for (const [, start = '0', removed = '1', , added = '1'] of diff.matchAll(
    /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm,
  )) {
    const first = Number(start);
    const gone = Number(removed);
    if (gone > 0 && line >= first && line < first + gone) return null;
    // Without removed lines, git names the line after which the new ones come.
    if (line >= first + Math.max(gone, 1)) shift += Number(added) - gone;
  }
  return line + shift;
}

export const isOutdated = async (git: Git, thread: Thread): Promise<boolean> =>
  thread.originalLine !== null && (await currentLine(git, thread, thread.originalLine)) === null;
