import { posix } from 'node:path';
import { parsePackageJson } from '../ecosystems/package-json.ts';
import { recipesOf } from './makefile.ts';
import type { Behind, Step, Trail } from './trail.ts';

const isOption = (word: string): boolean => word.startsWith('-');

/** The folder that an option sends a command to, and the words without it. */
function sentTo(
  { words, folder }: Trail,
  ...names: readonly string[]
): { folder: string; words: readonly string[] } {
  const at = words.findIndex((word) => names.includes(word));
  if (at === -1) return { folder, words };
  return { folder: posix.join(folder, words[at + 1] ?? ''), words: words.toSpliced(at, 2) };
}

const managers = ['npm', 'pnpm', 'yarn', 'bun', 'composer'];
const verbs = ['run', 'run-script', 'exec', 'workspaces', 'foreach', 'dlx', 'x'];

/** Scripts by their names, with what stands before and after them; a name that is no script is a program. */
export async function followScripts(trail: Trail): Promise<readonly Step[]> {
  const { folder, words } = sentTo(trail, '--prefix', '-C', '--cwd', '--dir', '--working-dir');
  const file = trail.program === 'composer' ? 'composer.json' : 'package.json';
  const scripts = parsePackageJson((await trail.text(posix.join(folder, file))) ?? '')?.scripts ?? new Map();
  const behindVerbs = words.slice(words.findIndex((word) => !isOption(word) && !verbs.includes(word)));
  const names = words
    .filter((word) => !isOption(word) && !verbs.includes(word))
    .map((word) => word.replace(/^(?:npm|pnpm|yarn|bun):/, '').replace(/^t$/, 'test'));
  const called = managers.includes(trail.program) ? names.slice(0, 1) : names;
  const chosen = called.flatMap((name) => (name.includes('*') ? beginning(name, scripts) : name));
  for (const name of chosen) note(name, trail.behind);
  const lines = chosen.flatMap((name) => around(name).flatMap((one) => scripts.get(one) ?? []));
  const isProgram =
    lines.length === 0 &&
    managers.includes(trail.program) &&
    !/^run/.test(words.find((word) => !isOption(word)) ?? '');
  return (isProgram ? [behindVerbs.map(quoted).join(' ')] : lines).map((line) => ({ line, folder }));
}

const around = (name: string): string[] => [`pre${name}`, name, `post${name}`];

function note(name: string, { scripts }: Behind): void {
  for (const one of around(name)) scripts.add(one);
}

const beginning = (pattern: string, scripts: ReadonlyMap<string, string>): string[] =>
  [...scripts.keys()].filter((name) => name.startsWith(pattern.slice(0, pattern.indexOf('*'))));

/** As one word again; what holds a quote is no name that we follow. */
const quoted = (word: string): string => `'${word.replaceAll("'", '')}'`;

/** `python -m pytest`: a module of the repository's own comes before the installed one of that name. */
export function followModule({ words, folder, behind }: Trail): readonly Step[] {
  const at = words.indexOf('-m');
  const [name = '', ...rest] = at === -1 ? [] : words.slice(at + 1);
  if (!/^[\w.]+$/.test(name)) return [];
  const top = posix.join(folder, name.split('.')[0] ?? '');
  for (const end of ['.py', '/__init__.py', '/__main__.py']) behind.files.add(`${top}${end}`);
  return [{ line: [name, ...rest].map(quoted).join(' '), folder }];
}

const recipeFiles = {
  just: ['justfile', 'Justfile', '.justfile'],
  make: ['GNUmakefile', 'makefile', 'Makefile'],
};

/** The recipes of the targets, and of what those need. */
export async function followRecipes(trail: Trail): Promise<readonly Step[]> {
  const { folder, words } = sentTo(trail, '-C', '--directory');
  const files = trail.program === 'just' ? recipeFiles.just : recipeFiles.make;
  const texts = await Promise.all(files.map((file) => trail.text(posix.join(folder, file))));
  const recipes = recipesOf(texts.find((text) => text !== null) ?? '');
  const waiting = words.filter((word) => /^\w[\w.-]*$/.test(word));
  const first = [...recipes.keys()].find((name) => !name.startsWith('.'));
  if (waiting.length === 0 && first !== undefined) waiting.push(first);
  const lines: string[] = [];
  const done = new Set<string>();
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (done.has(name)) continue;
    done.add(name);
    waiting.push(...(recipes.get(name)?.needs ?? []));
    lines.push(...(recipes.get(name)?.lines ?? []));
  }
  return lines.map((line) => ({ line, folder }));
}

const longestScript = 64 * 1024;

/** The commands of a shell script, or of the words behind `-c`. */
export async function followShell({ words, folder, text }: Trail): Promise<readonly Step[]> {
  const inline = words.findIndex((word) => /^-\w*c$/.test(word));
  if (inline !== -1) return [{ line: words[inline + 1] ?? '', folder }];
  const path = words.find((word) => !isOption(word));
  if (path === undefined || posix.isAbsolute(path)) return [];
  const script = await text(posix.join(folder, path));
  if (script === null || script.length > longestScript) return [];
  if (!/\.(?:ba|z|k)?sh$/.test(path) && !/^#![^\n]*\b(?:ba|da|z|k)?sh\b/.test(script)) return [];
  const lines = script.replaceAll('\\\n', ' ').split('\n');
  return lines.filter((line) => /^\s*[^#\s]/.test(line)).map((line) => ({ line, folder }));
}
