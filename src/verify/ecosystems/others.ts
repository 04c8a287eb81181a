import { check, type Ecosystem, found, nothing } from './ecosystem.ts';

/** Languages whose one tool says it all: a file in the root, and the command. */
const tools: readonly (readonly [file: RegExp, command: string])[] = [
  [/^mix\.exs$/, 'mix test --no-deps-check'],
  [/^Package\.swift$/, 'swift test --disable-automatic-resolution'],
  [/\.(?:sln|slnx|csproj|fsproj)$/, 'dotnet test --no-restore'],
  [/^pubspec\.yaml$/, 'dart test'],
  [/^build\.zig$/, 'zig build test'],
  [/^stack\.yaml$/, 'stack test'],
  [/\.cabal$|^cabal\.project$/, 'cabal test --offline all'],
  [/^dune-project$/, 'dune test'],
  [/^rebar\.config$/, 'rebar3 eunit'],
  [/^build\.sbt$/, 'sbt test'],
];

export const others: Ecosystem = {
  name: 'other languages',
  runner: false,
  async detect(root) {
    const checks = tools.flatMap(([file, command]) => {
      const name = root.matching(file);
      return name === null ? [] : [check('test', command, `a ${name}`)];
    });
    return checks.length === 0 ? nothing : found(...checks.slice(0, 1));
  },
};
