import picomatch from 'picomatch';
import { plainPath } from './plain-path.ts';
import type { Rule } from './rule.ts';
import { shownPath } from './shown-path.ts';

/**
 * Paths that decide what runs later with somebody's secrets, or what the next agent or reviewer obeys. Matched on the
 * plain path, so that `.GitHub` and its like are the same.
 */
const classes = {
  'continuous integration': [
    '.github/**',
    '**/action.{yml,yaml}',
    '**/codeowners',
    '.gitlab-ci.yml',
    'jenkinsfile',
    '.circleci/**',
    'azure-pipelines*',
    'bitbucket-pipelines.yml',
    '.travis.yml',
    '.buildkite/**',
    '.woodpecker/**',
    '.drone.yml',
    'cloudbuild.{yml,yaml}',
  ],
  git: [
    '**/.gitmodules',
    '**/.gitattributes',
    '**/.gitconfig',
    '**/.lfsconfig',
    '**/.git',
    '**/.git/**',
    '**/git~[0-9]/**',
  ],
  hooks: [
    '.husky/**',
    '.githooks/**',
    '**/.pre-commit-config.yaml',
    '**/lefthook.{yml,yaml}',
    '**/.overcommit.yml',
  ],
  'agent instructions': [
    '**/agents*.md',
    '**/claude*.md',
    '**/gemini.md',
    '**/qwen.md',
    '**/skill.md',
    '**/copilot-instructions.md',
    '**/.{agents,claude,codex,openinterpreter,gemini,cursor,windsurf,clinerules,roo,kiro,junie,opencode}/**',
    '**/.aider*',
    '**/.mcp.json',
  ],
  'editor and environment': [
    '**/.{vscode,idea,devcontainer,zed}/**',
    '**/.envrc',
    '**/mise.toml',
    '**/.tool-versions',
    '**/.gitpod.yml',
  ],
  'package registry': [
    '**/.npmrc',
    '**/.yarnrc*',
    '**/bunfig.toml',
    '**/.pnpmfile.cjs',
    '**/pip.conf',
    '**/.pypirc',
    '**/nuget.config',
    '**/.cargo/config*',
    '**/gradle-wrapper.*',
  ],
} as const;

const options = { dot: true, nocase: true };
const matchers = Object.entries(classes).map(([name, globs]) => ({
  name,
  matches: picomatch([...globs], options),
}));

export const paths: Rule = {
  name: 'paths',
  file({ path }, { settings }) {
    const plain = plainPath(path);
    const found = matchers.find(({ matches }) => matches(plain))?.name;
    const name =
      found ?? (picomatch([...settings.protect], options)(plain) ? 'protected by the configuration' : null);
    if (!name) return null;
    return {
      why: `The change touches ${shownPath(path)}, which is protected (${name}).`,
      advice: 'Make that part of the change yourself; the whole of it is kept as a patch.',
    };
  },
};
