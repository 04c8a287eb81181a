import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, evaluate } from '../../sandbox/bpf.ts';
import { type Defence, defence } from './defence.ts';

type Git = typeof import('../../../src/git/git.ts');
type Seccomp = typeof import('../../../src/sandbox/seccomp.ts');
type Trusted = typeof import('../../../src/sandbox/trusted.ts');
type Folder = typeof import('../../../src/sandbox/folder.ts');

const allowed = 0x7fff0000;
const gitFile = 'src/git/git.ts';

/** Whether git runs a program that a repository's own settings name. */
const runs =
  (setting: string, ...args: string[]) =>
  async ({ git }: Git): Promise<boolean> => {
    const folder = mkdtempSync(join(tmpdir(), 'oi-git-'));
    try {
      const marker = join(folder, 'ran');
      const program = join(folder, 'post-checkout');
      const plain = (...words: string[]) => execFileSync('git', words, { cwd: folder });
      writeFileSync(program, `#!/bin/sh\necho ran > ${marker}\n`);
      chmodSync(program, 0o755);
      plain('init', '-q');
      writeFileSync(join(folder, 'a.txt'), 'a');
      plain('add', 'a.txt');
      plain('-c', 'user.name=a', '-c', 'user.email=a@b.test', 'commit', '-qm', 'a');
      writeFileSync(join(folder, 'a.txt'), 'b');
      plain('config', setting, setting === 'core.hooksPath' ? folder : program);
      await git(join(folder, '.git'), args, { workTree: folder }).catch(() => null);
      return existsSync(marker);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

/** A repository within the folder, which git looks into because the index names it. */
async function runsNested({ git }: Git): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'oi-git-'));
  try {
    const [sub, marker] = [join(folder, 'sub'), join(folder, 'ran')];
    const program = join(folder, 'program');
    writeFileSync(program, `#!/bin/sh\necho ran > ${marker}\n`);
    chmodSync(program, 0o755);
    for (const at of [sub, folder]) execFileSync('git', ['init', '-q', at]);
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.test'];
    execFileSync('git', [...who, 'commit', '--allow-empty', '-qm', 'a'], { cwd: sub });
    execFileSync('git', ['add', 'sub'], { cwd: folder, stdio: 'ignore' });
    execFileSync('git', ['config', 'core.fsmonitor', program], { cwd: sub });
    await git(join(folder, '.git'), ['status', '--porcelain'], { workTree: folder });
    return existsSync(marker);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Files whose attributes name a filter, which `config` defines as a program; whether our git runs it for them. */
async function runsFilter(
  filter: string,
  config: (folder: string) => string,
  { git }: Git,
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'oi-git-'));
  try {
    const marker = join(folder, 'ran');
    const [work, own] = [join(folder, 'work'), join(folder, 'own.git')];
    for (const at of [work, own]) execFileSync('git', ['init', '-q', '--bare', at]);
    writeFileSync(join(work, '.gitattributes'), `*.bin filter=${filter}\n`);
    writeFileSync(join(work, 'a.bin'), 'a');
    execFileSync('git', [
      'config',
      '--file',
      config(folder),
      `filter.${filter}.clean`,
      `touch ${marker}; cat`,
    ]);
    const how = { workTree: work, config: ['safe.bareRepository=all'] };
    await git(own, ['add', '--', 'a.bin'], how).catch(() => null);
    return existsSync(marker);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runsUsersFilter(module: Git): Promise<boolean> {
  const { HOME } = process.env;
  try {
    return await runsFilter(
      'lfs',
      (folder) => {
        process.env['HOME'] = folder;
        return join(folder, '.gitconfig');
      },
      module,
    );
  } finally {
    if (HOME === undefined) delete process.env['HOME'];
    else process.env['HOME'] = HOME;
  }
}

const setting = (name: string, line: string, key: string, ...args: string[]): Defence =>
  defence<Git>({
    name,
    shows: ['T50', 'E51'],
    module: gitFile,
    without: { file: gitFile, from: `\n  '${line}',\n`, to: '\n' },
    succeeds: runs(key, ...args),
  });

const planted = ({ trustedProgram }: Trusted): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'oi-planted-'));
  const program = join(folder, 'bwrap');
  writeFileSync(program, '#!/bin/sh\n');
  chmodSync(program, 0o777);
  const found = trustedProgram([program]);
  rmSync(folder, { recursive: true });
  return found !== null;
};

export const machine: readonly Defence[] = [
  setting('git runs what watches files', 'core.fsmonitor=false', 'core.fsmonitor', 'status', '--porcelain'),
  setting('git runs a hook', 'core.hooksPath=/dev/null', 'core.hooksPath', 'checkout', '-f', 'HEAD'),
  setting('git runs what shows a difference', 'diff.external=', 'diff.external', 'diff'),
  defence<Git>({
    name: 'git runs what a repository within the folder names',
    shows: ['T50', 'E49'],
    module: gitFile,
    without: { file: gitFile, from: "\n  'core.fsmonitor=false',\n", to: '\n' },
    succeeds: runsNested,
  }),
  defence<Git>({
    // `safe.bareRepository` is the other one; each is enough, so it is off here.
    name: 'git takes a bare repository within the folder for its own',
    shows: ['T50', 'E50'],
    module: gitFile,
    without: { file: gitFile, from: '...environment, GIT_DIR: gitDir }', to: '...environment }' },
    succeeds: (module) => runsFilter('evil', (folder) => join(folder, 'work/config'), module),
  }),
  defence<Git>({
    name: 'git runs a filter for large files that the user has installed',
    shows: ['T50', 'E52'],
    module: gitFile,
    without: {
      file: gitFile,
      from: "GIT_CONFIG_GLOBAL: '/dev/null',",
      to: "get HOME() { return process.env['HOME'] ?? ''; },",
    },
    succeeds: runsUsersFilter,
  }),
  defence<Seccomp>({
    name: 'calls of another architecture pass by the rules',
    shows: ['T33', 'E39'],
    module: 'src/sandbox/seccomp.ts',
    without: { file: 'src/sandbox/seccomp.ts', from: 'end(killProcess)', to: 'end(allow)' },
    succeeds: ({ compileSeccomp }) =>
      evaluate(compileSeccomp('x64', { ptrace: false }), call(0x40000003, 26)) === allowed,
  }),
  defence<Trusted>({
    name: 'a planted bubblewrap is taken',
    shows: ['E60'],
    module: 'src/sandbox/trusted.ts',
    without: { file: 'src/sandbox/trusted.ts', from: 'if (onlyRootWrites(path))', to: 'if (true)' },
    succeeds: planted,
  }),
  defence<Folder>({
    name: 'a folder that holds a whole home is given to an agent',
    shows: ['E26'],
    module: 'src/sandbox/folder.ts',
    without: { file: 'src/sandbox/folder.ts', from: 'if (refused || within(home, path))', to: 'if (false)' },
    succeeds: ({ checkFolder }) => {
      const home = mkdtempSync(join(tmpdir(), 'oi-home-'));
      try {
        return checkFolder(home, home).path !== '';
      } catch {
        return false;
      } finally {
        rmSync(home, { recursive: true });
      }
    },
  }),
];
