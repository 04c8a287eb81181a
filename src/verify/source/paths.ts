import picomatch from 'picomatch';

const matcher = (...globs: string[]) => picomatch(globs, { dot: true, nocase: true });

/** Names by which runners find tests. */
const named = matcher(
  '**/*.{test,spec,tests,specs,e2e,cy,test-d,unit,integration}.{js,jsx,mjs,cjs,ts,tsx,mts,cts,coffee,lua,dart}',
  '**/*[-_]{test,spec}.{js,jsx,mjs,cjs,ts,tsx,mts,cts}',
  '**/{test,tests}.{js,mjs,cjs,ts,mts,cts}',
  '**/{test_*,*_test,tests}.py',
  '**/*_test.{go,dart,exs,cc,cpp,c,rs}',
  '**/*{_test,_spec}.rb',
  '**/test_*.{rb,c,cc,cpp,rs}',
  '**/*{Test,Tests,TestCase,IT,Spec}.{java,kt,groovy,scala,cs,php,swift}',
  '**/*.bats',
  '**/*.t',
);

const folders =
  /(?:^|\/)(?:__tests__|__specs__|tests?|specs?|e2e|integration[-_]tests?|unit[-_]tests?|testing|cypress|src\/(?:test|androidTest|integrationTest)|[\w.-]+[._-]tests?)\//i;

const snapshots = matcher(
  '**/*.{snap,ambr,snapshot,golden,approved.*,expected,verified.*}',
  '**/{__snapshots__,__image_snapshots__,__fixtures__,__golden__,__recordings__,snapshots,goldens,golden,testdata,cassettes}/**',
  '**/{tests,test,spec,__tests__,e2e}/**/{fixtures,fixture,data,expected,golden,goldens,resources,recorded,outputs}/**',
  '**/{tests,test,spec,__tests__,e2e}/{fixtures,fixture,data,expected,golden,goldens,resources,recorded,outputs}/**',
  '**/*-snapshots/*.{png,jpg,txt}',
);

const testSettings = matcher(
  '**/{jest,vitest,vite,playwright,cypress,karma,ava,wdio,web-test-runner,vitest.workspace,nightwatch}.{config,conf}*.*',
  '**/vitest.workspace.*',
  '**/{.mocharc,.taprc,.nycrc,.c8rc,.ava,cypress}{,.*}',
  '**/mocha.opts',
  '**/package.json',
  '**/{conftest,noxfile}.py',
  '**/{pytest.ini,.pytest.ini,tox.ini,setup.cfg,pyproject.toml,.coveragerc}',
  '**/{nextest.toml,phpunit.xml,phpunit.xml.dist,phpunit.dist.xml,.rspec,pom.xml,build.gradle,build.gradle.kts}',
  '**/{jest.setup,vitest.setup,setuptests,setup-tests,test-setup,spec_helper,rails_helper,test_helper}*.*',
  '**/{makefile,gnumakefile,justfile,taskfile.yml}',
);

const lintSettings = matcher(
  '**/{.eslintrc,.stylelintrc,.jshintrc,.swiftlint,.rubocop,.golangci,.markdownlint,.oxlintrc,.jscsrc,.tslintrc}{,.*}',
  '**/{.rubocop_todo.yml,tslint.json,ruff.toml,.ruff.toml,mypy.ini,.mypy.ini,.flake8,.pylintrc,pylintrc,clippy.toml,.clippy.toml}',
  '**/{eslint,stylelint,oxlint}.config*.*',
  '**/{biome,biome.*,deno,pyrightconfig,basedpyrightconfig}.{json,jsonc}',
  '**/{tsconfig,jsconfig}{,.*,-*}.json',
  '**/{phpstan,phpstan.dist,psalm}{,.*}',
  '**/{setup.cfg,tox.ini,pyproject.toml,package.json,.coveragerc,.editorconfig,detekt.yml,checkstyle.xml}',
);

const ignoreLists = matcher('**/.{eslintignore,stylelintignore,flake8ignore,oxlintignore}');

/** Whether a runner finds tests in the file by its name alone. */
export const isNamedTest = (path: string): boolean => named(path);
/** Whether the file is part of the tests: by its name, or by the folder it stands in. */
export const isTest = (path: string): boolean => named(path) || folders.test(path);
/** Whether the file holds what tests compare with. */
export const isSnapshot = (path: string): boolean => snapshots(path);
export const isTestSettings = (path: string): boolean => testSettings(path);
export const isLintSettings = (path: string): boolean => lintSettings(path);
export const isIgnoreList = (path: string): boolean => ignoreLists(path);
