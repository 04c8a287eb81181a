import { check, type Ecosystem, type Job, nothing, passed, type Root } from './ecosystem.ts';
import { type PackageJson, parsePackageJson, scriptsRunBy } from './package-json.ts';

/** By the lock file that each writes. */
const lockFiles: readonly (readonly [manager: string, files: readonly string[]])[] = [
  ['pnpm', ['pnpm-lock.yaml', 'pnpm-workspace.yaml']],
  ['yarn', ['yarn.lock']],
  ['bun', ['bun.lock', 'bun.lockb']],
  ['npm', ['package-lock.json', 'npm-shrinkwrap.json']],
];

/** Names that people give to scripts, the usual one first; one of each job is run. */
const usual: readonly (readonly [job: Job, names: readonly string[]])[] = [
  ['test', ['test', 'test:ci', 'test:unit', 'test:run', 'tests', 'unit']],
  ['types', ['typecheck', 'type-check', 'check-types', 'types', 'check:types', 'tsc', 'test:types']],
  ['lint', ['lint', 'lint:check', 'lint:ci', 'eslint', 'check:lint']],
  ['build', ['build', 'compile']],
];

const placeholder = /no test specified/i;
const watching = /--watch(?:All)?\b(?!\s*=?\s*false)|\bng test\b(?!.*--watch[= ]false)|\bnodemon\b/;
const rewriting = /--(?:fix|write)\b/;

export const node: Ecosystem = {
  name: 'package.json',
  runner: false,
  async detect(root) {
    const text = root.has('package.json') ? await root.text('package.json') : null;
    if (text === null) return nothing;
    const described = parsePackageJson(text);
    if (!described) return passed('package.json cannot be read');
    const manager = managerOf(described, root);
    const chosen = choose(described.scripts);
    // Not `bun test`, which is a runner of its own and no script.
    const checks = chosen.map(({ job, name }) =>
      check(job, `${manager} run ${name}`, `the script \`${name}\` of package.json`),
    );
    return { checks, passed: chosen.some(({ job }) => job === 'test') ? [] : [whyNoTest(described)] };
  },
};

function managerOf({ manager }: PackageJson, root: Root): string {
  if (lockFiles.some(([known]) => known === manager)) return manager;
  return lockFiles.find(([, files]) => root.has(...files))?.[0] ?? 'npm';
}

/** What ends by itself. What another chosen script runs already is not run twice, nor is a build where types are checked. */
function choose(scripts: ReadonlyMap<string, string>): { job: Job; name: string }[] {
  const chosen: { job: Job; name: string }[] = [];
  for (const [job, candidates] of usual) {
    const run = chosen.map(({ name }) => scriptsRunBy(name, scripts));
    const name = candidates.find((candidate) => usable(scripts.get(candidate), job));
    const covered = job === 'build' && chosen.some((other) => other.job === 'types');
    if (name !== undefined && !covered && !run.some((names) => names.has(name))) chosen.push({ job, name });
  }
  return chosen;
}

function usable(script: string | undefined, job: Job): boolean {
  if (script === undefined || placeholder.test(script) || watching.test(script)) return false;
  return job !== 'lint' || !rewriting.test(script);
}

function whyNoTest({ scripts }: PackageJson): string {
  const script = scripts.get('test');
  if (script === undefined) return 'package.json has no script that tests';
  return placeholder.test(script)
    ? "package.json has only npm's placeholder for a test"
    : 'the test script of package.json watches files and does not end';
}
