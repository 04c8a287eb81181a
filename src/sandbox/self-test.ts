import { OiError } from '../core/errors.ts';
import type { Exit } from '../core/sandbox.ts';
import type { Plan } from './plan.ts';
import { quote } from './shell.ts';

export type Probe = {
  plan: Plan;
  /** A file of this machine that exists and must not be seen. */
  canary: string;
  /** Other paths of this machine that must not be seen: the runner's own files, our temporary folder. */
  hidden: readonly string[];
  /** Folders of PATH that exist on this machine. */
  pathFolders: readonly string[];
  /** Paths that must not be writable. */
  held: readonly string[];
};

/**
 * A command that looks for every hole that it can find with bash alone: a process more would cost as much as the whole
 * test. It is run like any command, so what it sees is what they see. One `word value` a line.
 */
export function probeCommand({ canary, hidden, pathFolders, held }: Probe): string {
  const list = (paths: readonly string[]) => paths.map(quote).join(' ');
  return `
while read -r name value; do
  case $name in Seccomp:|NoNewPrivs:|CapEff:|CapPrm:|CapBnd:|CapInh:|CapAmb:) echo "status $name$value";; esac
done < /proc/self/status
while read -r line; do case $line in *:*) echo "interface \${line%%:*}";; esac; done < /proc/net/dev
for entry in /proc/[0-9]*; do echo "process \${entry##*/}"; done
while IFS= read -r -d '' entry; do echo "pid1 \${entry%%=*}"; done < /proc/1/environ
for name in $(compgen -e); do echo "env $name"; done
for entry in /proc/self/fd/*; do [[ -e $entry ]] && echo "descriptor \${entry##*/}"; done
for path in ${list([canary, ...hidden])}; do [[ -e $path ]] && echo "visible $path"; done
for path in ${list(held)}; do [[ -w $path ]] && echo "writable $path"; done
for path in ${list(pathFolders)}; do [[ -d $path ]] || echo "lost $path"; done
{ : < /dev/tty; } 2>/dev/null && echo 'terminal yes'
echo 'end yes'`;
}

/** What is wrong, a phrase each; empty when the sandbox is sound. And which folders of PATH are not there. */
export function judge(exit: Exit, { plan }: Probe): { holes: string[]; lostFromPath: string[] } {
  const found = exit.output.head.split('\n').map((line) => line.split(/ (.*)/s));
  const values = (word: string) => found.flatMap(([name, value]) => (name === word && value ? [value] : []));
  if (!values('end').includes('yes')) {
    const said = exit.output.head.trim().slice(0, 300);
    return {
      holes: [`the test did not come to its end (${said || (exit.killed ?? exit.code)})`],
      lostFromPath: [],
    };
  }
  const status = values('status');
  const expected = Object.keys(plan.environment);
  const shell = ['PWD', 'SHLVL', '_'];
  const strangers = [...values('env'), ...values('pid1')].filter(
    (name) => ![...expected, ...shell].includes(name),
  );
  const lacking = expected.filter((name) => !values('env').includes(name));
  const descriptors = values('descriptor').filter((number) => !['0', '1', '2'].includes(number));
  const checks: [boolean, string][] = [
    [status.includes('Seccomp:2'), 'there is no filter on system calls'],
    [status.includes('NoNewPrivs:1'), 'programs can gain privileges'],
    [
      ['Eff', 'Prm', 'Bnd', 'Inh', 'Amb'].every((set) => status.includes(`Cap${set}:0000000000000000`)),
      'capabilities are left',
    ],
    [values('interface').join() === 'lo', 'there is a network'],
    [values('process').join() === '1', 'other processes can be seen'],
    [strangers.length === 0, `the environment holds ${strangers.join(', ')}`],
    [lacking.length === 0, `the environment lacks ${lacking.join(', ')}`],
    [descriptors.length === 0, 'descriptors of ours are open'],
    [values('visible').length === 0, `${values('visible').join(', ')} can be seen`],
    [values('writable').length === 0, `${values('writable').join(', ')} can be written`],
    [values('terminal').length === 0, 'there is a controlling terminal'],
  ];
  return { holes: checks.flatMap(([sound, hole]) => (sound ? [] : [hole])), lostFromPath: values('lost') };
}

export const unsound = (holes: readonly string[]): OiError =>
  new OiError(
    'sandbox.unsound',
    `The sandbox does not hold on this machine: ${holes.join('; ')}.`,
    'Nothing was run. Use another machine, and please report this one.',
  );
