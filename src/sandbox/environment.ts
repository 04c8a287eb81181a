/** What may pass from the host's environment: nothing that names a secret, a file of the runner or a server. */
const passes = [
  ...['PATH', 'LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'TZ', 'CI', 'NO_COLOR', 'FORCE_COLOR', 'NODE_ENV'],
  ...['GITHUB_ACTIONS', 'GITHUB_REPOSITORY', 'GITHUB_SHA', 'GITHUB_REF', 'GITHUB_REF_NAME'],
  ...['RUNNER_OS', 'RUNNER_ARCH', 'JAVA_HOME', 'ANDROID_HOME', 'ANDROID_SDK_ROOT', 'GOROOT', 'GOPATH'],
  ...[
    'GOTOOLCHAIN',
    'RUSTUP_HOME',
    'RUSTUP_TOOLCHAIN',
    'PYENV_ROOT',
    'PYENV_VERSION',
    'RBENV_ROOT',
    'NVM_DIR',
  ],
  ...['VIRTUAL_ENV', 'DOTNET_ROOT', 'GEM_HOME', 'DENO_DIR', 'PNPM_HOME', 'VOLTA_HOME', 'CONDA_PREFIX'],
];
/** JAVA_HOME_17_X64 and its like, as hosted runners have them. */
const passesToo = /^(?:JAVA_HOME|GOROOT)_\d[\w]*$/;

const usualPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The environment of a command, made from an allow-list: deleting names from the host's would miss the next one. */
export function cleanEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
  user: string,
): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (passes.includes(entry[0]) || passesToo.test(entry[0])),
  );
  return {
    LANG: 'C.UTF-8',
    ...Object.fromEntries(kept),
    PATH: pathEntries(env).join(':') || usualPath,
    HOME: home,
    TMPDIR: '/tmp',
    SHELL: '/bin/bash',
    USER: user,
    LOGNAME: user,
    TERM: 'dumb',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    DEBIAN_FRONTEND: 'noninteractive',
  };
}

/** The folders of PATH. A relative one would be looked up in the workspace: it is left out. */
export const pathEntries = (env: Readonly<Record<string, string | undefined>>): string[] => [
  ...new Set((env['PATH'] ?? '').split(':').filter((entry) => entry.startsWith('/'))),
];

/** The home folder's path, the same inside as outside so that paths in settings and caches hold. */
export function homeOf(env: Readonly<Record<string, string | undefined>>): string {
  const home = env['HOME'] ?? '';
  return home.startsWith('/') && home.length > 1 ? home.replace(/\/+$/, '') : '/home/agent';
}
