// cspell:ignore forgejo gitea chatmodes
/** Globs of lower-case paths, and which of them a repository may permit. */
export type PathClass = { paths: readonly string[]; permitted: readonly string[] };

const all = ['**'];
const none: readonly string[] = [];

/** Paths that decide what runs later with somebody's secrets, or what the next agent or reviewer obeys. */
export const classes: Readonly<Record<string, PathClass>> = {
  'continuous integration': {
    paths: [
      '.github/**',
      '**/action.{yml,yaml}',
      '**/codeowners',
      '.gitlab-ci.yml',
      '**/jenkinsfile*',
      '.{circleci,buildkite,woodpecker,forgejo,gitea,semaphore,tekton,builds}/**',
      '.woodpecker.{yml,yaml}',
      '.{teamcity,azure-pipelines}/**',
      '.gitlab/ci/**',
      '.cirrus.{yml,star}',
      '.mergify.{yml,yaml}',
      '.coderabbit.{yml,yaml}',
      '.pr_agent.toml',
      'buildspec.{yml,yaml}',
      'azure-pipelines*',
      'bitbucket-pipelines.yml',
      '{.,}appveyor.yml',
      '.travis.yml',
      '.drone.yml',
      'cloudbuild.{yml,yaml}',
    ],
    // Not below workflows/, nor below the folders of actions.
    permitted: ['.github/{issue_template,discussion_template,pull_request_template,docs}/**', '.github/*.md'],
  },
  'settings of this action': {
    paths: ['.github/oi.yml', '.github/oi/**'],
    permitted: none,
  },
  git: {
    paths: [
      '**/.gitmodules',
      '**/.gitattributes',
      '**/.gitconfig',
      '**/.lfsconfig',
      '**/.git',
      '**/.git/**',
      '**/git~[0-9]/**',
    ],
    permitted: ['**/.gitattributes'],
  },
  hooks: {
    paths: [
      '**/.{husky,githooks,git-hooks}/**',
      '**/.{huskyrc,lintstagedrc,simple-git-hooks}*',
      '**/.pre-commit-config.{yml,yaml}',
      '**/{.,}lefthook{-local,}.{yml,yaml,toml,json}',
      '**/.overcommit.yml',
    ],
    permitted: all,
  },
  'agent instructions': {
    paths: [
      '**/agents*.md',
      '**/claude*.md',
      '**/gemini*.md',
      '**/qwen*.md',
      '**/skill.md',
      '**/copilot-instructions.md',
      '**/.{agents,claude,codex,openinterpreter,gemini,qwen,cursor,windsurf,clinerules,roo,kiro,junie,opencode}/**',
      '**/.{amazonq,augment,continue,crush,kilocode,openhands,trae}/**',
      '**/{crush,warp}.md',
      '**/{.,}opencode.{json,jsonc}',
      '**/{.goosehints,.roomodes,.crush.json,crush.json}',
      '**/.{cursor,windsurf,cline,roo}rules',
      '**/.aider*',
      '**/.mcp.json',
      '.github/{instructions,prompts,chatmodes,agents}/**',
    ],
    permitted: all,
  },
  'editor and environment': {
    paths: [
      '**/.{vscode,idea,devcontainer,zed,fleet,vs,run}/**',
      '**/*.code-workspace',
      '**/{.nvim.lua,.exrc,.dir-locals.el}',
      '**/{.,.config/}mise/**',
      '**/.devcontainer.json',
      '**/.envrc',
      '**/{.,}mise{.local,}.toml',
      '**/.tool-versions',
      '**/.gitpod.yml',
    ],
    permitted: all,
  },
  'package registry': {
    paths: [
      '**/.npmrc',
      '**/.bundle/config',
      '**/.{gemrc,condarc}',
      '**/poetry.toml',
      '{.,}renovate{rc,.json,.json5,rc.json,rc.json5}',
      '**/.yarnrc*',
      '**/.yarn/{releases,plugins,sdks,unplugged}/**',
      '**/bunfig.toml',
      '**/{.,}pnpmfile.{cjs,mjs}',
      '**/pip.conf',
      '**/uv.toml',
      '**/.pypirc',
      '**/nuget.config',
      '**/.cargo/config*',
      '**/.mvn/**',
      '**/settings.xml',
      '**/{pip.ini,.pnp.cjs,.pnp.loader.mjs}',
      '**/rust-toolchain{,.toml}',
      '**/.gradle/**',
      '**/{gradlew,mvnw}{,.bat,.cmd}',
      '**/gradle-wrapper.*',
    ],
    permitted: all,
  },
};
