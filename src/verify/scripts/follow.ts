import { posix } from 'node:path';
import { textOf } from '../source/decode.ts';
import { followModule, followRecipes, followScripts, followShell } from './leads.ts';
import { pathsIn } from './named-paths.ts';
import { settingsOf } from './programs.ts';
import { commandsIn, unwrapped } from './shell-words.ts';
import type { Behind, Step, Trail } from './trail.ts';

/** A file's bytes at the base commit. */
export type ReadBase = (path: string) => Promise<Uint8Array | null>;

/** Commands that lead to commands are followed this often. */
const mostSteps = 150;

/** Follows a command through scripts, recipes and shell scripts, as the base commit has them. */
export async function follow(command: string, read: ReadBase): Promise<Behind> {
  const behind: Behind = {
    files: new Set(),
    globs: new Set(),
    scripts: new Set(),
    keys: new Set(),
    sections: [],
  };
  const known = new Map<string, Promise<string | null>>();
  const text = (path: string): Promise<string | null> => {
    const reading = known.get(path) ?? read(path).then(textOf);
    known.set(path, reading);
    return reading;
  };
  const waiting: Step[] = [{ line: command, folder: '' }];
  const seen = new Set<string>();
  for (let step = waiting.shift(); step && seen.size < mostSteps; step = waiting.shift()) {
    const key = `${step.folder}\n${step.line}`;
    if (seen.has(key)) continue;
    seen.add(key);
    let { folder } = step;
    for (const all of commandsIn(step.line)) {
      const [first = '', ...words] = unwrapped(all);
      if (first === 'cd') folder = posix.join(folder, words[0] ?? '');
      else waiting.push(...(await followOne(first, { words, folder, behind, text })));
    }
  }
  return behind;
}

async function followOne(first: string, rest: Omit<Trail, 'program'>): Promise<readonly Step[]> {
  const program = posix.basename(first).replace(/^python\d?(?:\.\d+)?$/, 'python3');
  const trail = { ...rest, program };
  learn(trail);
  for (const path of pathsIn(first, trail)) trail.behind.files.add(path);
  if (
    /^(?:npm|pnpm|yarn|bun|npm-run-all2?|run-s|run-p|concurrently|turbo|lerna|nx|composer)$/.test(program)
  ) {
    return followScripts(trail);
  }
  if (program === 'python3') return followModule(trail);
  if (/^(?:g?make|just)$/.test(program)) return followRecipes(trail);
  if (/^(?:(?:ba|da|z|k)?sh|source|\.)$/.test(program)) return followShell(trail);
  return first.includes('/') ? followShell({ ...trail, words: [first] }) : [];
}

function learn({ program, behind }: Trail): void {
  const known = settingsOf(program);
  for (const glob of known?.globs ?? []) behind.globs.add(glob);
  for (const key of known?.keys ?? []) behind.keys.add(key);
  if (known?.sections) behind.sections.push(known.sections);
}
