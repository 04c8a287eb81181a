// cspell:ignore Rscript crpf rcfile
import { posix } from 'node:path';
import { settingsOf } from './programs.ts';
import type { Trail } from './trail.ts';

const interpreters =
  /^(?:node|tsx|ts-node|bun|deno|python3|ruby|perl|php|lua|Rscript|(?:ba|da|z|k)?sh|source|\.)$/;
/** Options whose value is a file that decides how the program goes about it. */
const options =
  /^--?(?:[crpfR]|config|configs|config-file|rcfile|require|import|loader|experimental-loader|project|file|makefile|env-file|setup\w*|globalSetup|reporter|bootstrap|prelude|eval-file)$/i;
const script = /\.(?:[cm]?[jt]sx?|py|rb|pl|php|sh|bash|lua|json|ya?ml|toml|ini|cfg|xml|mk)$/;

/**
 * The files that a command's words name and that decide what it does: the program itself, what an interpreter runs, what
 * an option names. What a known program is told to look at (`eslint src/a.js`) is no script.
 */
export function pathsIn(first: string, { program, words, folder }: Trail): string[] {
  const known = settingsOf(program) !== null || interpreters.test(program);
  const ran = interpreters.test(program) ? words.filter((word) => !word.startsWith('-')).slice(0, 2) : [];
  const given = words.flatMap((word, index) => {
    const equals = word.indexOf('=');
    if (word.startsWith('-'))
      return equals > 0 && options.test(word.slice(0, equals)) ? word.slice(equals + 1) : [];
    const behindOption = options.test(words[index - 1] ?? '');
    return behindOption || (!known && script.test(word)) ? word : [];
  });
  return [...(first.includes('/') || script.test(first) ? [first] : []), ...ran, ...given]
    .filter((word) => /^[\w@%+./-]*\w$/.test(word) && !posix.isAbsolute(word))
    .map((word) => posix.join(folder, word));
}
