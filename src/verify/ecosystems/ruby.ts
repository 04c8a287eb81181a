import { type Candidate, check, type Ecosystem, nothing, type Root } from './ecosystem.ts';

export const ruby: Ecosystem = {
  name: 'Ruby',
  runner: false,
  async detect(root) {
    const known = root.first('Gemfile', 'Rakefile') ?? root.matching(/\.gemspec$/);
    if (known === null) return nothing;
    const prefix = root.has('Gemfile') ? 'bundle exec ' : '';
    const tests = await testsOf(root, prefix);
    const lint = root.has('.rubocop.yml') ? [check('lint', `${prefix}rubocop`, 'a .rubocop.yml')] : [];
    return {
      checks: [...tests, ...lint],
      passed: tests.length > 0 ? [] : [`${known} says nothing of tests`],
    };
  },
};

async function testsOf(root: Root, prefix: string): Promise<Candidate[]> {
  if (root.has('.rspec')) return [check('test', `${prefix}rspec`, 'an .rspec')];
  if (root.has('spec') && (await root.text('spec/spec_helper.rb')) !== null) {
    return [check('test', `${prefix}rspec`, 'a spec/spec_helper.rb')];
  }
  if (root.has('test') && (await root.text('bin/rails')) !== null) {
    return [check('test', 'bin/rails test', 'a bin/rails and a folder test')];
  }
  const rakefile = (await root.text('Rakefile')) ?? '';
  const tasks: readonly (readonly [name: string, declared: RegExp])[] = [
    ['test', /\bTestTask\b|\btask\s*\(?\s*:?["']?test\b/],
    ['spec', /\bRSpec::Core::RakeTask\b|\btask\s*\(?\s*:?["']?spec\b/],
  ];
  const task = tasks.find(([, declared]) => declared.test(rakefile))?.[0];
  return task === undefined
    ? []
    : [check('test', `${prefix}rake ${task}`, `the task \`${task}\` of the Rakefile`)];
}
