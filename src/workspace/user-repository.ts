import { lstat, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** What we read of the repository that a folder lies in: files only, no git, and nothing is written. */
export type UserRepository = {
  /** The folder that holds the whole work tree. */
  top: string;
  /** Its git dir; of a linked work tree its own. */
  gitDir: string;
  /** Where branches' and work trees' common things are: objects, config, info. */
  commonDir: string;
};

/** The repository whose work tree the folder is or lies in, or null. */
export async function findUserRepository(folder: string): Promise<UserRepository | null> {
  for (let top = resolve(folder); ; top = dirname(top)) {
    const gitDir = await gitDirOf(top);
    if (gitDir) {
      const repository = { top, gitDir, commonDir: await commonDirOf(gitDir) };
      return (await borrowable(repository)) ? repository : null;
    }
    if (dirname(top) === top) return null;
  }
}

/** `.git` is a folder, or a file that names one: linked work trees, submodules, `--separate-git-dir`. */
async function gitDirOf(top: string): Promise<string | null> {
  const dotGit = join(top, '.git');
  const found = await stat(dotGit).catch(() => null);
  if (!found) return null;
  if (found.isDirectory()) return (await exists(join(dotGit, 'HEAD'))) ? dotGit : null;
  if (!found.isFile() || found.size > 8_192) return null;
  const named = /^gitdir: (.+?)\n*$/.exec(await readFile(dotGit, 'utf8'))?.[1];
  return named ? resolve(top, named) : null;
}

async function commonDirOf(gitDir: string): Promise<string> {
  const named = await readFile(join(gitDir, 'commondir'), 'utf8').catch(() => '.');
  return resolve(gitDir, named.trim());
}

/** Our trees have SHA-1 names: a repository of SHA-256 objects is a folder like any other to us. */
async function borrowable({ commonDir }: UserRepository): Promise<boolean> {
  const config = await readFile(join(commonDir, 'config'), 'utf8').catch(() => '');
  return !/objectformat\s*=\s*"?sha256/i.test(config) && (await exists(join(commonDir, 'objects')));
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
