import * as z from 'zod/mini';
import { check, type Ecosystem, type ReadText } from './ecosystem.ts';

const manifest = z.object({ scripts: z.optional(z.record(z.string(), z.string())) });
/** In this order: what fails first says most. */
const scripts = ['test', 'typecheck', 'type-check', 'types', 'lint'];
const lockfiles = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
] as const;

export const node: Ecosystem = {
  name: 'package.json',
  async detect(read) {
    const given = scriptsOf(await read('package.json'));
    const manager = await managerOf(read);
    return scripts
      .filter((name) => given[name] !== undefined && !isPlaceholder(given[name]))
      .map((name) => check(`${manager} run ${name}`, `the script \`${name}\` of package.json`));
  },
};

/** The scripts of a package.json, none where it is no such thing. */
export function scriptsOf(text: string | null): Readonly<Record<string, string>> {
  try {
    return manifest.parse(JSON.parse(text ?? '{}')).scripts ?? {};
  } catch {
    return {};
  }
}

/** What `npm init` writes. */
const isPlaceholder = (script: string): boolean => script.includes('no test specified');

async function managerOf(read: ReadText): Promise<string> {
  for (const [file, manager] of lockfiles) if ((await read(file)) !== null) return manager;
  return 'npm';
}
