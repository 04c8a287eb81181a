import type { Git } from './open-git.ts';

export type ChangedFile = {
  sha: string;
  path: string;
  previousPath: string | null;
  status: 'added' | 'removed' | 'modified' | 'renamed' | 'copied' | 'changed';
  additions: number;
  deletions: number;
  /** From the first `@@` on; null for a binary file or one that only changed its mode or name. */
  patch: string | null;
};

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const options = ['-r', '-M', '--no-abbrev', '--no-ext-diff', '--no-textconv'];

/** What changes between two commits or trees; `from` null is the empty tree. */
export function changedFiles(git: Git, from: string | null, to: string): Promise<ChangedFile[]> {
  const base = from ?? emptyTree;
  return git.once(`files ${base} ${to}`, async () => {
    const [raw, numbers, patch] = await Promise.all([
      git.text(['diff-tree', ...options, '--raw', '-z', base, to]),
      git.text(['diff-tree', ...options, '--numstat', '-z', base, to]),
      diffText(git, base, to),
    ]);
    const files = parseRaw(raw);
    addNumbers(files, numbers);
    addPatches(files, patch);
    return files;
  });
}

/** The whole unified diff, as the diff media type gives it. */
export function diffText(git: Git, from: string, to: string): Promise<string> {
  return git.once(`diff ${from} ${to}`, async () => {
    const result = await git.run(['diff-tree', ...options, '-p', '--no-color', '--full-index', from, to]);
    return result.output.toString();
  });
}

const statuses: Record<string, ChangedFile['status']> = {
  A: 'added',
  D: 'removed',
  M: 'modified',
  R: 'renamed',
  C: 'copied',
  T: 'changed',
};

function parseRaw(raw: string): ChangedFile[] {
  const fields = raw.split('\0');
  const files: ChangedFile[] = [];
  for (let at = 0; fields[at]?.startsWith(':'); ) {
    const [, , before = '', after = '', code = 'M'] = (fields[at++] ?? '').split(' ');
    const first = fields[at++] ?? '';
    const moved = /^[RC]/.test(code);
    files.push({
      sha: code.startsWith('D') ? before : after,
      path: moved ? (fields[at++] ?? '') : first,
      previousPath: moved ? first : null,
      status: statuses[code[0] ?? 'M'] ?? 'modified',
      additions: 0,
      deletions: 0,
      patch: null,
    });
  }
  return files;
}

/** Both listings come in one order, so the n-th numbers belong to the n-th file. */
function addNumbers(files: ChangedFile[], numbers: string): void {
  const counts = [...numbers.matchAll(/(?:^|\0)(\d+|-)\t(\d+|-)\t/g)];
  for (const [index, file] of files.entries()) {
    file.additions = Number(counts[index]?.[1]) || 0;
    file.deletions = Number(counts[index]?.[2]) || 0;
  }
}

function addPatches(files: ChangedFile[], diff: string): void {
  const sections = diff.split(/^diff --git .*\n/m).slice(1);
  let at = 0;
  for (const file of files) {
    // A change of type is printed as a deletion and an addition.
    const own = [sections[at++] ?? '', ...(file.status === 'changed' ? [sections[at++] ?? ''] : [])];
    const hunks = own.map((section) => /^@@.*/ms.exec(section)?.[0] ?? '').join('');
    if (hunks !== '') file.patch = hunks.replace(/\n$/, '');
  }
}
