import { sectionsOf } from '../source/data.ts';
import { type Check, check, type Ecosystem, nothing, type Root } from './ecosystem.ts';

const projects = [
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'tox.ini',
  'pytest.ini',
  '.pytest.ini',
  'requirements.txt',
  'Pipfile',
  'noxfile.py',
  'manage.py',
];

/** What runs a command in the environment that a lock file stands for, without changing it. */
const environments: readonly (readonly [file: string, prefix: string])[] = [
  ['uv.lock', 'uv run --no-sync --offline '],
  ['poetry.lock', 'poetry run '],
  ['pdm.lock', 'pdm run '],
  ['Pipfile.lock', 'pipenv run '],
];

export const python: Ecosystem = {
  name: 'Python',
  runner: false,
  async detect(root) {
    const known = root.first(...projects) ?? root.matching(/^test_\w+\.py$/);
    if (known === null) return nothing;
    const prefix = environments.find(([file]) => root.has(file))?.[1] ?? '';
    const [tests, others] = await Promise.all([testsOf(root, prefix), lintersOf(root, prefix)]);
    return {
      checks: [...tests, ...others],
      passed: tests.length > 0 ? [] : [`${known} says nothing of tests`],
    };
  },
};

async function testsOf(root: Root, prefix: string): Promise<Check[]> {
  const interpreter = prefix === '' ? 'python3' : `${prefix}python`;
  const test = (name: string, command: string, why: string): Check => ({ name, command, why, job: 'test' });
  const why = await whyPytest(root);
  if (why !== null) return [test('pytest', `${interpreter} -m pytest`, why)];
  if (root.has('manage.py')) {
    return [test('manage.py test', `${interpreter} manage.py test`, 'there is a manage.py')];
  }
  const folder = root.first('tests', 'test');
  if (folder !== null) {
    const top = (await root.text(`${folder}/__init__.py`)) === null ? '' : ' -t .';
    const command = `${interpreter} -m unittest discover -s ${folder}${top}`;
    return [test('unittest', command, `there is a folder ${folder}, and nothing names pytest`)];
  }
  const file = root.matching(/^test_\w+\.py$/);
  if (file !== null) {
    return [test('unittest', `${interpreter} -m unittest`, `there is a ${file}, and nothing names pytest`)];
  }
  return root.has('tox.ini') ? [test('tox', `${prefix}tox run`, 'there is a tox.ini')] : [];
}

/** Where a project says what it tests with. */
const mentioning = [
  'pyproject.toml',
  'tox.ini',
  'setup.cfg',
  'setup.py',
  'noxfile.py',
  'Pipfile',
  'requirements-dev.txt',
  'dev-requirements.txt',
  'requirements_dev.txt',
  'requirements-test.txt',
  'test-requirements.txt',
  'requirements.txt',
  'environment.yml',
];

/** Null where nothing says that pytest is what tests. */
async function whyPytest(root: Root): Promise<string | null> {
  const own = root.first('pytest.ini', '.pytest.ini', 'conftest.py');
  if (own !== null) return `there is a ${own}`;
  for (const file of mentioning.filter((name) => root.has(name))) {
    const text = ((await root.text(file)) ?? '').replace(/^\s*#.*$/gm, '');
    if (/\bpytest\b/.test(text)) return `${file} names pytest`;
  }
  const conftest = root.has('tests') && (await root.text('tests/conftest.py')) !== null;
  return conftest ? 'there is a tests/conftest.py' : null;
}

/** Linters and type checkers that the project has settings for, and that know by them what to look at. */
async function lintersOf(root: Root, prefix: string): Promise<Check[]> {
  const project = sectionsOf((await root.text('pyproject.toml')) ?? '');
  const inProject = [...project.keys()].some((name) => /^tool\.ruff\b/.test(name)) ? 'pyproject.toml' : null;
  const ruff = root.first('ruff.toml', '.ruff.toml') ?? inProject;
  const mypy = saysWhat(project.get('tool.mypy')) ? 'pyproject.toml' : await mypySettings(root);
  return [
    ...(mypy === null ? [] : [check('types', `${prefix}mypy`, `${mypy} says what mypy looks at`)]),
    ...(ruff === null
      ? []
      : [check('lint', `${prefix}ruff check --no-fix .`, `${ruff} has settings of Ruff`)]),
  ];
}

const saysWhat = (lines: readonly string[] = []): boolean =>
  lines.some((line) => /^\s*(?:files|packages|modules)\s*=/.test(line));

async function mypySettings(root: Root): Promise<string | null> {
  for (const file of ['mypy.ini', '.mypy.ini', 'setup.cfg'].filter((name) => root.has(name))) {
    if (saysWhat(sectionsOf((await root.text(file)) ?? '').get('mypy'))) return file;
  }
  return null;
}
