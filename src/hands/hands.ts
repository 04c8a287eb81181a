import type { Attempt, Files } from '../core/sandbox.ts';
import { glob } from './glob.ts';
import { grep } from './grep.ts';
import { list } from './list.ts';
import { matches } from './matches.ts';
import { codeOf, words } from './places.ts';
import { read } from './read.ts';
import { remove, rename } from './remove.ts';
import { write } from './write.ts';

/** `Files`, done now: the process serves one request at a time and has nothing else to do meanwhile. */
export type Hands = {
  [Op in keyof Files]: (...args: Parameters<Files[Op]>) => Awaited<ReturnType<Files[Op]>>;
};

/** File work below and around `root`, the absolute path of the workspace. Never throws. */
export function hands(root: string): Hands {
  return {
    read: (path, range) => attempt(path, () => read(root, path, range)),
    write: (path, content, how) => attempt(path, () => write(root, path, content, how)),
    remove: (path) => attempt(path, () => remove(root, path)),
    rename: (from, to) => attempt(from, () => rename(root, from, to)),
    list: (path, how) => attempt(path, () => list(root, path, how)),
    glob: (pattern, how) => attempt(how.path, () => glob(root, pattern, how)),
    grep: (pattern, how) => attempt(how.path, () => grep(root, pattern, how)),
    matches: (pattern, how) => attempt(how.path, () => matches(root, pattern, how)),
  };
}

function attempt<T>(path: string, act: () => Attempt<T>): Attempt<T> {
  try {
    return act();
  } catch (error) {
    return {
      ok: false,
      why: words(error, path),
      ...(codeOf(error) === 'ENOENT' && { fault: 'missing' as const }),
    };
  }
}
