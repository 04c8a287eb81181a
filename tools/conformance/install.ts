import { execFileSync } from 'node:child_process';
import type { Original } from './agent.ts';

/** Some agents search with it and would fetch it from the network. */
const ripgrep = '@vscode/ripgrep@1.18.0';

/** Installs an original and ripgrep below a folder. Nothing of theirs runs meanwhile: the programs come in packages of their own. */
export function install({ package: name, version }: Original, folder: string): void {
  const how = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-save',
    '--loglevel=error',
    '--prefix',
    folder,
  ];
  execFileSync('npm', ['install', ...how, `${name}@${version}`, ripgrep], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
