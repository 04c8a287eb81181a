import { appendFile, chmod, copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type CatFile, openCatFile } from './cat-file.ts';
import { type GitOptions, type GitResult, runGit } from './run-git.ts';

/** One bare repository on disk. */
export type Git = {
  directory: string;
  objects: CatFile;
  run(args: readonly string[], options?: GitOptions): Promise<GitResult>;
  /** Output without its last newline; throws where git fails. */
  text(args: readonly string[], options?: GitOptions): Promise<string>;
  /** For answers that depend on object ids alone, and so never change. */
  once<Answer>(key: string, make: () => Promise<Answer>): Promise<Answer>;
  close(): void;
};

export function openGit(directory: string): Git {
  const objects = openCatFile(directory);
  const answers = new Map<string, Promise<unknown>>();
  const run = (args: readonly string[], options?: GitOptions) =>
    runGit(['--git-dir', directory, ...args], options);
  return {
    directory,
    objects,
    run,
    text: async (args, options) => {
      const result = await run(args, options);
      if (result.code !== 0) throw new Error(`git ${args.join(' ')}: ${result.error.trim()}`);
      return result.output.toString().replace(/\n$/, '');
    },
    once: <Answer>(key: string, make: () => Promise<Answer>) => {
      const known = answers.get(key) as Promise<Answer> | undefined;
      if (known !== undefined) return known;
      const made = make();
      answers.set(key, made);
      made.catch(() => answers.delete(key));
      return made;
    },
    close: () => objects.close(),
  };
}

const settings: Record<string, string> = {
  'http.receivepack': 'true',
  // GitHub gives out any commit of a repository by its id, and partial clones.
  'uploadpack.allowReachableSHA1InWant': 'true',
  'uploadpack.allowAnySHA1InWant': 'true',
  'uploadpack.allowFilter': 'true',
  // refs/pull/* can be read and never pushed.
  'receive.hideRefs': 'refs/pull',
  'receive.autogc': 'false',
  'gc.auto': '0',
};

/** Makes an empty bare repository that behaves like GitHub's. */
export async function createBare(directory: string, defaultBranch: string): Promise<Git> {
  const made = await runGit(['init', '-q', '--bare', '--template=', '-b', defaultBranch, directory]);
  if (made.code !== 0) throw new Error(`git init ${directory}: ${made.error}`);
  const git = openGit(directory);
  const lines = Object.entries(settings).map(([key, value]) => {
    const [section, name] = key.split('.');
    return `[${section}]\n\t${name} = ${value}\n`;
  });
  await appendFile(join(directory, 'config'), lines.join(''));
  await mkdir(join(directory, 'hooks'), { recursive: true });
  const hook = join(directory, 'hooks', 'pre-receive');
  await copyFile(new URL('./pre-receive.sh', import.meta.url), hook);
  await chmod(hook, 0o755);
  return git;
}
