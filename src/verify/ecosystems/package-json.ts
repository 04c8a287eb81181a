import * as z from 'zod/mini';
import { parseJson } from '../source/data.ts';

const schema = z.object({
  scripts: z.catch(z.record(z.string(), z.unknown()), {}),
  packageManager: z.catch(z.string(), ''),
  devEngines: z.catch(z.object({ packageManager: z.object({ name: z.string() }) }), {
    packageManager: { name: '' },
  }),
});

/** What decides which commands a package has. The scripts are untrusted text. */
export type PackageJson = { scripts: ReadonlyMap<string, string>; manager: string };

/** Null where the text is no package's description. */
export function parsePackageJson(text: string): PackageJson | null {
  const { success, data } = schema.safeParse(parseJson(text));
  if (!success) return null;
  const scripts = Object.entries(data.scripts).flatMap(([name, script]) =>
    typeof script === 'string' && script.trim() !== '' ? [[name, script] as const] : [],
  );
  const manager = /^[a-z]+/.exec(data.packageManager)?.[0] ?? data.devEngines.packageManager.name;
  return { scripts: new Map(scripts), manager };
}

/** The scripts that a script runs by their names, itself and those that stand before and after them included. */
export function scriptsRunBy(name: string, scripts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const run = new Set<string>();
  const waiting = [name];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const text = scripts.get(one);
    if (text === undefined || run.has(one)) continue;
    run.add(one);
    waiting.push(`pre${one}`, `post${one}`, ...namesIn(text));
  }
  return run;
}

const one = /\b(?:npm|pnpm|yarn|bun|node)\s+(?:(?:run|run-script|--run|-s|--silent|-r)\s+)*([\w:.-]+)/g;
const several = /\b(?:npm-run-all2?|run-s|run-p|wireit|concurrently)\s+([^&|;]+)/g;

/** Names that stand where a command runs scripts; some of them may be none. */
function namesIn(text: string): string[] {
  const single = [...text.matchAll(one)].map(([, name = '']) => name);
  const many = [...text.matchAll(several)].flatMap(([, names = '']) => names.split(/[\s"']+/));
  return [...single, ...many.map((name) => name.replace(/^(?:npm|pnpm|yarn|bun):/, ''))];
}
