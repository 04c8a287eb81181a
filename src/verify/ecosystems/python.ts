import { sectionsOf } from '../../text/sections.ts';
import { type Candidate, check, type Ecosystem, nothing, type Root } from './ecosystem.ts';

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

async function testsOf(root: Root, prefix: string): Promise<Candidate[]> {
  const interpreter = prefix === '' ? 'python3' : `${prefix}python`;
  const why = await whyPytest(root);
  if (why !== null) return [check('test', `${interpreter} -m pytest`, why)];
  if (root.has('manage.py')) {
    return [check('test', `${interpreter} manage.py test`, 'a manage.py')];
  }
  const folder = root.first('tests', 'test');
  if (folder !== null) {
    const top = (await root.text(`${folder}/__init__.py`)) === null ? '' : ' -t .';
    const command = `${interpreter} -m unittest discover -s ${folder}${top}`;
    return [check('test', command, `a folder ${folder} without a word of pytest`)];
  }
  const file = root.matching(/^test_\w+\.py$/);
  if (file !== null) {
    return [check('test', `${interpreter} -m unittest`, `a ${file} without a word of pytest`)];
  }
  return root.has('tox.ini') ? [check('test', `${prefix}tox run`, 'a tox.ini')] : [];
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
  if (own !== null) return `a ${own}`;
  for (const file of mentioning.filter((name) => root.has(name))) {
    const text = ((await root.text(file)) ?? '').replace(/^\s*#.*$/gm, '');
    if (/\bpytest\b/.test(text)) return `the word pytest in ${file}`;
  }
  const conftest = root.has('tests') && (await root.text('tests/conftest.py')) !== null;
  return conftest ? 'a tests/conftest.py' : null;
}

/** Linters and type checkers that the project has settings for, and that know by them what to look at. */
async function lintersOf(root: Root, prefix: string): Promise<Candidate[]> {
  const project = sectionsOf((await root.text('pyproject.toml')) ?? '');
  const inProject = [...project.keys()].some((name) => /^tool\.ruff\b/.test(name)) ? 'pyproject.toml' : null;
  const ruff = root.first('ruff.toml', '.ruff.toml') ?? inProject;
  const mypy = saysWhat(project.get('tool.mypy')) ? 'pyproject.toml' : await mypySettings(root);
  return [
    ...(mypy === null ? [] : [check('types', `${prefix}mypy`, `the settings of mypy in ${mypy}`)]),
    ...(ruff === null
      ? []
      : [check('lint', `${prefix}ruff check --no-fix .`, `the settings of Ruff in ${ruff}`)]),
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
