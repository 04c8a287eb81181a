import * as z from 'zod/mini';
import { parseJson } from '../source/data.ts';
import { type Candidate, check, type Ecosystem, type Job, nothing, passed, type Root } from './ecosystem.ts';

const schema = z.object({ scripts: z.catch(z.record(z.string(), z.unknown()), {}) });
const usual: readonly (readonly [job: Job, names: readonly string[]])[] = [
  ['test', ['test', 'tests', 'phpunit', 'pest']],
  ['types', ['phpstan', 'analyse', 'analyze', 'stan', 'psalm']],
  ['lint', ['lint', 'cs', 'phpcs', 'check-style', 'cs-check']],
];

export const php: Ecosystem = {
  name: 'PHP',
  runner: false,
  async detect(root) {
    const text = root.has('composer.json') ? await root.text('composer.json') : null;
    if (text === null) return nothing;
    const { success, data } = schema.safeParse(parseJson(text));
    if (!success) return passed('composer.json cannot be read');
    const scripts = usual.flatMap(([job, names]) => {
      const name = names.find((candidate) => Object.hasOwn(data.scripts, candidate));
      const why = `the script \`${name}\` of composer.json`;
      return name === undefined ? [] : [check(job, `composer run-script ${name}`, why)];
    });
    const checks = scripts.some(({ job }) => job === 'test') ? scripts : [...byFile(root), ...scripts];
    const tested = checks.some(({ job }) => job === 'test');
    return { checks, passed: tested ? [] : ['composer.json has no script that tests'] };
  },
};

function byFile(root: Root): Candidate[] {
  const file = root.first('phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml');
  return file === null ? [] : [check('test', 'vendor/bin/phpunit', `a ${file}`)];
}
