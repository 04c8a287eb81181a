// cspell:ignore swcrc noderc gotestsum runsettings
/** Settings that a program reads by itself, whatever starts it. `keys` are the parts of package.json that are for it. */
export type Settings = { globs: readonly string[]; keys?: readonly string[]; sections?: RegExp };

const javascript = ['.babelrc*', 'babel.config.*', 'tsconfig*.json', '.swcrc'].map((glob) => `**/${glob}`);
const python = ['**/{sitecustomize,usercustomize}.py', '**/*.pth'];

const settings: readonly (readonly [programs: string, settings: Settings])[] = [
  [
    'npm pnpm yarn bun',
    {
      globs: [
        '**/{.npmrc,.yarnrc,.yarnrc.yml,.pnpmfile.cjs,bunfig.toml,pnpm-workspace.yaml}',
        '**/{turbo,nx,lerna}.json',
      ],
    },
  ],
  ['node tsx ts-node bun', { globs: ['**/{.env,.env.test}', 'node.config.json', '**/tsconfig*.json'] }],
  [
    'jest react-scripts',
    {
      globs: [
        '**/jest.{config,setup,preset,init}*',
        '**/jest-*.{js,ts,json,cjs,mjs}',
        '**/setupTests.*',
        '**/__mocks__/**',
        ...javascript,
      ],
      keys: ['jest', 'babel'],
    },
  ],
  [
    'vitest',
    {
      globs: [
        '**/{vitest,vite}.{config,setup,workspace}.*',
        '**/setupTests.*',
        '**/__mocks__/**',
        '**/tsconfig*.json',
      ],
    },
  ],
  ['mocha', { globs: ['**/.mocharc*', '**/mocha.opts', ...javascript], keys: ['mocha'] }],
  ['ava', { globs: ['**/ava.config.*', ...javascript], keys: ['ava'] }],
  ['tap', { globs: ['**/.taprc*'], keys: ['tap'] }],
  ['playwright', { globs: ['**/playwright{,-ct}.config.*'] }],
  ['cypress', { globs: ['**/cypress.config.*', '**/cypress.json', '**/cypress/{support,plugins}/**'] }],
  ['karma ng', { globs: ['**/karma.conf.*', '**/angular.json', '**/tsconfig*.json'] }],
  ['nyc c8', { globs: ['**/{.nycrc,.c8rc}*'], keys: ['nyc', 'c8'] }],
  ['wireit', { globs: [], keys: ['wireit'] }],
  [
    'eslint',
    {
      globs: ['**/{.eslintrc,.eslintignore}*', '**/eslint.config.*'],
      keys: ['eslintConfig', 'eslintIgnore'],
    },
  ],
  ['tsc vue-tsc tsgo', { globs: ['**/tsconfig*.json'] }],
  ['biome', { globs: ['**/biome.{json,jsonc}'] }],
  ['stylelint', { globs: ['**/{.stylelintrc,.stylelintignore,stylelint.config.}*'], keys: ['stylelint'] }],
  ['deno', { globs: ['**/deno.{json,jsonc}', '**/import_map.json'] }],
  [
    'pytest py.test',
    {
      globs: [
        ...python,
        '**/conftest.py',
        '**/{pytest.ini,.pytest.ini,tox.ini,setup.cfg,pyproject.toml,.coveragerc}',
      ],
      sections: /pytest|coverage|poe/,
    },
  ],
  [
    'tox',
    {
      globs: [...python, '{tox.ini,setup.cfg,pyproject.toml}', '**/conftest.py', '**/pytest.ini'],
      sections: /tox|testenv|pytest|coverage/,
    },
  ],
  [
    'nox',
    {
      globs: [...python, 'noxfile.py', '**/conftest.py', '**/{pytest.ini,pyproject.toml,setup.cfg}'],
      sections: /pytest|coverage/,
    },
  ],
  ['python python3 unittest', { globs: python }],
  ['ruff', { globs: ['**/{ruff.toml,.ruff.toml,pyproject.toml}'], sections: /ruff/ }],
  ['mypy', { globs: ['**/{mypy.ini,.mypy.ini,setup.cfg,pyproject.toml}'], sections: /mypy/ }],
  ['flake8', { globs: ['**/{.flake8,setup.cfg,tox.ini}'], sections: /flake8/ }],
  ['make gmake', { globs: ['GNUmakefile', 'makefile', 'Makefile', '**/*.mk'] }],
  ['just', { globs: ['{justfile,Justfile,.justfile}', '**/*.just'] }],
  ['task', { globs: ['**/{Taskfile,taskfile}*.{yml,yaml}'] }],
  [
    'cargo',
    {
      globs: [
        '**/Cargo.toml',
        '**/build.rs',
        '**/.cargo/config*',
        '**/{clippy,.clippy}.toml',
        'rust-toolchain*',
        '**/nextest.toml',
      ],
      sections: /^(?!.*dependencies)/,
    },
  ],
  ['go gotestsum', { globs: ['go.work', '**/.golangci.*'] }],
  ['rspec', { globs: ['**/.rspec', '**/{spec,rails}_helper.rb', 'spec/support/**'] }],
  [
    'rake rails',
    {
      globs: [
        '**/{Rakefile,rakefile}{,.rb}',
        '**/*.rake',
        '**/{test,spec,rails}_helper.rb',
        '**/.rspec',
        'config/environments/test.rb',
      ],
    },
  ],
  ['rubocop', { globs: ['**/.rubocop*.yml'] }],
  ['phpunit pest', { globs: ['**/phpunit{,.dist}.xml{,.dist}', '**/{bootstrap,Pest}.php'] }],
  ['composer', { globs: ['**/phpunit{,.dist}.xml{,.dist}', '**/bootstrap.php', '**/phpstan*.neon*'] }],
  ['mvn mvnw', { globs: ['**/pom.xml', '.mvn/**', 'mvnw'] }],
  [
    'gradle gradlew',
    { globs: ['**/*.gradle{,.kts}', '**/gradle.properties', 'gradlew', 'gradle/**', 'buildSrc/**'] },
  ],
  ['cmake ctest', { globs: ['**/CMakeLists.txt', '**/*.cmake', '**/CMakePresets.json', '**/CTest*'] }],
  ['dotnet', { globs: ['**/*.{sln,slnx,csproj,fsproj,vbproj,runsettings,props,targets}', 'global.json'] }],
  ['mix', { globs: ['**/mix.exs', '**/test_helper.exs', 'config/test.exs', '.formatter.exs'] }],
  ['swift', { globs: ['Package.swift'] }],
  ['bats', { globs: ['**/setup_suite.bash', '**/test_helper*'] }],
];

const byProgram = new Map(
  settings.flatMap(([names, known]) => names.split(' ').map((name) => [name, known] as const)),
);

/** Null for a program that we know nothing of. */
export const settingsOf = (program: string): Settings | null => byProgram.get(program) ?? null;
