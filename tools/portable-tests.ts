import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * Folders of `__tests__/` that are about reading, deciding and wording. In them, a test that starts no process says the same
 * on Linux, macOS and Windows.
 */
export const portableFolders = [
  'agent',
  'context',
  'core',
  'gates',
  'harness',
  'harnesses',
  'model/wires',
  'publish',
  'sim/model',
  'text',
  'triggers',
  'verify',
  'views',
] as const;

/** Their test files, and which of them are left to Linux, because they start processes. */
export function portableTests(): { tests: string[]; left: string[] } {
  const all = portableFolders.flatMap((folder) =>
    globSync(`__tests__/${folder}/**/*.test.ts`, { cwd: root }),
  );
  const left = all.filter((file) => startsProcesses(join(root, file)));
  return { tests: all.filter((file) => !left.includes(file)), left };
}

/** Told by what a file imports, however far away. */
export function startsProcesses(file: string): boolean {
  const packages = packagesOf(file);
  return ['node:child_process', 'execa', 'esbuild', 'puppeteer-core'].some((name) => packages.has(name));
}

/** The packages that a file leads to, through our own files. */
function packagesOf(file: string): Set<string> {
  const [seen, packages] = [new Set<string>(), new Set<string>()];
  const visit = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    for (const target of importsOf(at)) {
      if (!target.startsWith('.')) packages.add(target);
      else if (target.endsWith('.ts')) visit(join(dirname(at), target));
    }
  };
  visit(file);
  return packages;
}

/** What a file brings along when it runs: types are gone by then. */
const importsOf = (file: string): string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /(?:^(?:import|export)\s(?!type\b)[^'"]*?from\s*|^import\s*|\bimport\()'([^']+)'/gms,
    ),
  ].map(([, target = '']) => target);
