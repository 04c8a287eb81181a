import { check, type Ecosystem } from './ecosystem.ts';

const settings = [
  'pytest.ini',
  'pyproject.toml',
  'setup.cfg',
  'tox.ini',
  'requirements-dev.txt',
  'requirements.txt',
];

export const python: Ecosystem = {
  name: 'Python',
  async detect(read) {
    for (const file of settings) {
      const text = await read(file);
      if (text !== null && /\bpytest\b/.test(text))
        return [check('python3 -m pytest -q', `${file} speaks of pytest`)];
    }
    if ((await read('conftest.py')) !== null || (await read('tests/conftest.py')) !== null) {
      return [check('python3 -m pytest -q', 'there is a conftest.py')];
    }
    for (const file of ['pyproject.toml', 'setup.py']) {
      if ((await read(file)) !== null) return [check('python3 -m unittest discover', `there is a ${file}`)];
    }
    return [];
  },
};
