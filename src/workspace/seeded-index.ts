import { copyFile, lstat, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { OiError } from '../core/errors.ts';
import { git } from '../git/git.ts';
import { type BytePath, fields, joined } from '../git/objects.ts';
import type { Place } from './private-git.ts';
import { standings } from './standing.ts';
import type { UserRepository } from './user-repository.ts';

/**
 * Copies the user's index, so that files which it knows by size and times need no hashing. Whether there was one.
 * Its own time goes with it, a microsecond earlier: by that git knows which entries are too young to be believed.
 */
export async function seedIndex(gitDir: string, { gitDir: from }: UserRepository): Promise<void> {
  const index = join(gitDir, 'index');
  const times = await stat(join(from, 'index'), { bigint: true }).catch(() => null);
  if (!times?.isFile()) return;
  await copyFile(join(from, 'index'), index);
  const seconds = Number(times.mtimeNs - 1_000n) / 1e9;
  await utimes(index, seconds, seconds);
  const shared = (await readdir(from)).filter((name) => name.startsWith('sharedindex.'));
  for (const name of shared) await copyFile(join(from, name), join(gitDir, name));
}

/**
 * Makes our copy of the user's index fit to be believed: forgets the marks by which git looks past a file, and answers
 * the paths whose bytes on disk are not those in the index, because a filter or a rule about line ends stands between.
 * An index that git cannot read is thrown away.
 */
export async function distrusted(
  place: Place,
  repository: UserRepository,
  signal: AbortSignal,
): Promise<BytePath[]> {
  const listed = await git(place.gitDir, ['ls-files', '-v', '-z'], { signal }).catch((error) =>
    unreadable(place, error),
  );
  const tagged = fields(listed);
  await forgetMarks(place, tagged, signal);
  if (!(await mayConvert(place, repository, tagged))) return [];
  const absent = new Set(tagged.filter((entry) => /^S/i.test(entry)).map((entry) => entry.slice(2)));
  return (await converted(place, signal)).filter(
    (path) => path.startsWith(place.prefix) && !absent.has(path),
  );
}

async function unreadable({ gitDir }: Place, error: unknown): Promise<Buffer> {
  if (!(error instanceof OiError) || error.code !== 'git.failed') throw error;
  await rm(join(gitDir, 'index'), { force: true });
  return Buffer.alloc(0);
}

/** `assume-unchanged` (a small letter) always, `skip-worktree` (S) where the file is there all the same. */
async function forgetMarks(
  { gitDir, top }: Place,
  tagged: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const standing = standings(top);
  const assumed: BytePath[] = [];
  const skipped: BytePath[] = [];
  for (const entry of tagged) {
    const [tag = '', path] = [entry[0], entry.slice(2)];
    if (tag >= 'a') assumed.push(path);
    if ((tag === 'S' || tag === 's') && standing(path).kind !== 'gone') skipped.push(path);
  }
  const unmark = (mark: string, paths: readonly BytePath[]): Promise<Buffer> =>
    git(gitDir, ['update-index', `--no-${mark}`, '-z', '--stdin'], {
      workTree: top,
      input: joined(paths),
      signal,
    });
  if (assumed.length > 0) await unmark('assume-unchanged', assumed);
  if (skipped.length > 0) await unmark('skip-worktree', skipped);
}

/** Whether anything at all may change bytes between disk and objects here; most repositories have nothing of it. */
async function mayConvert(
  place: Place,
  repository: UserRepository,
  tagged: readonly string[],
): Promise<boolean> {
  if (tagged.some((entry) => entry.endsWith('.gitattributes'))) return true;
  const { commonDir, gitDir } = repository;
  const present = [
    join(place.top, '.gitattributes'),
    join(commonDir, 'info/attributes'),
    '/etc/gitattributes',
  ];
  const configs = [join(commonDir, 'config'), join(gitDir, 'config.worktree'), '/etc/gitconfig'];
  for (const home of homes()) {
    present.push(join(home, '.config/git/attributes'));
    configs.push(join(home, '.gitconfig'), join(home, '.config/git/config'));
  }
  const found = await Promise.all(present.map((path) => lstat(path).catch(() => null)));
  const texts = await Promise.all(configs.map((path) => readFile(path, 'utf8').catch(() => '')));
  return (
    found.some((file) => file !== null) ||
    texts.some((text) => /autocrlf|\beol\b|attributesfile|include/i.test(text))
  );
}

function homes(): string[] {
  try {
    return [userInfo().homedir];
  } catch {
    // A user id without a name has no home.
    return [];
  }
}

/** Every conversion that is common changes the length: the file's in the index beside that of its object. */
async function converted({ gitDir }: Place, signal: AbortSignal): Promise<BytePath[]> {
  const listed = await git(gitDir, ['ls-files', '--stage', '--debug', '-z'], { signal });
  const entries = parseDebug(listed.toString('latin1'));
  const input = entries.map(({ id }) => `${id}\n`).join('');
  const check = ['cat-file', '--batch-check=%(objectsize)', '--buffer'];
  const sizes = (await git(gitDir, check, { input, signal })).toString('latin1').split('\n');
  return entries.flatMap(({ path, bytes }, at) => {
    const size = sizes[at] ?? '';
    // An object that is missing (partial clone) says so instead of a size.
    return /^\d+$/.test(size) && Number(size) % 2 ** 32 !== bytes ? [path] : [];
  });
}

/** `mode id stage`, a tab, the path and NUL, then lines of what the index knows of the file. Submodules are not files. */
export function parseDebug(listed: string): { id: string; path: BytePath; bytes: number }[] {
  const entry = /(\d{6}) ([0-9a-f]+) \d\t([^\0]+)\0(?: {2}[^\n]*\n){4} {2}size: (\d+)\tflags: [0-9a-f]+\n/gy;
  return Array.from(listed.matchAll(entry), ([, mode, id = '', path = '', bytes]) => ({
    mode,
    id,
    path,
    bytes,
  }))
    .filter(({ mode }) => mode !== '160000')
    .map(({ id, path, bytes }) => ({ id, path, bytes: Number(bytes) }));
}
